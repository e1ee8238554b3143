/** The text of a deployment file without a chain. */
import type { Deployment } from '../src/deployment.ts'
import { CONTRACT_NAMES, TOKEN_SYMBOLS, type ProgramKey } from '../src/products.ts'
import type { storyRuleset } from './rewards/story.ts'

const ADDRESS = `0x${'12'.repeat(20)}`
const HASH = `0x${'34'.repeat(32)}`

/** @param ids of programs, by their keys */
export function deploymentWith(
  ids: Partial<Record<ProgramKey, string>>,
  ruleset: ReturnType<typeof storyRuleset>,
): string {
  const each = <Value>(names: readonly string[], value: Value) =>
    Object.fromEntries(names.map((name) => [name, value]))
  const deployment = {
    version: 1,
    network: 'paper',
    chainId: 56,
    genesisHash: HASH,
    deployBlock: 1,
    salt: 'paper',
    tokens: each(TOKEN_SYMBOLS, { address: ADDRESS, decimals: 18, permit: false, codeHash: HASH }),
    epochDuration: 60,
    vaultVestingDuration: 60,
    roles: {
      deployer: ADDRESS,
      guardian: ADDRESS,
      voucherSigner: ADDRESS,
      voucherCoSigner: ADDRESS,
      epochPublisher: ADDRESS,
      timelock: { minDelay: 1, proposers: [ADDRESS], executors: [ADDRESS] },
    },
    contracts: each(CONTRACT_NAMES, { address: ADDRESS, codeHash: HASH }),
    pools: {},
    programs: Object.fromEntries(
      Object.entries(ids).map(([key, id]) => [key, { id, token: 'GALX', budgetPerEpoch: '1', start: 0 }]),
    ),
    rulesets: [ruleset],
    pairs: [],
  } as unknown as Deployment
  return JSON.stringify(deployment)
}
