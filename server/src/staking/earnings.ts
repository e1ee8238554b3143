/**
 * The earnings of an account's weight in a pool in each period: computed from the pool's accruals at the ends of the periods and the account's own
 * changes of weight. Amounts and weights are wei, times are unix seconds, and all rounding is down. The contract also rounds down when it
 * pays, so a sum over periods can exceed the paid and owed amounts by at most one wei for each claim.
 */
import type { Address } from 'viem'
import type { EarningsPeriod } from '@galx/protocol/http/earnings'
import type { PoolYieldsPeriod } from '@galx/protocol/http/poolYields'
import type { Queryable, Sql } from '../platform/database/connection.ts'
import { transact } from '../platform/database/transaction.ts'
import { ACCRUAL_COLUMNS } from './rows.ts'
import { earnedBetween, perWeightAt, type Accrual } from './accruals.ts'

/** Full hours, so that the stored accruals give the exact accumulator at each end. */
export const PERIOD_SECONDS = { hour: 3_600, day: 86_400 } as const

/** The largest number of changes of one account's weight, and of its events, that one answer reads, the newest first. */
const MOST_CHANGES = 5_000

/** A moment between two periods, and the state of the pool then; null before the pool's first change. */
type Boundary = { time: number; accrual: Accrual | null }
/** A change of the account: its weight from then on, and the earnings of one unit of weight until then. */
type OwnChange = { at: number; weight: bigint; perWeight: bigint }

type Earned = Pick<EarningsPeriod, 'from' | 'to'> & Record<'earned' | 'weight' | 'totalWeight', bigint>

/**
 * @param boundaries the boundaries in order, one more than there are periods
 * @param before the account's weight at the first boundary
 * @param changes the account's changes since the first boundary, in order
 */
function earningsOf(
  boundaries: readonly Boundary[],
  before: bigint,
  changes: readonly OwnChange[],
): Earned[] {
  const periods: Earned[] = []
  let weight = before
  let next = 0
  for (const [index, end] of boundaries.entries()) {
    const start = boundaries[index - 1]
    if (start === undefined) continue
    // A change at the second in which a period ends belongs to the next period. In the last period, all remaining changes count.
    const last = index === boundaries.length - 1
    let from = accumulated(start)
    let earned = 0n
    for (; next < changes.length; next += 1) {
      const change = changes[next]!
      if (!last && change.at >= end.time) break
      earned += earnedBetween(weight, from, change.perWeight)
      from = change.perWeight
      weight = change.weight
    }
    earned += earnedBetween(weight, from, accumulated(end))
    periods.push({
      from: start.time,
      to: end.time,
      earned,
      weight,
      totalWeight: end.accrual?.totalWeight ?? 0n,
    })
  }
  return periods
}

function accumulated({ time, accrual }: Boundary): bigint {
  return accrual === null ? 0n : perWeightAt(accrual, time)
}

export type Earnings = {
  /** null before the first block */
  asOf: { block: number; at: number } | null
  periods: EarningsPeriod[]
}

/**
 * @param pool the contract's id
 * @param seconds the length of a period, a multiple of an hour
 * @param count the number of periods, including the current period; an account with more than MOST_CHANGES changes or events in these periods gets
 * fewer periods
 */
export function readEarnings(
  sql: Sql,
  account: Address,
  pool: bigint,
  seconds: number,
  count: number,
): Promise<Earnings> {
  // All reads see one block, although the indexer continues to write.
  return transact(sql, async (transaction) => {
    await transaction`set transaction isolation level repeatable read read only`
    return readEarningsIn(transaction, account, pool, seconds, count)
  })
}

/** Like `readEarnings`, within a transaction that sees one state of the tables. */
export async function readEarningsIn(
  sql: Queryable,
  account: Address,
  pool: bigint,
  seconds: number,
  count: number,
): Promise<Earnings> {
  const cursor = await readCursor(sql)
  if (cursor === null) return { asOf: null, periods: [] }
  const all = await readBoundaries(sql, pool, cursor.at, seconds, count)
  const [known, paid] = await Promise.all([
    readChanges(sql, account, pool, all[0]!),
    readPaid(sql, account, pool, all[0]!, seconds),
  ])
  const since = Math.max(known.since, paid.since)
  const shown = all.filter(({ time }) => time >= since)
  if (shown.length < 2) return { asOf: cursor, periods: [] }
  const [first] = shown
  const earlier = known.changes.filter(({ at }) => at < first!.time)
  const periods = earningsOf(
    shown,
    earlier.at(-1)?.weight ?? known.before,
    known.changes.slice(earlier.length),
  )
  return {
    asOf: cursor,
    periods: periods.map(({ from, to, earned, weight, totalWeight }) => ({
      from,
      to,
      earned: earned.toString(),
      claimed: (paid.byStart.get(from) ?? 0n).toString(),
      weight: weight.toString(),
      totalWeight: totalWeight.toString(),
    })),
  }
}

/** 10^18 wei of weight: one staked token with the multiplier 1. */
const TOKEN = 10n ** 18n

export type PoolYields = Pick<Earnings, 'asOf'> & { periods: PoolYieldsPeriod[] }

/**
 * The earnings of one staked token in each period.
 * @param pool the contract's id
 * @param seconds of a period, a multiple of an hour
 * @param count of periods, including the current one. A period at whose start less than one token was staked is left out: the first
 *   stakes of a pool are small, and earn much for a while
 */
