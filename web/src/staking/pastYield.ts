/** A pool's past yield as points of a chart. Amounts are wei, times unix seconds, rounding is downward. */
import { weightOf } from '@galx/protocol/formulas'
import type { PoolYieldsData } from '@galx/protocol/http/poolYields'
import type { ChartPoint } from '../design/Chart/chartModel.ts'
import { QUOTED_AMOUNT } from './stakeModel.ts'

/** The selectable spans, in days, with the running day. */
export const SPANS = { month: 31, quarter: 90 } as const
export type Span = keyof typeof SPANS

const ONE = 10n ** 18n

/** The weight of the quoted amount. @param multiplierBps of its tier */
export function quotedWeight(multiplierBps: number): bigint {
  return weightOf(QUOTED_AMOUNT, multiplierBps, 10_000)
}

/**
 * The reward of `weight` on each complete day, at the end of the day. The running day is left out.
 * @param perDay the present reward of `weight` per day; null if unknown
 * @param now the time of `perDay`
 */
export function yieldPoints(
  { periods, asOf }: PoolYieldsData,
  weight: bigint,
  perDay: bigint | null,
  now: number,
): ChartPoint[] {
  const past = periods
    .filter(({ to }) => to < (asOf?.at ?? 0))
    .map(({ to, perToken }) => ({ at: to, value: (BigInt(perToken) * weight) / ONE }))
  return perDay === null ? past : [...past, { at: Math.floor(now), value: perDay }]
}
