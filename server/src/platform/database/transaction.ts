/**
 * Transactions that survive the loss of their connection.
 *
 * The driver's `begin` sends a `rollback` after every failure, even if the connection is lost. It writes the `rollback` from a timer to a
 * socket that no longer exists, where nobody can catch the error, and the process ends (postgres 3.4.9, connection.js, nextWrite). So this file
 * hides a failure of the connection from `begin`. `begin` then rejects correctly, because its connection has closed. The server has rolled
 * back. For the same reason, a transaction sends nothing more if its connection was lost while the transaction waited for something else.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { semaphoreOf, openSecondConnection, type Sql } from './connection.ts'
import { renamed, renameOf } from './renaming.ts'
import { databaseFault, isConnectionLost, DatabaseUnavailableError } from './faults.ts'
import type { TimeLimits } from './timeLimits.ts'

export type Transaction = postgres.TransactionSql

/**
 * Does all of `work` or nothing.
 * @throws the errors of `work`, with the database's errors in our families (faults.ts); DatabaseBusyError; DatabaseUnavailableError if the
 * connection is lost. If the connection is lost during the commit, the outcome is unknown
 */
export async function transact<Result>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const semaphore = semaphoreOf(sql)
  if (semaphore !== null) await new Promise<void>((enter, refuse) => semaphore.acquire(enter, refuse))
  let over = false
  const isOver = () => over
  try {
    const { result } = await sql.begin(async (transaction) => ({
      result: await unlessLost(work(inheriting(sql, untilOver(transaction, isOver))), isOver),
    }))
    return result
  } catch (error) {
    throw databaseFault(error)
  } finally {
    over = true
    semaphore?.release()
  }
}

/** A part of a transaction that can fail alone. @throws the errors of `work`; the part is then rolled back */
export async function savepoint<Result>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    const { result } = await transaction.savepoint(async (inner) => ({
      result: await unlessLost(work(inheriting(transaction, inner))),
    }))
    return result
  } catch (error) {
    throw databaseFault(error)
  }
}

/** Renames the statements of the inner transaction like the statements of the outer handle. */
function inheriting(outer: object, inner: Transaction): Transaction {
  const rename = renameOf(outer)
  return rename === null ? inner : renamed(inner, rename)
}

/** Never settles after the connection is lost. Nobody waits for it then, because the connection itself has rejected `begin`. */
async function unlessLost<Result>(work: Promise<Result>, isOver = () => false): Promise<Result> {
  try {
    const result = await work
    return isOver() ? await never() : result
  } catch (error) {
    if (isOver() || isConnectionLost(error)) return never()
    throw error
  }
}

function never(): Promise<never> {
  return new Promise(() => {})
}

/** The same transaction. After its end, its statements are not sent and never settle. */
function untilOver(transaction: Transaction, isOver: () => boolean): Transaction {
  return new Proxy(transaction, {
    apply: (target, _this, given) =>
      isOver() ? never() : (Reflect.apply(target, undefined, given) as unknown),
    get: (target, name) => (isOver() ? never : (Reflect.get(target, name) as unknown)),
  })
}

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

/** Replaces the connection's limits for one transaction whose work takes longer than other work on the connection. */
export async function withLimits(
  transaction: Transaction,
  { statement, lock, idleInTransaction }: TimeLimits,
): Promise<void> {
  await transaction`
    select set_config('statement_timeout', ${String(statement)}, true), set_config('lock_timeout', ${String(lock)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(idleInTransaction)}, true)`
}

/**
 * Runs `work` on the second connection, in its own read-only transaction. `work` does not see the writes of the first transaction. Only one call
 * may run at a time. @throws the errors of `work`; DatabaseUnavailableError if the second connection is lost
 */
export type WithSnapshot = <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>

/** Milliseconds in which the loss of the first connection is detected too, if one cause ends both. Nothing is then sent to the first connection. */
const BOTH_LOST = 1_000

/**
 * Does all of `work` or nothing, like `transact`. `work` gets a second connection that reads the same snapshot, so that two processes of the
 * database work at the same time. PostgreSQL passes the snapshot from the first connection to the second. PostgreSQL refuses if the
 * transaction has ended, or if the second connection has reached another server. The second connection opens at its first read, and ends
 * with the transaction.
 * @param how the second connection's name and limits
 */
export async function transactWithSnapshot<Result>(
  sql: Sql,
  how: { name: string; limits: TimeLimits },
  work: (transaction: Transaction, read: WithSnapshot) => Promise<Result>,
): Promise<Result> {
  const reader = openSecondConnection(sql, how)
  const readFor =
    (transaction: Transaction): WithSnapshot =>
    async (task) => {
      const [row] = await transaction<{ snapshot: string }[]>`select pg_export_snapshot() as snapshot`
      try {
        return await transact(reader, async (second) => {
          await adopt(second, row!.snapshot)
          return task(second)
        })
      } catch (error) {
        await pause(BOTH_LOST)
        if (!isConnectionLost(error)) throw error
        // The first transaction has not lost its own connection. So this error is thrown instead, and the transaction is rolled back.
        throw new DatabaseUnavailableError(`a second connection was lost: ${(error as Error).message}`)
      }
    }
  try {
    return await transact(sql, (transaction) => work(transaction, readFor(transaction)))
  } finally {
    await reader.end({ timeout: 0 })
  }
}

/** @throws DatabaseUnavailableError if the server does not have the snapshot, or no longer has it */
async function adopt(sql: Transaction, snapshot: string): Promise<void> {
  try {
    await sql.unsafe(
      `set transaction isolation level repeatable read, read only; set transaction snapshot '${snapshot}'`,
    )
  } catch (error) {
    if (isConnectionLost(error)) throw error
    throw new DatabaseUnavailableError(
      'the second connection cannot read the snapshot of the first connection',
      {
        cause: error,
      },
    )
  }
}
