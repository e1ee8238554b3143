/** The check of a leading process before it takes its lock. */
import type { Queryable } from './connection.ts'
import { DatabaseUnavailableError } from './faults.ts'

/**
 * A standby, or a primary before the end of its promotion, grants locks but accepts no rows. No process may lead there.
 * @throws DatabaseUnavailableError; the caller waits and retries
 */
export async function refuseStandby(sql: Queryable): Promise<void> {
  const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
  if (row?.standby) throw new DatabaseUnavailableError('the database is a standby or is still recovering')
}
