/** Which indexer leads: a session lock on a connection of its own. The lock ends with the process, however it ends. */
import type { Queryable } from '../../platform/database/connection.ts'

/** Any constant that nobody else uses serves. */
const LEADER_LOCK = 0x67610001

/** @returns whether this connection leads now; never waits */
export async function tryToLead(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ leads: boolean }[]>`select pg_try_advisory_lock(${LEADER_LOCK}) as leads`
  return row?.leads ?? false
}

/** Condition for a fenced write: this very connection holds the lock (a driver may have reconnected behind our back). */
export function holdsLeaderLock(sql: Queryable) {
  return sql`exists (
  select from pg_locks
  where locktype = 'advisory' and pid = pg_backend_pid() and granted
    and classid = 0 and objid = ${LEADER_LOCK} and objsubid = 1)`
}
