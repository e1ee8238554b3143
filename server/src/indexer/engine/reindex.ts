/** Empties the tables that are filled from the chain, so that the chain is read again. Data that people wrote through the API stays. */
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Sql } from '../../platform/database/connection.ts'
import { FatalError } from '../../platform/faults.ts'
import { LeadershipLostError, writeHalt } from './cursor.ts'
import { stillLeads, tryToLead } from './leaderLock.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { transact, type Transaction } from '../../platform/database/transaction.ts'
import { retryWhileLocked } from '../../platform/database/retryWhileLocked.ts'

class IndexerRunningError extends FatalError {
  override name = 'IndexerRunningError'
}

/** Tables that the engine writes for all sources together, except the accounts. */
export const ENGINE_TABLES = [
  'cursor',
  'indexer_halt',
  'indexer_sources',
  'unconfirmed_ranges',
  'checksum',
  'activity',
  'history_lengths',
  'history_standing',
  'weight_changes',
  'team_changes',
  'rank_boards',
  'rank_chunks',
]

/** Milliseconds that the session of an ended indexer may still need: the database completes its last statement. */
const SESSION_ENDS = 5_000

async function leadOrRefuse(sql: Sql): Promise<void> {
  const limit = performance.now() + SESSION_ENDS
  while (!(await tryToLead(sql))) {
    if (performance.now() > limit)
      throw new IndexerRunningError('an indexer is running on this database: stop it first')
    await pause(50)
  }
}

/** The number of accounts' ids in one transaction: small, so that no other transaction waits long for a row. */
const STEP = 20_000

/**
 * Empties the chain-derived tables, the cursor and the halt. Kept: accounts with their invite codes, sign-ins, sessions, pending bindings,
 * reports, announcements.
 *
 * One short transaction empties the tables, because everybody waits for this transaction. It removes the cursor, so answers show no data,
 * except inviters that are not reset yet. It stores a halt, so that no indexer starts before the accounts are done. The accounts follow in many
 * transactions. If the process ends in between, the halt stays, and the next call begins again. Each step may run twice. If somebody reads a
 * table for long, the call gives up its lock request from time to time, so that other readers can pass.
 * @param sourceTables tables that the sources alone write (`Source.tables`)
 * @throws IndexerRunningError if an indexer leads and does not end within five seconds; TransactionConflictError if somebody reads for a
 * minute; DatabaseUnavailableError and LeadershipLostError if the connection is lost (call it again)
 */
export async function wipeChain(
  databaseUrl: string,
  sourceTables: readonly string[],
  step = STEP,
): Promise<void> {
  const sql = connect(databaseUrl, { name: 'galx reindex', max: 1, limits: TIME_LIMITS.migrate })
  try {
    await leadOrRefuse(sql)
    await leading(sql, (transaction) => empty(transaction, sourceTables))
    const [last] = await sql<{ id: number | null }[]>`select max(id) as id from galx.accounts`
    // All accounts are unbound before the first account is deleted, because a deleted account may have been the inviter of any account.
    for (const work of [unbind, deleteUnused])
      for (let from = 0; from <= (last?.id ?? -1); from += step)
        await leading(sql, (transaction) => work(transaction, from, from + step))
    await leading(sql, (transaction) => transaction`delete from galx.indexer_halt`)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Runs one transaction on the connection that leads. On another connection, an indexer could start meanwhile. */
async function leading(sql: Sql, work: (transaction: Transaction) => Promise<unknown>): Promise<void> {
  await retryWhileLocked(() =>
    transact(sql, async (transaction) => {
      if (!(await stillLeads(transaction)))
        throw new LeadershipLostError('the connection was lost: call "forget" again')
      await work(transaction)
    }),
  )
}

/** The accounts' totals and pending counts come last, in the order in which the API writes them. */
async function empty(transaction: Transaction, sourceTables: readonly string[]): Promise<void> {
  const tables = [...new Set([...ENGINE_TABLES, ...sourceTables, 'account_totals', 'pending_counts'])]
  await transaction.unsafe(`truncate ${tables.map((name) => `galx.${name}`).join()} restart identity`)
  await transaction`update galx.totals_standing set block_number = null, timestamp = null`
  await writeHalt(transaction, {
    at: Math.floor(Date.now() / 1_000),
    reason: '"forget" has begun, and has not ended: run it again',
    blockNumber: 0,
    expectedHash: null,
    foundHash: null,
  })
}

/**
 * Resets the accounts with ids from `from` to before `to`. An account with a pending inviter counts once, whether the API binds the
 * account now or has bound it before.
 */
async function unbind(transaction: Transaction, from: number, to: number): Promise<void> {
  await transaction`set local galx.reindexing = 'on'`
  await transaction`
    update galx.accounts set inviter_id = null, bound_at = null, bound_block = null, direct_count = 0
    where id >= ${from} and id < ${to} and (inviter_id is not null or direct_count > 0)`
  await transaction`
    with members as (
      insert into galx.account_totals (account_id, inviter_id)
      select id, pending_inviter_id from galx.accounts
      where id >= ${from} and id < ${to} and pending_inviter_id is not null
      on conflict (account_id) do nothing returning inviter_id
    )
    insert into galx.pending_counts as c (inviter_id, members)
    select inviter_id, count(*) from members group by 1 order by 1
    on conflict (inviter_id) do update set members = c.members + excluded.members`
}

/** Deletes accounts that are known from the chain alone. */
async function deleteUnused(transaction: Transaction, from: number, to: number): Promise<void> {
  await transaction`
    delete from galx.accounts account
    where id >= ${from} and id < ${to} and registered_at is null and pending_inviter_id is null
      and not exists (select from galx.accounts other where other.pending_inviter_id = account.id)
      and not exists (select from galx.sessions where account_id = account.id)
      and not exists (select from galx.reports where account_id = account.id)`
}
