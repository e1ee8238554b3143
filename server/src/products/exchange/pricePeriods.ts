/** The table of prices by period. Periods are joined when they are written. A read takes at most a few hundred rows. */
import type { PriceRange } from '@galx/protocol/http/priceHistory'
import type { Queryable } from '../../platform/database/connection.ts'
import { PERIOD_LENGTHS, type Period } from './periods.ts'

/** Joins with the periods of earlier batches, so that the same events give the same rows however they are divided into batches. */
export async function writePeriods(sql: Queryable, pair: string, periods: readonly Period[]): Promise<void> {
  if (periods.length === 0) return
  const amounts = (of: (period: Period) => bigint) => periods.map((period) => of(period).toString())
  await sql`
    insert into galx.price_periods as known
      (pair, seconds, starts, opened, high, low, closed, closed_at, base_volume, quote_volume, swaps)
    select ${pair}::bytea, * from unnest(
      ${periods.map(({ seconds }) => seconds)}::integer[],
      ${periods.map(({ starts }) => starts)}::bigint[],
      ${amounts(({ opened }) => opened)}::numeric[],
      ${amounts(({ high }) => high)}::numeric[],
      ${amounts(({ low }) => low)}::numeric[],
      ${amounts(({ closed }) => closed)}::numeric[],
      ${periods.map(({ closedAt }) => closedAt)}::bigint[],
      ${amounts(({ baseVolume }) => baseVolume)}::numeric[],
      ${amounts(({ quoteVolume }) => quoteVolume)}::numeric[],
      ${periods.map(({ swaps }) => swaps)}::bigint[])
    on conflict (pair, seconds, starts) do update set
      high = greatest(known.high, excluded.high),
      low = least(known.low, excluded.low),
      closed = excluded.closed,
      closed_at = excluded.closed_at,
      base_volume = known.base_volume + excluded.base_volume,
      quote_volume = known.quote_volume + excluded.quote_volume,
      swaps = known.swaps + excluded.swaps`
}

/** The largest number of points in an answer. */
export const MOST_POINTS = 400

/** The length of each range, and the length of its periods, in seconds. `all` chooses the shortest periods that do not exceed MOST_POINTS. */
const RANGES: Readonly<Record<Exclude<PriceRange, 'all'>, { length: number; period: number }>> = {
  hour: { length: 3_600, period: 60 },
  day: { length: 86_400, period: 900 },
  week: { length: 7 * 86_400, period: 7_200 },
  month: { length: 30 * 86_400, period: 21_600 },
}

export type PriceHistory = {
  periodSeconds: number
  from: number
  /** null: there was no price yet */
  before: bigint | null
  points: { at: number; price: bigint }[]
  high: bigint | null
  low: bigint | null
  baseVolume: bigint
  quoteVolume: bigint
  swaps: number
}

type Summed = Pick<PriceHistory, 'high' | 'low' | 'baseVolume' | 'quoteVolume' | 'swaps'>

/** @param now unix seconds */
export async function readPriceHistory(
  sql: Queryable,
  pair: string,
  range: PriceRange,
  now: number,
): Promise<PriceHistory> {
  const { from, period } =
    range === 'all' ? await wholeRange(sql, pair, now) : rangeBefore(RANGES[range], now)
  const [[all], [before]] = await Promise.all([
    // One row, so that points and sums belong to one moment. Prices are texts, because JSON has no large whole numbers.
    sql<({ points: [at: number, price: string][] } & Summed)[]>`
      select coalesce(json_agg(json_build_array(closed_at, closed::text) order by starts), '[]') as points,
        max(high) as high, min(low) as low, coalesce(sum(base_volume), 0) as "baseVolume",
        coalesce(sum(quote_volume), 0) as "quoteVolume", coalesce(sum(swaps), 0)::bigint as swaps
      from (
        select * from galx.price_periods
        where pair = ${pair}::bytea and seconds = ${period} and starts >= ${from}
        order by starts limit ${MOST_POINTS}) one`,
    sql<{ closed: bigint }[]>`
      select closed from galx.price_periods
      where pair = ${pair}::bytea and seconds = ${period} and starts < ${from}
      order by starts desc limit 1`,
  ])
  const { points, high, low, ...sums } = all!
  const opened = before?.closed ?? null
  return {
    periodSeconds: period,
    from,
    before: opened,
    points: points.map(([at, price]) => ({ at, price: BigInt(price) })),
    // The price at the start of the range belongs to the range too.
    high: high === null || (opened !== null && opened > high) ? opened : high,
    low: low === null || (opened !== null && opened < low) ? opened : low,
    ...sums,
  }
}

/** A range begins with a whole period, so that the sums count no part of a period. */
function rangeBefore({ length, period }: { length: number; period: number }, now: number) {
  const start = now - length
  return { from: start - (start % period), period }
}

/** Starts at the first price, and uses the shortest periods that give at most MOST_POINTS points. */
async function wholeRange(sql: Queryable, pair: string, now: number) {
  const [first] = await sql<{ starts: number }[]>`
    select starts from galx.price_periods
    where pair = ${pair}::bytea and seconds = ${PERIOD_LENGTHS[0]} order by starts limit 1`
  const begun = first?.starts ?? now
  const longest = PERIOD_LENGTHS.at(-1)!
  const period = PERIOD_LENGTHS.find((seconds) => (now - begun) / seconds < MOST_POINTS - 1) ?? longest
  return { from: begun - (begun % period), period }
}
