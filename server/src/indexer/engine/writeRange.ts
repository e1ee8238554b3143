/**
 * Writes a range of blocks and its cursor in one database transaction, completely or not at all. Closes each epoch that ended before the range
 * first.
 */
import type { Logger } from 'pino'
import type { Sql } from '../../platform/database/connection.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { FatalError } from '../../platform/faults.ts'
import { epochOf, type EpochEnd, type Epochs } from '../../ledger/epochs.ts'
import { InconsistentEventsError, type Source } from '../../ledger/source.ts'
import { ROWS_AT_ONCE, insertWeightChanges } from '../../ledger/activityRows.ts'
import type { AgreedRange } from '../../chain/rpc/agreement.ts'
import type { BlockRange } from '../../chain/rpc/fetchRange.ts'
import { insertNewcomers, insertTeamChanges, writeBindings } from '../../community/aggregates.ts'
import type { Member } from '../../ledger/forest.ts'
import {
  transactWithSnapshot,
  byKeysAlone,
  withoutWaitingForDisk,
  transact,
  type Transaction,
} from '../../platform/database/transaction.ts'
import { decodeRange, makeBatch, type MadeBatch } from './batch.ts'
import { holdCursor, advanceCursor, type Cursor } from './cursor.ts'
import { insertUnconfirmed } from './confirming.ts'
import { writeSources } from './sourceList.ts'

/** The tables contain blocks after the end of an epoch that was not closed. */
class EpochMissedError extends FatalError {
  override name = 'EpochMissedError'
}

type WriteOptions = {
  sql: Sql
  genesisHash: string
  sources: readonly Source[]
  epochs: Epochs
  log: Logger
}

/**
 * After a stop at any moment, the next process continues at the cursor. An epoch is closed when the tables reach its end and the next block
 * lies in a later epoch.
 * @param cursor the last block in the tables; null before the first range
 * @param range must be a single block if it lies in a different epoch from the cursor (`momentWithin` says where to cut)
 * @returns the new cursor
 * @throws EpochInvariantError; the errors of `writeBatch`
 */
export async function writeRange(
  options: WriteOptions,
  cursor: Cursor | null,
  range: WrittenRange,
): Promise<Cursor> {
  const { sql, genesisHash, sources, epochs } = options
  const reached = epochOf(range.end.timestamp, epochs)
  const next = await epochs.next(sql)
  if (reached < next && next > epochs.first)
    throw new InconsistentEventsError(`block ${range.end.number} is of epoch ${reached}, which is closed`)
  // A closed epoch cannot be opened again. So the logs are decoded first: a range that cannot be decoded closes no epoch.
  if (next < reached) await decodeRange(range, sources)
  for (let epoch = next; epoch < reached; epoch += 1)
    await close(options, cursor, endOf(epoch, cursor, range.from, epochs), range)
  return writeBatch(sql, cursor, range, genesisHash, sources, epochs)
}

function endOf(epoch: number, cursor: Cursor | null, following: number, epochs: Epochs): EpochEnd {
  const within = cursor !== null && epochOf(cursor.timestamp, epochs) === epoch
  return {
    epoch,
    first: within ? cursor.epochStart : null,
    last: within ? { number: cursor.number, hash: cursor.hash } : null,
    blockNumber: following - 1,
  }
}

async function close(
  { sql, epochs, log }: WriteOptions,
  cursor: Cursor | null,
  end: EpochEnd,
  { from, to, unconfirmed }: WrittenRange,
): Promise<void> {
  const started = performance.now()
  const reader = { name: 'galx closing', limits: TIME_LIMITS.aggregate }
  // Every write of chain data moves the cursor. While this transaction holds the cursor, both connections see the tables at the epoch's end.
  const hash = await transactWithSnapshot(sql, reader, async (transaction, read) => {
    await holdCursor(transaction, cursor)
    // Only one node shows that the epoch has ended, so the range waits for confirmation from now on.
    if (unconfirmed) await insertUnconfirmed(transaction, { from, to, ...unconfirmed })
    return epochs.close(transaction, end, read)
  })
  log.info({ epoch: end.epoch, hash, milliseconds: Math.round(performance.now() - started) }, 'epoch closed')
}

