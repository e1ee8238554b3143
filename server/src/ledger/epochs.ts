/** All that the engine knows of epochs: it calls `close` exactly at the end of each. It does not know what closing does. */
import type { Queryable } from '../platform/database/connection.ts'
import type { WithSnapshot } from '../platform/database/withSnapshot.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { InvariantViolationError } from '../platform/faults.ts'
import type { Batch } from './source.ts'

/** What an epoch comes to contradicts what is stored: reading the chain again would not help. */
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

/** `first` and `last` block of the epoch, null where it has none; `blockNumber`: the last block before its end. */
export type EpochEnd = { epoch: number; first: Block | null; last: Block | null; blockNumber: number }

export type Epochs = {
  /** seconds of an epoch: number n lasts from n times this to just before n + 1 times this, in unix time */
  duration: number
  /** the first one that is closed */
  first: number
  /** a fingerprint of the rules by which the tables are filled */
  rules: string
  /** @returns the first one that is not closed yet @throws FatalError where the tables are filled by other rules than that epoch's */
  next(sql: Queryable): Promise<number>
  /**
   * Called once all events of a batch are applied, before anything of it is written. No end of an epoch from `first` on lies within the batch.
   * @param sql reads alone; the batch is perhaps written by another transaction
   * @param epoch of the batch
   * @returns a function that writes the points; call it once every account has its row
   */
  follow(sql: Transaction, batch: Batch, epoch: number): Promise<(writing: Transaction) => Promise<void>>
  /**
   * The tables stand at the epoch's end. The accounts' totals may be behind: nothing may depend on them.
   * @param read reads the same tables on a second connection, at the same time
   * @returns the hash of what was taken down
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
 * The range must be cut where an epoch ends, or where the first one begins: only a single block may lie in another epoch than the cursor.
 * @param at where the tables stand; null before the first range, which is a single block
 * @param next the first epoch that is not closed
 * @returns the moment within the range, unix seconds; null where there is none
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
