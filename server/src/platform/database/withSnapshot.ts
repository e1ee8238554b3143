/**
 * A transaction with a second connection that reads the same snapshot, so that two processes of the database work at the same time. PostgreSQL
 * passes the snapshot from the first connection to the second. PostgreSQL refuses if the transaction has ended, or if the second connection has
 * reached another server.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openSecondConnection, type Sql } from './connection.ts'
import { DatabaseUnavailableError, isConnectionLost } from './faults.ts'
import type { TimeLimits } from './timeLimits.ts'
import { transact, type Transaction } from './transaction.ts'

/**
 * Runs `work` on the second connection, in its own read-only transaction. `work` does not see the writes of the first transaction. Only one call
 * may run at a time. @throws the errors of `work`; DatabaseUnavailableError if the second connection is lost
 */
export type WithSnapshot = <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>

/** Milliseconds in which the loss of the first connection is detected too, if one cause ends both. Nothing is then sent to the first connection. */
const BOTH_LOST = 1_000

/**
 * Does all of `work` or nothing, like `transact`. The second connection opens at its first read, and ends with the transaction.
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
