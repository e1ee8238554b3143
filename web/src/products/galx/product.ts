import { PRODUCTS } from '@galx/protocol/products'
import type { StakingProduct } from '../../staking/product.ts'

/** The GALX ecosystem: GALX alone, or GALX and MCM together. */
export const GALX: StakingProduct = {
  pools: PRODUCTS.galx.pools,
  outlines: {
    galx: { stakeToken: 'GALX', pairToken: null, rewardToken: 'GALX', terms: 1 },
    galxMcm: { stakeToken: 'GALX', pairToken: 'MCM', rewardToken: 'GALX', terms: 1 },
  },
}
