/** Settings of one transaction until its end. */
import type { TimeLimits } from './timeLimits.ts'
import type { Transaction } from './transaction.ts'

/**
 * For transactions that read and write only by keys, in tables of any size. The planner assumes that a list of unknown length, or a
 * recursion, is long, and then reads whole tables. Its statistics suggest that, but our lists are short. JIT compilation would cost more
 * than a plan of index look-ups.
 */
export async function byKeysAlone(transaction: Transaction): Promise<void> {
  await transaction`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`
}

/**
 * For data that can be computed again: the commit does not wait for the disk. A database that crashes may lose the newest of these transactions, but
 * always whole transactions.
 */
export async function withoutWaitingForDisk(transaction: Transaction): Promise<void> {
  await transaction`select set_config('synchronous_commit', 'off', true)`
}

/** Sets other limits than the connection's limits, for a transaction whose work takes longer than other work on the connection. */
export async function withLimits(
  transaction: Transaction,
  { statement, lock, idleInTransaction }: TimeLimits,
): Promise<void> {
  await transaction`
    select set_config('statement_timeout', ${String(statement)}, true), set_config('lock_timeout', ${String(lock)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(idleInTransaction)}, true)`
}
