/** The tokens of each pool, the same in every plan. A plan's file has the terms and amounts. */
import type { PoolKey } from '@galx/protocol/products'
import type { PoolPlan } from './networkConfiguration.ts'

type PoolShape = Pick<PoolPlan, 'stakeToken' | 'pairToken' | 'rewardToken' | 'boosted'>

const plain = { pairToken: null, boosted: false }

export const POOL_SHAPES: Record<PoolKey, PoolShape> = {
  galx: { ...plain, stakeToken: 'GALX', rewardToken: 'GALX' },
  galxMcm: { ...plain, stakeToken: 'GALX', pairToken: 'MCM', rewardToken: 'GALX' },
  btc: { ...plain, stakeToken: 'AAA', rewardToken: 'BTCB', boosted: true },
  mcm: { ...plain, stakeToken: 'MCM', rewardToken: 'GALX' },
  mcf: { ...plain, stakeToken: 'MCM', rewardToken: 'MCM' },
  aaa: { ...plain, stakeToken: 'AAA', rewardToken: 'AAA' },
}
