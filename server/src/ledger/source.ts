/**
 * The interface between the engine and a contract. Each source is in the folder of its product. The list of all sources
 * is `indexer/sources.ts`.
 */
import type { ActivityRows, WeightChange } from './activityRows.ts'
import type { Place } from '../chain/decoding.ts'
import type { RawLog } from '../chain/rpc/shapes.ts'
import type { Forest } from './forest.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { InvariantViolationError } from '../platform/faults.ts'

/** Events that do not fit the stored state: an earlier event is missing or wrong. */
export class InconsistentEventsError extends InvariantViolationError {
  override name = 'InconsistentEventsError'
}

/** One range of blocks while it is applied. Collects rows of several sources, so that the rows of all sources are written together. */
export type Batch = {
  /** unix seconds of a block of the batch */
  timeOf(block: number): number
  /** the accounts of the batch's events, with bindings and hash power */
  forest: Forest
  activity: ActivityRows
  weightChanges: WeightChange[]
}

/** One source's part of a batch. */
export type Fold<Event> = {
  /** called once for each event of the source, in chain order across all sources; no I/O */
  apply(event: Event): void
  /**
   * Called once, when every account of the batch has its row.
   * @param sql the batch's own transaction. It is not the transaction of `begin` if `begin` ran ahead
   */
  write(sql: Transaction): Promise<void>
}

export type Source<Event extends Place = Place> = {
  /** unique; shown to operators */
  name: string
  /** lowercase */
  address: string
  /** the events to read: a log's first topic */
  topics: readonly string[]
  /** only logs with this address as the third topic; for tokens, because the tables do not need their other transfers */
  recipient?: string
  /** incremented whenever the same logs would give other rows */
  decoderVersion: number
  /** @throws EventFormatError if the source has no event of this shape */
  decode(log: RawLog): Event
  /** accounts whose rows `begin` or `apply` need, lowercase */
  accountsOf(event: Event): readonly string[]
  /** the binding that the event requests, lowercase; its validity is decided later */
  bindingOf?(event: Event): { account: string; inviter: string } | null
  /**
   * Reads everything to which the events refer, and resolves when all is read. The tables have the state after the previous batch.
   * @throws InconsistentEventsError
   */
  begin(sql: Transaction, batch: Batch, events: readonly Event[]): Promise<Fold<Event>>
}
