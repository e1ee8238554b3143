/**
 * The leader holds a session lock on its own connection. The lock ends with the process, however the process ends. The lock belongs to the
 * table that holds the cursor, not to the table's name. When other tables take the names, indexers compete for the lead again.
 */
import type { Queryable } from '../../platform/database/connection.ts'

/** Any constant that no other lock uses. */
const LEADER_LOCK = 0x67610001

function table(sql: Queryable) {
  return sql`to_regclass('galx.cursor')::oid::integer`
}

/** @returns whether this connection leads now; never waits */
export async function tryToLead(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ leads: boolean }[]>`
    select pg_try_advisory_lock(${LEADER_LOCK}, ${table(sql)}) as leads`
  return row?.leads ?? false
}

/** @returns how many sessions of the database hold the lock: 1 while an indexer leads, 0 while none does */
export async function countLeaders(sql: Queryable): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from pg_locks
    where locktype = 'advisory' and granted and classid = ${LEADER_LOCK} and objid = to_regclass('galx.cursor')::oid
      and objsubid = 2 and database = (select oid from pg_database where datname = current_database())`
  return row?.count ?? 0
}

/** @returns whether this connection still leads */
export async function stillLeads(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ leads: boolean }[]>`select ${holdsLeaderLock(sql)} as leads`
  return row?.leads ?? false
}

/** Condition for a fenced write: this connection holds the lock. The driver may have reconnected without notice. */
export function holdsLeaderLock(sql: Queryable) {
  return sql`exists (
  select from pg_locks
  where locktype = 'advisory' and pid = pg_backend_pid() and granted
    and classid = ${LEADER_LOCK} and objid = to_regclass('galx.cursor')::oid and objsubid = 2)`
}
