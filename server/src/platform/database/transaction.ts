/**
 * Transactions that outlive their connection without harm.
 *
 * The driver's `begin` answers every failure with a `rollback`, even one that says that the connection is gone. It writes
 * that into a socket that no longer exists, from a timer, where nobody can catch what it throws: the process ends
 * (postgres 3.4.9, connection.js, nextWrite). So a failure of the connection itself is kept from it: `begin` then rejects
 * because its connection closed, as it should, and the server has rolled back already. For the same reason a transaction whose connection
 * was lost while it waited for something else sends nothing more.
 */
import type postgres from 'postgres'
import { semaphoreOf, type Sql } from './connection.ts'
import { renamed, renameOf } from './renaming.ts'
import { databaseFault, isConnectionLost } from './faults.ts'

export type Transaction = postgres.TransactionSql

/**
 * All of `work` or nothing of it.
 * @throws what `work` throws, the database's errors in our families (faults.ts); DatabaseBusyError; DatabaseUnavailableError when the connection is
 * lost; at that moment of a commit nobody knows whether it was done
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

/** A part of a transaction that can fail by itself. @throws what `work` throws; nothing of it is then done */
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

/** What is written inside is renamed as outside. */
function inheriting(outer: object, inner: Transaction): Transaction {
  const rename = renameOf(outer)
  return rename === null ? inner : renamed(inner, rename)
}

/** Never settles once the connection is lost: nobody waits for it then, the connection itself has rejected `begin`. */
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

/** The same transaction; once it is over, its statements are not sent and never settle. */
function untilOver(transaction: Transaction, isOver: () => boolean): Transaction {
  return new Proxy(transaction, {
    apply: (target, _this, given) =>
      isOver() ? never() : (Reflect.apply(target, undefined, given) as unknown),
    get: (target, name) => (isOver() ? never : (Reflect.get(target, name) as unknown)),
  })
}
