/**
 * What an account earns between two readings of the chain. Pure; all rounding is downward, so that what is shown is never
 * more than what the contract pays at the same second.
 */
import type { AccountSnapshot, Head, PoolSnapshot } from './chainStore.ts'

export const SECONDS_PER_DAY = 86_400n
const MILLISECONDS = 1_000n

/** The pool's own numbers that the functions below need. */
export type Stream = Pick<PoolSnapshot, 'totalWeight' | 'rewardRate' | 'rewardEnd'>
export type Earner = Pick<AccountSnapshot, 'weight' | 'earned' | 'timestamp'>

/**
 * Wei of the reward token earned at `nowSeconds`: what was read, plus the account's share of the stream since then, up to
 * the stream's end. Never below what was read, also when `nowSeconds` lies before the reading.
 * @param nowSeconds chain time; a fraction is taken to the millisecond, so that a display can count smoothly
 */
export function earnedAt(account: Earner, pool: Stream, nowSeconds: number): bigint {
  if (pool.totalWeight === 0n || account.weight === 0n) return account.earned
  const until = Math.min(nowSeconds, pool.rewardEnd)
  const elapsed = BigInt(Math.floor(until * 1_000)) - BigInt(account.timestamp) * MILLISECONDS
  if (elapsed <= 0n) return account.earned
  return account.earned + (pool.rewardRate * elapsed * account.weight) / (pool.totalWeight * MILLISECONDS)
}

/**
 * Wei of the reward token that `weight` earns in a day at the running rate over the current total weight: what the chain
 * says now, not a projection. 0 once the stream has ended; null while nobody is staked, as there is no rate to share.
 * @param weight wei of weight within the pool's total, such as 1 000e18 for "per thousand staked"
 */
export function ratePerDay(pool: Stream, weight: bigint, nowSeconds: number): bigint | null {
  if (nowSeconds >= pool.rewardEnd) return 0n
  if (pool.totalWeight === 0n) return null
  return (pool.rewardRate * SECONDS_PER_DAY * weight) / pool.totalWeight
}

/** When the funded budget runs out, unix seconds; null when there is none running. */
export function budgetEnd(pool: Stream, nowSeconds: number): number | null {
  return pool.rewardRate > 0n && pool.rewardEnd > nowSeconds ? pool.rewardEnd : null
}

/** Weight of a stake: amount × tier multiplier × account boost, wei, rounded down. */
export function weightOf(amount: bigint, multiplierBps: number, boostBps: number): bigint {
  return (amount * BigInt(multiplierBps) * BigInt(boostBps)) / 100_000_000n
}

/** Wei of the pair token that go with `amount` of the stake token, rounded up as the contract does. */
export function pairAmountFor(amount: bigint, pairRatio: bigint): bigint {
  const one = 10n ** 18n
  return (amount * pairRatio + one - 1n) / one
}

/**
 * Chain time now, seconds with a fraction: the head's time plus what this device's clock has counted since it was read.
 * The device's clock itself may be wrong; only its differences are used.
 */
export function chainNow(head: Head, nowMilliseconds: number): number {
  return head.timestamp + Math.max(0, nowMilliseconds - head.readAt) / 1_000
}
