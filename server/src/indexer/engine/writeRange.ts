/** Writes a range of blocks into the tables in its own transaction. Closes each epoch that ended before the range first. */
import type { Logger } from 'pino'
import type { Sql } from '../../platform/database/connection.ts'
import { transactWithSnapshot } from '../../platform/database/withSnapshot.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { FatalError } from '../../platform/faults.ts'
import { decodeRange } from './batch.ts'
import { holdCursor, type Cursor } from './cursor.ts'
import { epochOf, type EpochEnd, type Epochs } from '../../ledger/epochs.ts'
import { InconsistentEventsError, type Source } from '../../ledger/source.ts'
import { insertUnconfirmed } from './unconfirmed.ts'
import { writeBatch, type WrittenRange } from './writeBatch.ts'

/** The tables contain blocks after the end of an epoch that was not closed. */
class EpochMissedError extends FatalError {
  override name = 'EpochMissedError'
}

export type WriteOptions = {
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
