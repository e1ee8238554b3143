import { PRODUCTS } from '@galx/protocol/products'
import type { StakingProduct } from '../../staking/product.ts'

/** The AAA fund's pool: AAA, paid in AAA. */
export const AAA: StakingProduct = {
  pools: PRODUCTS.aaa.pools,
  outlines: { aaa: { stakeToken: 'AAA', pairToken: null, rewardToken: 'AAA', terms: 1 } },
}