/** @throws EpochMissedError if the tables passed an epoch's end before this program or its deployment file knew of the end */
export async function assertEpochs(sql: Sql, cursor: Cursor, epochs: Epochs): Promise<void> {
  const epoch = await epochs.next(sql)
  if (epochOf(cursor.timestamp, epochs) > epoch)
    throw new EpochMissedError(
      `the tables stand beyond the end of epoch ${epoch}, which was not closed there. Run "reindex"`,
    )
}

type WrittenRange = Pick<BlockRange, 'from' | 'to' | 'end' | 'logs' | 'times'> &
  Partial<Pick<AgreedRange, 'unconfirmed'>>

/**
 * @param sql the leader's own connection
 * @param cursor the last block in the tables; null before the first range
 * @param range must be a single block if it lies in a different epoch from the cursor
 * @returns the new cursor
 * @throws InvariantViolationError, LeadershipLostError, or the database's own error; the tables are then unchanged
 */
export async function writeBatch(
  sql: Sql,
  cursor: Cursor | null,
  range: WrittenRange,
  genesisHash: string,
  sources: readonly Source[],
  epochs: Epochs,
): Promise<Cursor> {
  const { number, hash, timestamp } = range.end
  const epoch = epochOf(timestamp, epochs)
  const goesOn = cursor !== null && epochOf(cursor.timestamp, epochs) === epoch
  const next = { number, hash, timestamp, epochStart: goesOn ? cursor.epochStart : { number, hash } }
  const events = await decodeRange(range, sources)
  await transact(sql, async (transaction) => {
    // If a crash loses the rows, it loses the cursor too. The range is then read again.
    await Promise.all([
      withoutWaitingForDisk(transaction),
      byKeysAlone(transaction),
      advanceCursor(transaction, cursor, next, genesisHash),
    ])
    if (cursor === null) await writeSources(transaction, sources)
    if (range.unconfirmed) await insertUnconfirmed(transaction, { ...range, ...range.unconfirmed })
    if (events.length === 0) return
    const batch = await makeBatch(transaction, range, events, { epochs, epoch })
    const written = await insertNewcomers(transaction, batch.forest.newcomers())
    const state = writeState(transaction, batch, written)
    await Promise.all([state, sendFewAtATime(recordsOf(transaction, batch, next))])
  })
  return next
}

/** Writes all rows that the next batch may read. @param written accounts whose rows are already written */
async function writeState(
  sql: Transaction,
  { forest, folds, writePoints }: MadeBatch,
  written: ReadonlySet<Member>,
): Promise<void> {
  const changed = forest.changed().filter((member) => !written.has(member))
  const bound = writeBindings(sql, changed).then((rows) => {
    if (rows !== changed.length) throw new InconsistentEventsError('an account vanished while it was written')
  })
  // Statements that do not depend on each other's answers are sent at once. The connection keeps the order.
  await Promise.all([bound, writePoints(sql), ...[...folds.values()].map((fold) => fold.write(sql))])
}

/** Inserts, in parts, the rows that no later batch reads: most of the database's work. */
function* recordsOf(
  sql: Transaction,
  { forest, activity, weightChanges }: MadeBatch,
  last: Cursor,
): Generator<Promise<void>> {
  yield* activity.insert(sql)
  for (const rows of slices(weightChanges, ROWS_AT_ONCE)) yield insertWeightChanges(sql, rows)
  for (const rows of slices(forest.teamChanges(), ROWS_AT_ONCE))
    yield insertTeamChanges(sql, rows, last.number, last.timestamp)
}

function* slices<Row>(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

/** The number of parts that are sent to the database at a time. Other statements wait for these parts only. */
const PARTS_UNDER_WAY = 2

/** Sends the next part as soon as an earlier part is done. @throws the error of the first part that fails */
async function sendFewAtATime(parts: Iterator<Promise<void>, unknown>): Promise<void> {
  const send = async (): Promise<void> => {
    for (let part = parts.next(); !part.done; part = parts.next()) await part.value
  }
  await Promise.all(Array.from({ length: PARTS_UNDER_WAY }, send))
}
