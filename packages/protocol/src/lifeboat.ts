/**
 * The lifeboat: one HTML file with all ways to withdraw from all contracts. It needs only a node of the chain. Its build is the
 * same for every deployment. The export writes the deployment into the file.
 */
import type { Deployment } from './deployment.ts'
import type { PoolKey, ProgramKey, TokenSymbol } from './products.ts'

/** The name of the lifeboat beside the site's files. */
export const LIFEBOAT_FILE = 'lifeboat.html'

/** The contracts from which funds can be withdrawn, and Multicall3, which reads them at one block. */
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
  /** the contract's ids by key */
  pools: Partial<Record<PoolKey, string>>
  /** the contract's ids by key */
  programs: Partial<Record<ProgramKey, string>>
}

/** The placeholder for the deployment in the build. A data block, so the file's policy needs no hash for it. */
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
 * Makes the file of one deployment: the same bytes for the same build and deployment.
 * @throws Error if the build has no placeholder for a deployment
 */
export function fillLifeboat(build: string, deployment: Deployment): string {
  const parts = build.split(LIFEBOAT_PLACE)
  if (parts.length !== 2)
    throw new Error('not a build of the lifeboat: it has no placeholder for a deployment')
  // Escaped, so that no text of the deployment can end the block.
  const json = JSON.stringify(lifeboatDeploymentOf(deployment)).replace(/</g, '\\u003c')
  return `${parts[0]}${OPENING}${json}</script>${parts[1]}`
}
