/** The interface between the engine and epochs. The engine calls `close` exactly at the end of each epoch, and knows nothing about its work. */
import type { Queryable } from '../platform/database/connection.ts'
import type { WithSnapshot, Transaction } from '../platform/database/transaction.ts'
import { InvariantViolationError } from '../platform/faults.ts'
import type { Batch } from './source.ts'

/** The computed epoch contradicts the stored epoch. Reading the chain again would not help. */
export class EpochInvariantError extends InvariantViolationError {
  override name = 'EpochInvariantError'
  /** the last block before the epoch's end */
  readonly blockNumber: number

  constructor(message: string, blockNumber: number) {
    super(message)
    this.blockNumber = blockNumber
  }
}

export type Block = { number: number; hash: string }

/** `first` and `last` block of the epoch, null if the epoch has no block; `blockNumber`: the last block before its end. */
export type EpochEnd = { epoch: number; first: Block | null; last: Block | null; blockNumber: number }

export type Epochs = {
  /** seconds of an epoch: epoch n lasts from n * duration to just before (n + 1) * duration, in unix time */
  duration: number
  /** the first epoch that is closed */
  first: number
  /** a fingerprint of the rules that fill the tables */
  rules: string
  /** @returns the first epoch that is not closed yet @throws FatalError if the tables were not filled by the rules of that epoch */
  next(sql: Queryable): Promise<number>
  /**
   * Called when all events of a batch are applied, before any row of the batch is written. No end of an epoch from `first` on lies within the batch.
   * @param sql only for reads, because another transaction may write the batch
   * @param epoch the epoch of the batch
   * @returns a function that writes the points; call it when every account has its row
   */
  follow(sql: Transaction, batch: Batch, epoch: number): Promise<(writing: Transaction) => Promise<void>>
  /**
   * Called when the tables show the state at the end of the epoch. The accounts' totals may be behind, so nothing may depend on them.
   * @param read reads the same tables on a second connection, at the same time
   * @returns the hash of the epoch's header
   * @throws EpochInvariantError
   */
  close(sql: Transaction, end: EpochEnd, read: WithSnapshot): Promise<string>
}

export function epochOf(timestamp: number, { duration }: Pick<Epochs, 'duration'>): number {
  return Math.floor(timestamp / duration)
}

/** A block of the tables, or of the chain. */
type At = { number: number; timestamp: number }

/**
 * A range must be cut where an epoch ends, or where the first epoch begins: only a single block may lie in a different epoch from the cursor.
 * @param at the state of the tables; null before the first range, which is a single block
 * @param next the first epoch that is not closed
 * @returns the moment within the range at which to cut, unix seconds; null: no cut
 */
export function momentWithin(
  { from, to, end }: { from: number; to: number; end: At },
  at: At | null,
  next: number,
  epochs: Pick<Epochs, 'duration'>,
): number | null {
  if (at === null || from === to) return null
  const moment = (Math.max(epochOf(at.timestamp, epochs), next - 1) + 1) * epochs.duration
  return end.timestamp >= moment ? moment : null
}
