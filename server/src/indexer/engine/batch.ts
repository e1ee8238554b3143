/**
 * Computes a range of blocks in memory: decodes the events, reads the rows that the events refer to, applies the events, and computes
 * points. Writes nothing.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { ActivityRows } from '../../ledger/activityRows.ts'
import type { Place } from '../../chain/decoding.ts'
import type { BlockRange } from '../../chain/rpc/fetchRange.ts'
import { loadAccounts, loadAncestors } from '../../community/aggregates.ts'
import { Forest } from '../../ledger/forest.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Epochs } from '../../ledger/epochs.ts'
import { InconsistentEventsError, type Batch, type Fold, type Source } from '../../ledger/source.ts'

export type SourcedEvent = { source: Source; event: Place }
type Folds = ReadonlyMap<Source, Fold<Place>>

/** The rules and the single epoch of a batch. */
type Batching = { epochs: Epochs; epoch: number }

/** All rows that the events need have been read. No event has been applied. */
type BegunBatch = Batch & { folds: Folds; events: readonly SourcedEvent[] }

/**
 * A batch that is ready to be written. It is written once, by the transaction that moves the cursor to the end of the range. `writePoints`
 * comes from `Epochs.follow`.
 */
export type MadeBatch = Batch & { folds: Folds; writePoints: (writing: Transaction) => Promise<void> }

/** The number of events that are decoded or applied before the event loop gets a turn. Waiting statements are sent in that turn. */
const AT_ONCE = 512

/**
 * Several contracts may have an event with the same topic, so the address decides which source decodes the log.
 * @throws InvariantViolationError
 */
export async function decodeRange(
  { logs }: Pick<BlockRange, 'logs'>,
  sources: readonly Source[],
): Promise<SourcedEvent[]> {
  const byAddress = new Map(sources.map((source) => [source.address, source]))
  const events: SourcedEvent[] = []
  for (const log of logs) {
    if (events.length % AT_ONCE === 0) await turn()
    const source = byAddress.get(log.address)
    if (!source) throw new InconsistentEventsError(`a log of ${log.address} belongs to no source`)
    events.push({ source, event: source.decode(log) })
  }
  return events
}

/**
 * @param sql a transaction that sees the tables as the previous batch left them
 * @throws InvariantViolationError, or the database's error
 */
export async function makeBatch(
  sql: Transaction,
  range: Pick<BlockRange, 'times'>,
  events: readonly SourcedEvent[],
  { epochs, epoch }: Batching,
): Promise<MadeBatch> {
  const { events: begun, ...batch } = await beginBatch(sql, range, events)
  await applyEvents(batch.folds, begun)
  return { ...batch, writePoints: await epochs.follow(sql, batch, epoch) }
}

/** Reads the rows that a range's events refer to, by keys alone. */
async function beginBatch(
  sql: Transaction,
  range: Pick<BlockRange, 'times'>,
  events: readonly SourcedEvent[],
): Promise<BegunBatch> {
  const { bySource, addresses, bindings } = referredTo(events)
  const forest = new Forest(await loadAccounts(sql, [...addresses]))
  const inviters = forest.mayCloseCircle(bindings)
  if (inviters.length) forest.add(await loadAncestors(sql, inviters))
  const batch: Batch = {
    timeOf: (block) => range.times.get(block)!,
    forest,
    activity: new ActivityRows(),
    weightChanges: [],
  }
  const folds = new Map<Source, Fold<Place>>()
  // Statements that do not depend on each other's answers are sent at once. The connection keeps the order.
  await Promise.all(
    [...bySource].map(async ([source, own]) => folds.set(source, await source.begin(sql, batch, own))),
  )
  return { ...batch, folds, events }
}

type Binding = { account: string; inviter: string }

/** A separate function, because V8 compiles the whole function around a hot loop. */
function referredTo(events: readonly SourcedEvent[]) {
  const bySource = new Map<Source, Place[]>()
  const addresses = new Set<string>()
  const bindings: Binding[] = []
  for (const { source, event } of events) {
    const own = bySource.get(source)
    if (own) own.push(event)
    else bySource.set(source, [event])
    for (const address of source.accountsOf(event)) addresses.add(address)
    const binding = source.bindingOf?.(event)
    if (binding) bindings.push(binding)
  }
  return { bySource, addresses, bindings }
}

/** In chain order. @throws InconsistentEventsError */
async function applyEvents(folds: Folds, events: readonly SourcedEvent[]): Promise<void> {
  for (let index = 0; index < events.length; index += 1) {
    if (index % AT_ONCE === 0) await turn()
    const { source, event } = events[index]!
    folds.get(source)!.apply(event)
  }
}
