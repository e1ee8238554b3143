/** One page of an account's history. The caller may ask for one kind or one product. */
import type { Address, Hex } from 'viem'
import { type ActivityItem, type ActivityQuery, FILTERED_ROWS } from '@galx/protocol/http/activity'
import type { ApiContext, Catalogue } from '../http/context.ts'
import type { Queryable, Sql } from '../platform/database/connection.ts'
import { activityItem } from './activityItems.ts'
import type { LogPosition } from '../http/logPosition.ts'
import { listActivity } from './activityList.ts'
import { type AsOf, readAsOf } from '../http/asOf.ts'

/** The number of rows that one query reads when a filter is set. */
const BATCH = 250

export type ActivityFilter = Pick<ActivityQuery, 'kind' | 'product'>

type ActivityPage = {
  items: ActivityItem[]
  /** the start of the next page; null after the last page */
  next: LogPosition | null
  /** the transactions of all rows that were read, including rows that the filter dropped */
  indexed: Set<Hex>
}

export function matches(item: ActivityItem, { kind, product }: ActivityFilter): boolean {
  return (kind === undefined || item.kind === kind) && (product === undefined || item.product === product)
}

/**
 * Reads on from a place until `limit` entries are found or `FILTERED_ROWS` rows are read. The second bound limits the cost of a rare kind
 * in a long history. No filter needs an index of its own.
 */
export async function readActivityPage(
  sql: Queryable,
  catalogue: Catalogue,
  account: Address,
  { after, limit, filter }: { after: LogPosition | null; limit: number; filter: ActivityFilter },
): Promise<ActivityPage> {
  const filtered = filter.kind !== undefined || filter.product !== undefined
  // One row more than the page shows whether another page follows.
  const batch = filtered ? BATCH : limit + 1
  const items: ActivityItem[] = []
  const indexed = new Set<Hex>()
  let place = after
  for (let looked = 0; looked < FILTERED_ROWS;) {
    const rows = await listActivity(sql, account, place, batch)
    for (const row of rows) {
      if (items.length === limit) return { items, next: place, indexed }
      const item = activityItem(catalogue, row)
      if (item !== null && matches(item, filter)) items.push(item)
      indexed.add(row.txHash)
      place = { blockNumber: row.blockNumber, logIndex: row.logIndex }
    }
    if (rows.length < batch) return { items, next: null, indexed }
    looked += rows.length
  }
  return { items, next: place, indexed }
}

/**
 * The first page comes from the primary, because it shows the caller's own reports beside the indexed rows. A later page may come from a replica. A
 * replica is not used until it has reached the end of the previous page, because rows would be missing.
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