export function readPoolYields(sql: Sql, pool: bigint, seconds: number, count: number): Promise<PoolYields> {
  return transact(sql, async (transaction) => {
    await transaction`set transaction isolation level repeatable read read only`
    const cursor = await readCursor(transaction)
    if (cursor === null) return { asOf: null, periods: [] }
    const boundaries = await readBoundaries(transaction, pool, cursor.at, seconds, count)
    const periods = boundaries.slice(1).flatMap((end, index) => {
      const start = boundaries[index]!
      if (end.accrual === null || (start.accrual?.totalWeight ?? 0n) < TOKEN) return []
      const perToken = earnedBetween(TOKEN, accumulated(start), accumulated(end))
      return [
        {
          from: start.time,
          to: end.time,
          perToken: perToken.toString(),
          totalWeight: end.accrual.totalWeight.toString(),
        },
      ]
    })
    return { asOf: cursor, periods }
  })
}

async function readCursor(sql: Queryable): Promise<Earnings['asOf']> {
  const [cursor] = await sql<{ block: number; at: number }[]>`
    select number as block, timestamp as at from galx.cursor`
  return cursor ?? null
}

function idOfPool(sql: Queryable, pool: bigint) {
  return sql`(select id from galx.pools where pool = ${pool.toString()}::numeric)`
}

function idOfAccount(sql: Queryable, account: Address) {
  return sql`(select id from galx.accounts where address = ${account})`
}

/**
 * The starts of the newest `count` periods, and `now`.
 * @param seconds of a period
 */
async function readBoundaries(
  sql: Queryable,
  pool: bigint,
  now: number,
  seconds: number,
  count: number,
): Promise<Boundary[]> {
  const running = now - (now % seconds)
  const starts = Array.from({ length: count }, (_, index) => running - (count - 1 - index) * seconds)
  const [past, latest] = await Promise.all([readHours(sql, pool, starts), readLatest(sql, pool)])
  return [...past, { time: now, accrual: latest }]
}

/** The pool's last change before each of the full hours. */
async function readHours(sql: Queryable, pool: bigint, times: readonly number[]): Promise<Boundary[]> {
  const rows = await sql<(Accrual & { time: number })[]>`
    select boundary.time, accrual.*
    from unnest(${times as number[]}::bigint[]) as boundary (time) cross join lateral (
      select ${ACCRUAL_COLUMNS(sql)} from galx.pool_accruals
      where pool_id = ${idOfPool(sql, pool)} and hour < boundary.time / 3600 order by hour desc limit 1
    ) accrual`
  const found = new Map(rows.map((row) => [row.time, row]))
  return times.map((time) => ({ time, accrual: found.get(time) ?? null }))
}

/** The pool's last change. */
async function readLatest(sql: Queryable, pool: bigint): Promise<Accrual | null> {
  const [row] = await sql<Accrual[]>`
    select ${ACCRUAL_COLUMNS(sql)} from galx.pool_accruals
    where pool_id = ${idOfPool(sql, pool)} order by hour desc limit 1`
  return row ?? null
}

type KnownChanges = {
  /** the account's weight at the first boundary; without meaning if `since` is later */
  before: bigint
  changes: OwnChange[]
  /** time from which the changes are complete */
  since: number
}

async function readChanges(
  sql: Queryable,
  account: Address,
  pool: bigint,
  { time, accrual }: Boundary,
): Promise<KnownChanges> {
  const from = accrual?.block ?? -1
  const own = sql`account_id = ${idOfAccount(sql, account)} and pool_id = ${idOfPool(sql, pool)}`
  const [rows, [earlier]] = await Promise.all([
    sql<OwnChange[]>`
      select at, weight, per_weight as "perWeight" from galx.weight_changes
      where ${own} and block_number > ${from}
      order by block_number desc, log_index desc limit ${MOST_CHANGES}`,
    sql<{ weight: bigint }[]>`
      select weight from galx.weight_changes where ${own} and block_number <= ${from}
      order by block_number desc, log_index desc limit 1`,
  ])
  const changes = rows.reverse()
  const since = changes.length < MOST_CHANGES ? time : changes[0]!.at + 1
  return { before: earlier?.weight ?? 0n, changes, since }
}

type Paid = {
  /** paid amounts, by the start of the period */
  byStart: Map<number, bigint>
  /** time from which the payments are complete */
  since: number
}

/** @param seconds the length of a period */
export async function readPaid(
  sql: Queryable,
  account: Address,
  pool: bigint,
  { time, accrual }: Boundary,
  seconds: number,
): Promise<Paid> {
  // Reads events of all kinds. If few events are payments, a search for payments would read the other events anyway.
  const rows = await sql<{ at: number; paid: bigint }[]>`
    select at, case kind when 'claim' then amount when 'exit' then coalesce(reward, 0) else 0 end as paid
    from galx.activity
    where contract = 'StakingPools' and coalesce(pool_id, 0::smallint) = ${idOfPool(sql, pool)}
      and account_id = ${idOfAccount(sql, account)} and block_number > ${accrual?.block ?? -1}
    order by block_number desc, log_index desc limit ${MOST_CHANGES}`
  const byStart = new Map<number, bigint>()
  for (const { at, paid } of rows) {
    const start = at - (at % seconds)
    byStart.set(start, (byStart.get(start) ?? 0n) + paid)
  }
  return { byStart, since: rows.length < MOST_CHANGES ? time : rows.at(-1)!.at + 1 }
}
