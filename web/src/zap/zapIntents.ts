/** The linked intents of a zap: the swap, and the stake of the least that the swap gives. */
import { PAGE_OF_POOL, type PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import type { Intent } from '../core/transactions/intent.ts'
import { stakeIntent } from '../staking/intents.ts'
import { swapIntent } from '../swap/swapIntent.ts'
import { promisedBy, type SwapPreview } from '../swap/swapModel.ts'
import { factsOf, receivedIn, stakeable } from './zapModel.ts'

export function zapIntents(
  preview: SwapPreview,
  key: PoolKey,
  pool: WebPool,
  tier: number,
): [Intent, Intent] {
  const swap = swapIntent(preview)
  const stake = promisedBy(preview)
  return [
    {
      ...swap,
      prepare: async (account) => {
        const plan = await swap.prepare(account)
        return {
          ...plan,
          facts: { ...plan.facts, ...factsOf({ pool: key, tier, stake }) },
          next: { label: 'stakeIt', page: PAGE_OF_POOL[key] },
        }
      },
    },
    stakeAfterSwap(key, pool, stake, tier),
  ]
}

/** Stakes `least` wei of a swap's result, or less if less arrived. */
export function stakeAfterSwap(key: PoolKey, pool: WebPool, least: bigint, tier: number): Intent {
  const promised = stakeIntent(key, pool, least, tier)
  return {
    ...promised,
    prepare: async (account, earlier) => {
      if (earlier === undefined) return promised.prepare(account)
      const amount = stakeable(least, receivedIn(earlier, pool.stakeToken))
      const stake = stakeIntent(key, pool, amount, tier)
      return { ...(await stake.prepare(account)), title: stake.describe() }
    },
  }
}
