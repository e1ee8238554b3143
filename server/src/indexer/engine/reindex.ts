/** Forgets everything read from the chain, so that it is read again. What people did through the API stays. */
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Sql } from '../../platform/database/connection.ts'
import { LastingFault } from '../../platform/faults.ts'
import { tryToLead } from './leaderLock.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { transact, type Transaction } from '../../platform/database/transaction.ts'
import { whenUnlocked } from '../../platform/database/whenUnlocked.ts'

class IndexerRunning extends LastingFault {
  override name = 'IndexerRunning'
}

/** What the engine writes for all sources together, the accounts apart. */
export const ENGINE_TABLES = [
  ...['cursor', 'indexer_halt', 'indexer_sources', 'unconfirmed_ranges'],
  ...['activity', 'history_lengths', 'history_standing', 'weight_changes'],
  ...['team_changes', 'rank_boards', 'rank_chunks'],
]

/** Milliseconds in which the session of an indexer that has just ended ends too: the database completes its last statement. */
const SESSION_ENDS = 5_000

async function leadOrRefuse(sql: Sql): Promise<void> {
  const limit = Date.now() + SESSION_ENDS
  while (!(await tryToLead(sql))) {
    if (Date.now() > limit) throw new IndexerRunning('an indexer is running on this database: stop it first')
    await pause(50)
  }
}

/**
 * Empties the chain-derived tables, the cursor and the halt. Kept: accounts with their invite codes, sign-ins, sessions,
 * pending bindings, reports, announcements. One transaction.
 * @param sourceTables what the sources alone write (`Source.tables`)
 * While it waits for a table that somebody reads for long, it lets other readers pass again and again.
 * @throws IndexerRunning when an indexer leads and does not end within five seconds; TransactionConflict where somebody reads for a minute
 */
export async function forgetChain(databaseUrl: string, sourceTables: readonly string[]): Promise<void> {
  const sql = connect(databaseUrl, { name: 'galx reindex', max: 1, limits: TIME_LIMITS.migrate })
  try {
    await leadOrRefuse(sql)
    await whenUnlocked(() => transact(sql, (transaction) => empty(transaction, sourceTables)))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function empty(transaction: Transaction, sourceTables: readonly string[]): Promise<void> {
  await transaction`set local galx.reindexing = 'on'`
  const tables = [...new Set([...ENGINE_TABLES, ...sourceTables])]
  await transaction.unsafe(`truncate ${tables.map((name) => `galx.${name}`).join()} restart identity`)
  await transaction`update galx.accounts set inviter_id = null, bound_at = null, bound_block = null,
    direct_count = 0`
  await transaction`update galx.totals_standing set block_number = null, timestamp = null`
  await transaction`
    delete from galx.accounts account
    where registered_at is null and pending_inviter_id is null
      and not exists (select from galx.accounts other where other.pending_inviter_id = account.id)
      and not exists (select from galx.sessions where account_id = account.id)
      and not exists (select from galx.reports where account_id = account.id)`
  // After the accounts, in the order in which the API writes them.
  await transaction`truncate galx.account_totals, galx.pending_counts`
  await transaction`
    insert into galx.account_totals (account_id, inviter_id)
    select id, pending_inviter_id from galx.accounts where pending_inviter_id is not null`
  await transaction`
    insert into galx.pending_counts (inviter_id, members)
    select pending_inviter_id, count(*) from galx.accounts where pending_inviter_id is not null group by 1`
}
