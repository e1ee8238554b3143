import { PRODUCTS } from '@galx/protocol/products'
import type { StakingProduct } from '../../staking/product.ts'

/** MCM hash power: MCM, paid in GALX. */
export const MCM: StakingProduct = {
  pools: PRODUCTS.mcm.pools,
  outlines: { mcm: { stakeToken: 'MCM', pairToken: null, rewardToken: 'GALX', terms: 1 } },
}
