import { PRODUCTS } from '@galx/protocol/products'
import type { StakingProduct } from '../../staking/product.ts'

/** BTC hash power: AAA, paid in BTCB; levels boost it. */
export const BTC: StakingProduct = {
  pools: PRODUCTS.btc.pools,
  outlines: { btc: { stakeToken: 'AAA', pairToken: null, rewardToken: 'BTCB', terms: 1 } },
}
