/** Earnings over time as points of a chart. Amounts are wei, times unix seconds. */
import type { EarningsData } from '@galx/protocol/http/earnings'
import type { ChartPoint } from '../../design/Chart/chartModel.ts'

/** The selectable spans, each with its period. */
export const SPANS = {
  day: { period: 'hour', count: 24 },
  month: { period: 'day', count: 30 },
  quarter: { period: 'day', count: 90 },
} as const
export type Span = keyof typeof SPANS

/** The denominator of a share in the chart. */
export const WHOLE = 1_000_000n

/** The earnings of each period, at its start; the last period is still running. */
export function earnedPoints({ periods }: EarningsData): ChartPoint[] {
  return periods.map(({ from, earned }) => ({ at: from, value: BigInt(earned) }))
}

/**
 * The account's part of the pool's weight at the end of each period, in parts of WHOLE, rounded down; no point for a period in which no
 * account was staked.
 */
export function sharePoints({ periods }: EarningsData): ChartPoint[] {
  return periods.flatMap(({ to, weight, totalWeight }) =>
    totalWeight === '0' ? [] : [{ at: to, value: (BigInt(weight) * WHOLE) / BigInt(totalWeight) }],
  )
}

export type EarningsSum = { earned: bigint; claimed: bigint }

export function sumOf({ periods }: EarningsData): EarningsSum {
  return {
    earned: periods.reduce((sum, { earned }) => sum + BigInt(earned), 0n),
    claimed: periods.reduce((sum, { claimed }) => sum + BigInt(claimed), 0n),
  }
}

/** Whether there is anything to draw: a weight, earnings or claims. */
export function hasEarnings(data: EarningsData): boolean {
  const { earned, claimed } = sumOf(data)
  return earned > 0n || claimed > 0n || data.periods.some(({ weight }) => weight !== '0')
}
