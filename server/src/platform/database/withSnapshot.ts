/**
 * A transaction with a second connection that reads what the transaction saw when it began to read: two processes of the database then work
 * at the same time. PostgreSQL itself gives the one's snapshot to the other, and refuses where the transaction has ended or the second
 * connection has come to another server.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openSecondConnection, type Sql } from './connection.ts'
import { DatabaseUnavailableError, isConnectionLost } from './faults.ts'
import type { TimeLimits } from './timeLimits.ts'
import { transact, type Transaction } from './transaction.ts'

/**
 * Does `work` on the second connection, in a transaction of its own that only reads. It sees nothing that the first transaction has written.
 * One at a time. @throws what `work` throws; DatabaseUnavailableError when the second connection is lost
 */
export type WithSnapshot = <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>

/** Milliseconds in which the loss of the first connection is noticed too, where one reason ends both: nothing is then sent to it. */
const BOTH_LOST = 1_000

/**
 * All of `work` or nothing of it, as `transact`. The second connection is opened when it is first read on, and ends with the transaction.
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
        // For the first transaction this is no loss of its own connection: it is rolled back.
        throw new DatabaseUnavailableError(`a second connection was lost: ${(error as Error).message}`)
      }
    }
  try {
    return await transact(sql, (transaction) => work(transaction, readFor(transaction)))
  } finally {
    await reader.end({ timeout: 0 })
  }
}

/** @throws DatabaseUnavailableError where the snapshot is not there, or no longer */
async function adopt(sql: Transaction, snapshot: string): Promise<void> {
  try {
    await sql.unsafe(
      `set transaction isolation level repeatable read, read only; set transaction snapshot '${snapshot}'`,
    )
  } catch (error) {
    if (isConnectionLost(error)) throw error
    throw new DatabaseUnavailableError('a second connection does not see what the first one sees', {
      cause: error,
    })
  }
}
