/** Leaving a position, without React: the returned amounts, the remaining position, the cost of an early exit. Amounts are wei. */
import {
  earlyExitPenalty,
  pairShareOf,
  penaltyReturned,
  SECONDS_PER_DAY,
  weightOf,
} from '@galx/protocol/formulas'
import type { WebPool } from '@galx/protocol/webConfig'
import type { AccountSnapshot, PoolSnapshot, Position } from '../core/chain/chainStore.ts'
import { tierOf } from './positionModel.ts'
import { multiplierOf } from './rewardModel.ts'
import type { Leg } from './stakeModel.ts'

export type UnstakePreview = {
  /** the returned amounts */
  legs: Leg[]
  left: Leg[]
  /** the position's weight before and after */
  weightBefore: bigint
  weightAfter: bigint
  /** the whole position is taken out */
  whole: boolean
}

/**
 * The result of unstaking `amount` of a position. In a pair pool the other token is returned in the same proportion, rounded
 * down while a part stays (as the contract does), and in full with the last part.
 */
export function unstakePreview(
  pool: WebPool,
  position: Position,
  amount: bigint,
  boostBps: number,
): UnstakePreview {
  const pairBack = position.amount === 0n ? position.pairAmount : pairShareOf(position, amount)
  const legs = (main: bigint, pair: bigint): Leg[] => [
    { token: pool.stakeToken, amount: main },
    ...(pool.pairToken === null ? [] : [{ token: pool.pairToken, amount: pair }]),
  ]
  const multiplier = multiplierOf(pool, position)
  return {
    legs: legs(amount, pairBack),
    left: legs(position.amount - amount, position.pairAmount - pairBack),
    weightBefore: weightOf(position.amount, multiplier, boostBps),
    weightAfter: weightOf(position.amount - amount, multiplier, boostBps),
    whole: amount === position.amount,
  }
}

/** The problem with an amount to withdraw; null without a problem. */
export function unstakeProblem(position: Position, amount: bigint | null): 'enter' | 'tooMuch' | null {
  if (amount === null || amount === 0n) return 'enter'
  return amount > position.amount ? 'tooMuch' : null
}

export type EarlyExitQuote = {
  /** false: this term has no early exit */
  offered: boolean
  /** the cost of leaving in a block whose time is `now` */
  cost: bigint
  /** the cost at the head: no later block costs more, so the app promises this cost before signing */
  most: bigint
  /** the least returned amounts, token by token */
  least: Leg[]
  /** the daily fall of the cost, wei of the stake token */
  fallsPerDay: bigint
  /** cost in basis points of the amount, rounded up */
  bps: number
  /** the stake token that stays in the position */
  left: bigint
  /**
   * the part of the cost that would stream back to the account's other stakes in the pool at the present weights; null if no stake would be
   * left in the pool
   */
  returned: bigint | null
}

export type EarlyExitMoment = {
  /** the present chain time, unix seconds: the head's time and the time that has passed since */
  now: number
  /** the head's time, unix seconds: every later block has a later time */
  head: number
}

/** The cost of withdrawing `amount` from a locked position. @param amount above 0, at most the position's amount */
export function earlyExitQuote(
  pool: WebPool,
  state: PoolSnapshot,
  account: Pick<AccountSnapshot, 'weight' | 'boostBps'>,
  position: Position,
  amount: bigint,
  { now, head }: EarlyExitMoment,
): EarlyExitQuote {
  const tier = tierOf(pool, position)
  const cost = earlyExitPenalty(amount, tier, position.unlockAt, now)
  const most = earlyExitPenalty(amount, tier, position.unlockAt, head)
  const { weightBefore, weightAfter, legs } = unstakePreview(pool, position, amount, account.boostBps)
  const leaving = weightBefore - weightAfter
  const rest = (weight: bigint) => (weight > leaving ? weight - leaving : 0n)
  return {
    offered: tier.penaltyBps > 0,
    cost,
    most,
    least: legs.map((leg, index) => (index === 0 ? { ...leg, amount: leg.amount - most } : leg)),
    fallsPerDay:
      tier.duration === 0
        ? 0n
        : (amount * BigInt(tier.penaltyBps) * SECONDS_PER_DAY) / (10_000n * BigInt(tier.duration)),
    bps: amount === 0n ? 0 : Number((cost * 10_000n + amount - 1n) / amount),
    left: position.amount - amount,
    returned: penaltyReturned(cost, rest(account.weight), rest(state.totalWeight)),
  }
}
