/** Chooses the database from which a page of a history is read. */
import { readAsOf, type AsOf } from '../http/asOf.ts'
import type { ApiContext } from '../http/context.ts'
import type { Sql } from '../platform/database/connection.ts'
import type { LogPosition } from '../http/logPosition.ts'

/**
 * The first page comes from the primary, because it shows the caller's own reports beside the indexed rows. A later page may come from a
 * replica. A replica that has not reached the end of the page before is not used, because rows would be missing.
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
