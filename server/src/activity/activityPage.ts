/** One page of an account's history. The caller may ask for one kind or one product. */
import type { Address, Hex } from 'viem'
import { FILTERED_ROWS, type ActivityItem, type ActivityQuery } from '@galx/protocol/http/activity'
import type { Catalogue } from '../http/context.ts'
import type { Queryable } from '../platform/database/connection.ts'
import { activityItem } from './activityItems.ts'
import type { LogPosition } from '../http/logPosition.ts'
import { listActivity } from './activityList.ts'

/** Rows of one query when a filter is set. */
const BATCH = 250

export type ActivityFilter = Pick<ActivityQuery, 'kind' | 'product'>

export type ActivityPage = {
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
