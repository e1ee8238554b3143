/**
 * The length of each account's history. A worker beside the indexer counts many events at once, up to a block. A query counts the later
 * events itself, so the answer is exact.
 */
import type { Sql } from '../platform/database/connection.ts'
import { transact, byKeysAlone, withoutWaitingForDisk } from '../platform/database/transaction.ts'

/** The number of rows that are counted at once. Counting them takes about a second. */
const ROWS_AT_ONCE = 200_000

/**
 * Counts in one transaction. If several calls run at the same time, one call does the work and the other calls wait.
 * @returns whether all events that were indexed at the start are counted
 * @throws the database's errors; nothing is counted then
 */
export function countHistories(sql: Sql, rowsAtOnce = ROWS_AT_ONCE): Promise<boolean> {
  return transact(sql, async (transaction) => {
    await Promise.all([byKeysAlone(transaction), withoutWaitingForDisk(transaction)])
    await transaction`insert into galx.history_standing (block_number) values (-1) on conflict (only_row) do nothing`
    const [progress] = await transaction<{ from: number }[]>`
      select block_number as "from" from galx.history_standing for update`
    const { from } = progress!
    const [cursor] = await transaction<
      { to: number }[]
    >`select number as "to" from galx.cursor where number > ${from}`
    if (!cursor) return true
    const [last] = await transaction<{ to: number }[]>`
      select block_number as "to" from galx.activity where block_number > ${from}
      order by block_number, log_index, account_id offset ${rowsAtOnce} limit 1`
    const { to } = last ?? cursor
    // In the order of accounts, as in every statement that writes many accounts.
    await transaction`
      insert into galx.history_lengths as length (account_id, contract, pool_id, rows)
      select account_id, contract, coalesce(pool_id, 0::smallint), count(*) from galx.activity
      where block_number > ${from} and block_number <= ${to} group by 1, 2, 3 order by 1, 2, 3
      on conflict (account_id, contract, pool_id) do update set rows = length.rows + excluded.rows`
    await transaction`update galx.history_standing set block_number = ${to}`
    return last === undefined
  })
}
