/** The effect of a distribution on the account, computed without React. Amounts are wei, rounded down; times unix seconds. */
import { ratePerDay, SECONDS_PER_DAY } from '@galx/protocol/formulas'
import type { Streaming } from './fundReaders.ts'

/** A pool's whole stream in a day at its present rate; 0 once its budget has ended. */
export function streamedPerDay(stream: Streaming, now: number): bigint {
  return now >= stream.rewardEnd ? 0n : stream.rewardRate * SECONDS_PER_DAY
}

/** The daily reward of `weight` before and after a distribution; null without a weight, and while no account is staked. */
export function ownChange(
  before: Streaming,
  after: Streaming,
  weight: bigint,
  now: number,
): { before: bigint; after: bigint } | null {
  if (weight === 0n) return null
  const [earlier, later] = [ratePerDay(before, weight, now), ratePerDay(after, weight, now)]
  return earlier === null || later === null ? null : { before: earlier, after: later }
}
