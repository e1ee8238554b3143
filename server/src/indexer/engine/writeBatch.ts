/** One range of blocks into the tables, with its cursor, in one database transaction: all of it or none of it. */
import { insertActivity } from '../../activity/activityRows.ts'
import type { AgreedRange } from '../../chain/rpc/agreement.ts'
import type { BlockRange } from '../../chain/rpc/fetchRange.ts'
import { insertNewcomers, insertTeamChanges, writeBindings } from '../../community/aggregates.ts'
import type { Sql } from '../../platform/database/connection.ts'
import { byKeysAlone, withoutWaitingForDisk } from '../../platform/database/transactionSettings.ts'
import { transact, type Transaction } from '../../platform/database/transaction.ts'
import { insertWeightChanges } from '../../weights/weightChanges.ts'
import { beginBatch, decodeRange, foldBatch, type FoldedBatch } from './batch.ts'
import { advanceCursor, type Cursor } from './cursor.ts'
import { epochOf, type Block, type Epochs } from './epochs.ts'
import { Lookahead } from './lookahead.ts'
import { insertUnconfirmed } from './unconfirmed.ts'
import { InconsistentEvents, type Source } from './source.ts'
import { writeSources } from './sourceList.ts'

/**
 * @param sql the leader's own connection
 * @param cursor where the tables stand; null before the first range
 * @param range no epoch that is closed may end within it
 * @param lookahead the ranges that this one belongs to; none: it is written alone
 * @returns where they stand now
 * @throws Contradiction, LeadershipLost, or the database's own error; the tables are then as before
 */
export async function writeBatch(
  sql: Sql,
  cursor: Cursor | null,
  range: BlockRange & Partial<Pick<AgreedRange, 'unconfirmed'>>,
  genesisHash: string,
  sources: readonly Source[],
  epochs: Epochs,
  lookahead = new Lookahead(() => null),
): Promise<Cursor> {
  const begun = lookahead.take(range)
  const last = range.headers.at(-1)!
  const epoch = epochOf(last.timestamp, epochs)
  const next = {
    ...{ number: last.number, hash: last.hash, timestamp: last.timestamp },
    epochStart: startOf(epoch, cursor, range, epochs),
  }
  try {
    await transact(sql, async (transaction) => {
      // The cursor would be lost with the rows, and the range is read again.
      await Promise.all([
        withoutWaitingForDisk(transaction),
        byKeysAlone(transaction),
        advanceCursor(transaction, cursor, next, genesisHash),
      ])
      if (cursor === null) await writeSources(transaction, sources)
      if (range.unconfirmed) await insertUnconfirmed(transaction, { ...range, ...range.unconfirmed })
      const batch = await (begun ?? foldAlone(transaction, range, sources))
      if (batch === null) return
      await writeState(transaction, batch, epochs, epoch)
      await lookahead.begin(transaction, sources, (epoch + 1) * epochs.duration)
      await writeRecords(transaction, batch, next)
    })
  } catch (error) {
    lookahead.drop()
    throw error
  }
  return next
}

/** @returns the first block of the epoch that the range ends in */
function startOf(epoch: number, cursor: Cursor | null, { headers }: BlockRange, epochs: Epochs): Block {
  if (cursor !== null && epochOf(cursor.timestamp, epochs) === epoch) return cursor.epochStart
  const { number, hash } = headers.find(({ timestamp }) => epochOf(timestamp, epochs) === epoch)!
  return { number, hash }
}

/** @returns null where there is nothing to write */
async function foldAlone(
  sql: Transaction,
  range: BlockRange,
  sources: readonly Source[],
): Promise<FoldedBatch | null> {
  const events = decodeRange(range, sources)
  return events.length === 0 ? null : foldBatch(await beginBatch(sql, range, events))
}

/** Everything that the batch behind this one may begin from. */
async function writeState(
  sql: Transaction,
  batch: FoldedBatch,
  epochs: Epochs,
  epoch: number,
): Promise<void> {
  const { forest, folds } = batch
  await insertNewcomers(sql, forest.newcomers())
  const writePoints = await epochs.follow(sql, batch, epoch)
  const changed = forest.changed()
  const bound = writeBindings(sql, changed).then((rows) => {
    if (rows !== changed.length) throw new InconsistentEvents('an account vanished while it was written')
  })
  // What needs no answer of another statement is sent at once. The connection keeps the order.
  await Promise.all([bound, writePoints(), ...[...folds.values()].map((fold) => fold.write(sql))])
}

/** What is only ever added, for those who read it outside: most of the database's work. */
async function writeRecords(
  sql: Transaction,
  { forest, activity, weightChanges }: FoldedBatch,
  last: Cursor,
): Promise<void> {
  await Promise.all([
    insertActivity(sql, activity),
    insertWeightChanges(sql, weightChanges),
    insertTeamChanges(sql, forest.teamChanges(), last.number, last.timestamp),
  ])
}
