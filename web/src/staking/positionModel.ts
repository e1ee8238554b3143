/** A position's amounts and lock, without React. Amounts are wei. leavingModel.ts computes the result of leaving. */
import { lockElapsedBps } from '@galx/protocol/formulas'
import type { WebPool, WebTier } from '@galx/protocol/webConfig'
import type { Position } from '../core/chain/chainStore.ts'
import type { Leg } from './stakeModel.ts'

/** A position's amounts, token by token, without zero amounts. */
export function principalOf(pool: WebPool, position: Position): Leg[] {
  const legs: Leg[] = [{ token: pool.stakeToken, amount: position.amount }]
  if (pool.pairToken !== null) legs.push({ token: pool.pairToken, amount: position.pairAmount })
  return legs.filter(({ amount }) => amount > 0n)
}

/** Whether a position holds only its pair token, because the stake token was paid out when the pair token refused the transfer. */
export function isRest(position: Position): boolean {
  return position.amount === 0n && position.pairAmount > 0n
}

/** The terms under which a position was opened. */
export function tierOf(pool: WebPool, position: Position): WebTier {
  return pool.tiers[position.tier] ?? { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }
}

/** Whether a position's lock is still running at `now`, unix seconds. */
export function isLocked(position: Position, now: number): boolean {
  return position.unlockAt > now
}

/** The passed part of a position's lock, 0 to 1. */
export function lockElapsed(pool: WebPool, position: Position, now: number): number {
  return lockElapsedBps(tierOf(pool, position), position.unlockAt, now) / 10_000
}
