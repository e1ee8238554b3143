/**
 * Limits, by kind of work, for the run time of statements and for their waits for a lock. PostgreSQL itself enforces these limits: if a statement
 * exceeds a limit, PostgreSQL cancels the statement, and the connection is free again.
 */

/** Milliseconds; 0: no limit. */
export type TimeLimits = {
  /** the limit of one statement */
  statement: number
  /** the limit of a statement's wait for one lock */
  lock: number
  /** the limit of a transaction that stays open without a statement; our transactions wait for nothing except the database */
  idleInTransaction: number
  /** whether the connection refuses to write */
  readOnly: boolean
}

function limits(statement: number, lock: number, readOnly = false): TimeLimits {
  return { statement, lock, idleInTransaction: statement, readOnly }
}

const MINUTE = 60_000

export const TIME_LIMITS = {
  /** a call that reads: a row's lock never delays the call, but a change of the schema can */
  read: limits(5_000, 1_000, true),
  /** a call that writes */
  write: limits(5_000, 2_000),
  /** whether the database answers */
  health: limits(2_000, 500, true),
  /** one range of blocks; one statement may write 100 000 rows */
  index: limits(2 * MINUTE, 10_000),
  /** team totals, ranks and the closing of an epoch: a statement may read all accounts */
  aggregate: limits(10 * MINUTE, 10_000),
  /** a migration waits only briefly for a lock, because all others wait behind the migration, and then retries; its work may take hours */
  migrate: { statement: 0, lock: 2_000, idleInTransaction: 0, readOnly: false },
} as const satisfies Record<string, TimeLimits>

/** The limits as start-up settings of a connection. A pooler in transaction mode refuses these settings, so the role must have them. */
export function startParameters({ statement, lock, idleInTransaction, readOnly }: TimeLimits) {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    ...(readOnly ? { default_transaction_read_only: 'on' } : {}),
  }
}
