/** One page of an account's history, of one kind or one product where that is asked for. */
import type { Address, Hex } from 'viem'
import { FILTERED_ROWS, type ActivityItem, type ActivityQuery } from '@galx/protocol/http/activity'
import type { Catalogue } from '../http/context.ts'
import type { Queryable } from '../platform/database/connection.ts'
import { activityItem } from './activityItems.ts'
import type { LogPosition } from '../http/logPosition.ts'
import { listActivity } from './activityList.ts'

/** Rows of one query where not every row is wanted. */
const BATCH = 250

export type ActivityFilter = Pick<ActivityQuery, 'kind' | 'product'>

export type ActivityPage = {
  items: ActivityItem[]
  /** where the next page begins; null where nothing is left */
  next: LogPosition | null
  /** the transactions of all rows that were read, wanted or not */
  indexed: Set<Hex>
}

export function matches(item: ActivityItem, { kind, product }: ActivityFilter): boolean {
  return (kind === undefined || item.kind === kind) && (product === undefined || item.product === product)
}

/**
 * Reads on from a place until `limit` entries are found, or `FILTERED_ROWS` rows have been looked at: what a rare kind costs is
 * bounded by that and not by the history, without an index for each way to filter.
 */
export async function readActivityPage(
  sql: Queryable,
  catalogue: Catalogue,
  account: Address,
  { after, limit, filter }: { after: LogPosition | null; limit: number; filter: ActivityFilter },
): Promise<ActivityPage> {
  const filtered = filter.kind !== undefined || filter.product !== undefined
  // One more than the page tells whether anything follows.
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
