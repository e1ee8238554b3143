/** One range of blocks into the tables, with its cursor, in one database transaction: all of it or none of it. */
import { applyAccountChanges, insertNewcomers, loadAncestry } from '../../community/aggregates.ts'
import type { Sql } from '../../platform/database/connection.ts'
import { advanceCursor, type Cursor, type Origin } from './cursor.ts'
import { insertFunding, insertPool, readPools, setStakingPaused } from '../../staking/pools.ts'
import {
  insertActivity,
  insertPositions,
  loadWeights,
  reducePositions,
  writeWeights,
} from '../../staking/stakes.ts'
import { transact, type Transaction } from '../../platform/database/transaction.ts'
import { decodeEvent, type PoolEvent } from '../../staking/events.ts'
import { InconsistentEvents, fold, weightKey, type StoredPool } from '../../staking/fold.ts'
import { Forest } from '../../community/forest.ts'
import type { BlockRange } from '../../chain/rpc/fetchRange.ts'

/**
 * @param sql the leader's own connection
 * @param cursor where the tables stand; null before the first range
 * @returns where they stand now
 * @throws InconsistentEvents, LeadershipLost, or the database's own error; the tables are then as before
 */
export const writeBatch = async (
  sql: Sql,
  cursor: Cursor | null,
  range: BlockRange,
  origin: Origin,
): Promise<Cursor> => {
  const events = range.logs.map(decodeEvent)
  const last = range.headers.at(-1)!
  const next = { number: last.number, hash: last.hash, timestamp: last.timestamp }
  const timeOf = (block: number) => range.headers[block - range.from]!.timestamp
  await transact(sql, async (transaction) => {
    await advanceCursor(transaction, cursor, next, origin)
    if (events.length) await writeEvents(transaction, events, timeOf)
  })
  return next
}

const writeEvents = async (
  sql: Transaction,
  events: readonly PoolEvent[],
  timeOf: (block: number) => number,
): Promise<void> => {
  const pools = await writePools(sql, events, timeOf)
  const stored = await loadAncestry(sql, [...addressesOf(events)])
  const forest = new Forest(stored)
  const addressOf = new Map(stored.map(({ id, address }) => [id, address]))
  // Of those whose weight the events tell; their ancestors, who may be many more, have none to be compared.
  const acting = new Set(events.flatMap((event) => ('account' in event ? [event.account] : [])))
  const actingIds = stored.filter(({ address }) => acting.has(address)).map(({ id }) => id)
  const weights = new Map(
    (await loadWeights(sql, actingIds)).map(({ accountId, poolId, weight }) => [
      weightKey(addressOf.get(accountId)!, poolId),
      weight,
    ]),
  )
  const outcome = fold(events, { pools, weights, forest, timeOf })
  await insertNewcomers(sql, forest.newcomers())
  const changes = forest.changes()
  if ((await applyAccountChanges(sql, changes)) !== changes.length)
    throw new InconsistentEvents('an account vanished while it was written')
  await writeWeights(sql, outcome.weights)
  await insertPositions(sql, outcome.opened)
  if ((await reducePositions(sql, outcome.reduced)) !== outcome.reduced.length)
    throw new InconsistentEvents(
      `blocks ${events[0]!.block} to ${events.at(-1)!.block} take from a position that was never opened`,
    )
  await insertActivity(sql, outcome.activity)
}

/** Accounts that act, and inviters that stakes name. */
const addressesOf = (events: readonly PoolEvent[]): Set<string> => {
  const addresses = new Set<string>()
  for (const event of events) {
    if ('account' in event) addresses.add(event.account)
    if (event.kind === 'stake' && event.inviter) addresses.add(event.inviter)
  }
  return addresses
}

/** Writes what concerns the pools themselves. @returns all pools, the new ones included */
const writePools = async (
  sql: Transaction,
  events: readonly PoolEvent[],
  timeOf: (block: number) => number,
): Promise<Map<bigint, StoredPool>> => {
  const pools = new Map<bigint, StoredPool>()
  for (const { id, pool, tiers } of await readPools(sql))
    pools.set(pool, { id, durations: tiers.map(({ duration }) => duration) })
  for (const event of events) {
    const at = timeOf(event.block)
    if (event.kind === 'pool') {
      const id = await insertPool(sql, event, at)
      pools.set(event.pool, { id, durations: event.tiers.map(({ duration }) => duration) })
    } else if (event.kind === 'fund' || event.kind === 'pause') {
      const pool = pools.get(event.pool)
      if (!pool) throw new InconsistentEvents(`block ${event.block} speaks of the unknown pool ${event.pool}`)
      if (event.kind === 'fund') await insertFunding(sql, pool.id, event, at)
      else await setStakingPaused(sql, pool.id, event.paused)
    }
  }
  return pools
}
