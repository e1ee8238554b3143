/**
 * All that the engine knows of a contract. Each source lives in the folder of what it serves; the list of all
 * is `indexer/sources.ts`.
 */
import type { ActivityRows } from './activityRows.ts'
import type { Place } from '../chain/decoding.ts'
import type { RawLog } from '../chain/rpc/shapes.ts'
import type { Forest } from './forest.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { InvariantViolationError } from '../platform/faults.ts'
import type { WeightChange } from './weightChanges.ts'

/** Events that cannot follow what is stored: something is missing or wrong. */
export class InconsistentEventsError extends InvariantViolationError {
  override name = 'InconsistentEventsError'
}

/** One range of blocks while it is applied. What several sources write is collected here and written once. */
export type Batch = {
  /** unix seconds of a block of the batch */
  timeOf(block: number): number
  /** the accounts that the batch's events concern: bindings and hash power */
  forest: Forest
  activity: ActivityRows
  weightChanges: WeightChange[]
}

/** One source's part of a batch. */
export type Fold<Event> = {
  /** called once for each event of the source, in chain order across all sources; reads and writes nothing outside memory */
  apply(event: Event): void
  /**
   * called once, when every account of the batch has its row
   * @param sql the batch's own transaction, which is not the one that `begin` was given where it began ahead
   */
  write(sql: Transaction): Promise<void>
}

export type Source<Event extends Place = Place> = {
  /** unique; shown to operators */
  name: string
  /** lowercase */
  address: string
  /** the events that are read: a log's first topic */
  topics: readonly string[]
  /** only logs whose third topic is this address; for tokens, whose other transfers concern no table */
  recipient?: string
  /** raised whenever the same logs would give other rows */
  decoderVersion: number
  /** @throws EventFormatError when the log has none of the source's shapes */
  decode(log: RawLog): Event
  /** accounts whose rows `begin` or `apply` need, lowercase */
  accountsOf(event: Event): readonly string[]
  /** the binding that the event asks for, lowercase; whether it is valid is decided later */
  bindingOf?(event: Event): { account: string; inviter: string } | null
  /**
   * Reads what the events refer to: all of it before it resolves. The tables stand where the batch before has brought them.
   * @throws InconsistentEventsError
   */
  begin(sql: Transaction, batch: Batch, events: readonly Event[]): Promise<Fold<Event>>
}
