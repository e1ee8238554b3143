/** What a process that leads asks before it tries for its lock. */
import type { Queryable } from './connection.ts'
import { DatabaseUnavailableError } from './faults.ts'

/**
 * A standby, or a primary whose promotion is not done, gives out locks but takes no rows: nobody leads there.
 * @throws DatabaseUnavailableError, which is waited for
 */
export async function refuseStandby(sql: Queryable): Promise<void> {
  const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
  if (row?.standby) throw new DatabaseUnavailableError('the database is a standby or is still recovering')
}
