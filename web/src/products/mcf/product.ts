import { PRODUCTS } from '@galx/protocol/products'
import type { StakingProduct } from '../../staking/product.ts'

/** The term deposit: MCM for 30 to 360 days, paid in MCM. */
export const MCF: StakingProduct = {
  pools: PRODUCTS.mcf.pools,
  outlines: { mcf: { stakeToken: 'MCM', pairToken: null, rewardToken: 'MCM', terms: 4 } },
}
