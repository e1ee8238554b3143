import { expect, it } from 'vitest'
import { parseDeployment, type Deployment } from '../src/deployment.ts'
import { CONTRACT_NAMES, TOKEN_SYMBOLS, type ProgramKey } from '../src/products.ts'
import { storyRuleset } from './rewards/story.ts'

it.each([
  ['{"version": 1', 'it is not JSON'],
  ['[]', /^\/ must be object/],
  ['{"version": 2}', /^\//],
])('a text that is no deployment, %s, is refused in words', (text, words) => {
  expect(() => parseDeployment(text)).toThrow(words)
})

const ADDRESS = `0x${'12'.repeat(20)}`
const HASH = `0x${'34'.repeat(32)}`
const ruleset = storyRuleset(['galx', 'btc'])

function deploymentWith(ids: Partial<Record<ProgramKey, string>>): string {
  const each = <Value>(names: readonly string[], value: Value) =>
    Object.fromEntries(names.map((name) => [name, value]))
  const deployment = {
    ...{ version: 1, network: 'paper', chainId: 56, genesisHash: HASH, deployBlock: 1, salt: 'paper' },
    tokens: each(TOKEN_SYMBOLS, { address: ADDRESS, decimals: 18, permit: false, codeHash: HASH }),
    ...{ epochDuration: 60, vaultVestingDuration: 60 },
    roles: {
      ...{ deployer: ADDRESS, guardian: ADDRESS, voucherSigner: ADDRESS, epochPublisher: ADDRESS },
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

it('programs have the ids that the rulesets give them; one that is not made yet has none', () => {
  const [galx, btc] = ruleset.programs
  expect(parseDeployment(deploymentWith({ galx: galx!.id, btc: btc!.id })).chainId).toBe(56)
  expect(parseDeployment(deploymentWith({ btc: btc!.id, mcf: '7' })).chainId).toBe(56)
  expect(() => parseDeployment(deploymentWith({ galx: btc!.id, btc: galx!.id }))).toThrow(
    `/programs/galx/id must be ${galx!.id} as in ruleset 1, not ${btc!.id}`,
  )
})
