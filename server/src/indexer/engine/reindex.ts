/** Forgets everything read from the chain, so that it is read again. What people did through the API stays. */
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

/** What the engine writes for all sources together, the accounts apart. */
export const ENGINE_TABLES = [
  ...['cursor', 'indexer_halt', 'indexer_sources', 'unconfirmed_ranges', 'checksum'],
  ...['activity', 'history_lengths', 'history_standing', 'weight_changes'],
  ...['team_changes', 'rank_boards', 'rank_chunks'],
]

/** Milliseconds in which the session of an indexer that has just ended ends too: the database completes its last statement. */
const SESSION_ENDS = 5_000

async function leadOrRefuse(sql: Sql): Promise<void> {
  const limit = Date.now() + SESSION_ENDS
  while (!(await tryToLead(sql))) {
    if (Date.now() > limit)
      throw new IndexerRunningError('an indexer is running on this database: stop it first')
    await pause(50)
  }
}

/** Ids of accounts that one transaction looks through: nobody waits long for a row of it. */
const STEP = 20_000

/**
 * Empties the chain-derived tables, the cursor and the halt. Kept: accounts with their invite codes, sign-ins, sessions,
 * pending bindings, reports, announcements.
 *
 * One short transaction empties the tables, because everybody waits for it. It removes the cursor: answers then say that nothing is known yet, but for
 * inviters that are not reset so far. It stores a halt: no indexer begins before the accounts are done, which follow in many transactions. If this
 * ends in between, the halt stays, and the next call begins again: each step may be done twice. While it waits for a table that somebody reads for
 * long, it lets other readers pass again and again.
 * @param sourceTables what the sources alone write (`Source.tables`)
 * @throws IndexerRunningError when an indexer leads and does not end within five seconds; TransactionConflictError where somebody reads for a minute;
 * DatabaseUnavailableError and LeadershipLostError when the connection is lost: call it again
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
    // All before the first is deleted: it may be the inviter of any.
    for (const work of [unbind, deleteUnused])
      for (let from = 0; from <= (last?.id ?? -1); from += step)
        await leading(sql, (transaction) => work(transaction, from, from + step))
    await leading(sql, (transaction) => transaction`delete from galx.indexer_halt`)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** One transaction of the connection that leads: on another one an indexer could have begun meanwhile. */
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

/** Accounts from one id until before another: who is pending is a member again, and counts once, whether the API binds it now or has before. */
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

/** Accounts that are known from the chain alone. */
async function deleteUnused(transaction: Transaction, from: number, to: number): Promise<void> {
  await transaction`
    delete from galx.accounts account
    where id >= ${from} and id < ${to} and registered_at is null and pending_inviter_id is null
      and not exists (select from galx.accounts other where other.pending_inviter_id = account.id)
      and not exists (select from galx.sessions where account_id = account.id)
      and not exists (select from galx.reports where account_id = account.id)`
}
