/**
 * The lifeboat: one HTML file with every way out of every contract, which needs a node of the chain and nothing else. Its build is the
 * same for every deployment; the export writes the deployment into it.
 */
import type { Deployment } from './deployment.ts'
import type { PoolKey, ProgramKey, TokenSymbol } from './products.ts'

/** Its name beside the site's files. */
export const LIFEBOAT_FILE = 'lifeboat.html'

/** The contracts that something can leave, and Multicall3, which reads them at one block. */
const LIFEBOAT_CONTRACTS = [
  'StakingPools',
  'ZnVault',
  'RewardVouchers',
  'NodePass',
  'AaaFund',
  'Levels',
  'Multicall3',
] as const
type LifeboatContract = (typeof LIFEBOAT_CONTRACTS)[number]

type Address = `0x${string}`

export type LifeboatDeployment = {
  network: string
  chainId: number
  genesisHash: `0x${string}`
  contracts: Record<LifeboatContract, Address>
  tokens: Record<TokenSymbol, Address>
  /** the contract's ids by key: what a pool is called */
  pools: Partial<Record<PoolKey, string>>
  /** the contract's ids by key */
  programs: Partial<Record<ProgramKey, string>>
}

/** What the build holds in place of a deployment. A block of data: the file's policy needs no hash of it. */
const OPENING = '<script type="application/json" id="deployment">'
export const LIFEBOAT_PLACE = `${OPENING}null</script>`

export function lifeboatDeploymentOf(deployment: Deployment): LifeboatDeployment {
  const { network, chainId, genesisHash, contracts, tokens, pools, programs } = deployment
  const ids = (list: Record<string, { id: string }>) =>
    Object.fromEntries(Object.entries(list).map(([key, { id }]) => [key, id]))
  return {
    network,
    chainId,
    genesisHash: genesisHash as Address,
    contracts: Object.fromEntries(
      LIFEBOAT_CONTRACTS.map((name) => [name, contracts[name].address]),
    ) as LifeboatDeployment['contracts'],
    tokens: Object.fromEntries(
      Object.entries(tokens).map(([symbol, { address }]) => [symbol, address]),
    ) as LifeboatDeployment['tokens'],
    pools: ids(pools),
    programs: ids(programs),
  }
}

/**
 * The file of one deployment: the same bytes for the same build and deployment.
 * @throws Error where the build has no place for a deployment
 */
export function fillLifeboat(build: string, deployment: Deployment): string {
  const parts = build.split(LIFEBOAT_PLACE)
  if (parts.length !== 2) throw new Error('it is no build of the lifeboat: it has no place for a deployment')
  // No text of the deployment can end the block.
  const json = JSON.stringify(lifeboatDeploymentOf(deployment)).replace(/</g, '\\u003c')
  return `${parts[0]}${OPENING}${json}</script>${parts[1]}`
}
