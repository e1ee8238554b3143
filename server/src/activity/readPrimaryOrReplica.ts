/** Which database the page of a history is read from. */
import { readAsOf, type AsOf } from '../http/asOf.ts'
import type { ApiContext } from '../http/context.ts'
import type { Sql } from '../platform/database/connection.ts'
import type { LogPosition } from '../http/logPosition.ts'

/**
 * The first page shows the caller's own reports beside what is indexed: both of the primary. A later one may come from a replica, unless that has
 * not come as far as the page before ended: it would leave out what it does not have yet.
 * @param after null for the first page
 */
export async function readPrimaryOrReplica(
  { read, readOwn }: Pick<ApiContext, 'read' | 'readOwn'>,
  after: LogPosition | null,
): Promise<{ sql: Sql; asOf: AsOf | null }> {
  if (after !== null) {
    const asOf = await readAsOf(read)
    if (asOf !== null && asOf.block >= after.blockNumber) return { sql: read, asOf }
  }
  return { sql: readOwn, asOf: await readAsOf(readOwn) }
}
