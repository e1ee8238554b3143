/**
 * Transactions that survive the loss of their connection.
 *
 * The driver's `begin` sends a `rollback` after every failure, even if the connection is lost. It writes the `rollback` from a timer to a
 * socket that no longer exists, where nobody can catch the error, and the process ends (postgres 3.4.9, connection.js, nextWrite). So this file
 * hides a failure of the connection from `begin`. `begin` then rejects correctly, because its connection has closed. The server has rolled
 * back. For the same reason, a transaction sends nothing more if its connection was lost while the transaction waited for something else.
 */
import type postgres from 'postgres'
import { semaphoreOf, type Sql } from './connection.ts'
import { renamed, renameOf } from './renaming.ts'
import { databaseFault, isConnectionLost } from './faults.ts'

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
