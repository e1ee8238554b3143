/**
 * How long statements may take and wait, by kind of work. PostgreSQL enforces these limits itself, so they hold whatever the
 * program does: a statement that waits for a lock, or never ends, frees its connection.
 */

/** Milliseconds; 0: no limit. */
export type TimeLimits = {
  /** of one statement */
  statement: number
  /** that a statement waits for one lock */
  lock: number
  /** that a transaction stays open with nothing to do: none of ours waits for anything but the database */
  idleInTransaction: number
  /** whether the connection refuses to write */
  readOnly: boolean
}

function limits(statement: number, lock: number, readOnly = false): TimeLimits {
  return { statement, lock, idleInTransaction: statement, readOnly }
}

const MINUTE = 60_000

export const TIME_LIMITS = {
  /** a call that reads: no row's lock delays it, only a change of the schema could */
  read: limits(5_000, 1_000, true),
  /** a call that writes */
  write: limits(5_000, 2_000),
  /** whether the database answers */
  health: limits(2_000, 500, true),
  /** one range of blocks; a statement of it may write 100 000 rows */
  index: limits(2 * MINUTE, 10_000),
  /** team totals, ranks and the closing of an epoch: a statement may go through all accounts */
  aggregate: limits(10 * MINUTE, 10_000),
  /** a migration waits shortly for a lock, since everybody else waits behind it, and tries again; its work may take hours */
  migrate: { statement: 0, lock: 2_000, idleInTransaction: 0, readOnly: false },
} as const satisfies Record<string, TimeLimits>

/** As settings that a connection starts with. A pooler in transaction mode takes none of them: its role must have them. */
export function startParameters({ statement, lock, idleInTransaction, readOnly }: TimeLimits) {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    ...(readOnly ? { default_transaction_read_only: 'on' } : {}),
  }
}
