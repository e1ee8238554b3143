/** A plan without the treasury's first stakes, so that every stake on a test chain is a test's own. */
import type { NetworkConfiguration } from '@galx/operator/networks/networkConfiguration'
import type { PoolKey } from '@galx/protocol/products'

export function withoutFirstStakes(plan: NetworkConfiguration): NetworkConfiguration {
  const pools = { ...plan.pools }
  for (const key of Object.keys(pools) as PoolKey[]) pools[key] = { ...pools[key]!, firstStake: 0n }
  return { ...plan, pools, vault: { ...plan.vault, firstDeposit: 0n } }
}
