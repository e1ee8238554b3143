/** One range of blocks into the tables, with its cursor, in one database transaction: all of it or none of it. */
import { insertActivity } from '../../activity/activityRows.ts'
import type { Place } from '../../chain/decoding.ts'
import type { AgreedRange } from '../../chain/rpc/agreement.ts'
import type { BlockRange } from '../../chain/rpc/fetchRange.ts'
import {
  insertNewcomers,
  insertTeamChanges,
  loadAccounts,
  loadAncestors,
  writeBindings,
} from '../../community/aggregates.ts'
import { Forest } from '../../community/forest.ts'
import type { Sql } from '../../platform/database/connection.ts'
import { byKeysAlone, withoutWaitingForDisk } from '../../platform/database/transactionSettings.ts'
import { transact, type Transaction } from '../../platform/database/transaction.ts'
import { insertWeightChanges } from '../../weights/weightChanges.ts'
import { advanceCursor, type Cursor } from './cursor.ts'
import { epochOf, type Block, type Epochs } from './epochs.ts'
import { insertUnconfirmed } from './unconfirmed.ts'
import { InconsistentEvents, type Batch, type Fold, type Source } from './source.ts'
import { writeSources } from './sourceList.ts'

type SourcedEvent = { source: Source; event: Place }

/**
 * @param sql the leader's own connection
 * @param cursor where the tables stand; null before the first range
 * @param range no epoch that is closed may end within it
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
): Promise<Cursor> {
  const events = decode(range, sources)
  const last = range.headers.at(-1)!
  const epoch = epochOf(last.timestamp, epochs)
  const next = {
    ...{ number: last.number, hash: last.hash, timestamp: last.timestamp },
    epochStart: startOf(epoch, cursor, range, epochs),
  }
  const timeOf = (block: number) => range.headers[block - range.from]!.timestamp
  await transact(sql, async (transaction) => {
    // The cursor would be lost with the rows, and the range is read again.
    await Promise.all([
      withoutWaitingForDisk(transaction),
      advanceCursor(transaction, cursor, next, genesisHash),
    ])
    if (cursor === null) await writeSources(transaction, sources)
    if (range.unconfirmed) await insertUnconfirmed(transaction, { ...range, ...range.unconfirmed })
    if (events.length)
      await writeEvents(transaction, events, timeOf, next, (batch) => epochs.follow(batch, epoch))
  })
  return next
}

/** @returns the first block of the epoch that the range ends in */
function startOf(epoch: number, cursor: Cursor | null, { headers }: BlockRange, epochs: Epochs): Block {
  if (cursor !== null && epochOf(cursor.timestamp, epochs) === epoch) return cursor.epochStart
  const { number, hash } = headers.find(({ timestamp }) => epochOf(timestamp, epochs) === epoch)!
  return { number, hash }
}

/** The same topic may be an event of several contracts: the address decides who decodes. */
function decode({ logs }: BlockRange, sources: readonly Source[]): SourcedEvent[] {
  const byAddress = new Map(sources.map((source) => [source.address, source]))
  return logs.map((log) => {
    const source = byAddress.get(log.address)
    if (!source) throw new InconsistentEvents(`a log of ${log.address} belongs to no source`)
    return { source, event: source.decode(log) }
  })
}

async function writeEvents(
  sql: Transaction,
  events: readonly SourcedEvent[],
  timeOf: (block: number) => number,
  last: Cursor,
  follow: (batch: Batch) => Promise<() => Promise<void>>,
): Promise<void> {
  const bySource = new Map<Source, Place[]>()
  const addresses = new Set<string>()
  const bindings: { account: string; inviter: string }[] = []
  for (const { source, event } of events) {
    const own = bySource.get(source)
    if (own) own.push(event)
    else bySource.set(source, [event])
    for (const address of source.accountsOf(event)) addresses.add(address)
    const binding = source.bindingOf?.(event)
    if (binding) bindings.push(binding)
  }
  // Here and below: what needs no answer of another statement is sent at once. The connection keeps the order.
  const [, accounts] = await Promise.all([byKeysAlone(sql), loadAccounts(sql, [...addresses])])
  const forest = new Forest(accounts)
  const inviters = forest.mayCloseCircle(bindings)
  if (inviters.length) forest.add(await loadAncestors(sql, inviters))
  const batch: Batch = { sql, timeOf, forest, activity: [], weightChanges: [] }
  const folds = new Map<Source, Fold<Place>>()
  await Promise.all(
    [...bySource].map(async ([source, own]) => folds.set(source, await source.begin(batch, own))),
  )
  for (const { source, event } of events) folds.get(source)!.apply(event)

  await insertNewcomers(sql, forest.newcomers())
  const writePoints = await follow(batch)
  const changed = forest.changed()
  const bound = writeBindings(sql, changed).then((rows) => {
    if (rows !== changed.length) throw new InconsistentEvents('an account vanished while it was written')
  })
  await Promise.all([
    bound,
    insertTeamChanges(sql, forest.teamChanges(), last.number, last.timestamp),
    writePoints(),
    ...[...folds.values()].map((fold) => fold.write()),
    insertActivity(sql, batch.activity),
    insertWeightChanges(sql, batch.weightChanges),
  ])
}
