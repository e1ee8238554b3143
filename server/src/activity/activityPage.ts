/** One page of an account's history. The caller may ask for one kind or one product. */
import type { Address, Hex } from 'viem'
import { FILTERED_ROWS, type ActivityItem, type ActivityQuery } from '@galx/protocol/http/activity'
import { NODE_BOND } from '@galx/protocol/formulas'
import { productOfPool, productOfProgram, type ProductName, type TokenSymbol } from '@galx/protocol/products'
import type { ApiContext, Catalogue, KnownPool } from '../http/context.ts'
import type { Queryable, Sql } from '../platform/database/connection.ts'
import type { LogPosition } from '../http/cursor.ts'
import { readAsOf, type AsOf } from '../http/asOf.ts'
import { listActivity, type ActivityRow } from './activityList.ts'
import type { ReportRow } from './reports/reports.ts'

/** The number of rows that one query reads when a filter is set. */
const BATCH = 250

type ActivityFilter = Pick<ActivityQuery, 'kind' | 'product'>

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

/** The product, pool and token of an event, by the registry's names. */
type Subject = {
  product: ProductName
  pool: KnownPool | null
  token: TokenSymbol
  subject: bigint | null
}

/** @returns null for a pool or contract that the deployment file does not name: such a pool or contract is not one of our products */
function subjectOf(
  catalogue: Catalogue,
  { contract, kind, pool, subject }: Pick<ActivityRow, 'contract' | 'kind' | 'pool' | 'subject'>,
): Subject | null {
  switch (contract) {
    case 'StakingPools': {
      const known = pool === null ? undefined : catalogue.pools.get(pool)
      if (known === undefined) return null
      const token = kind === 'claim' || kind === 'forfeit' ? known.rewardToken : known.stakeToken
      return { product: productOfPool(known.key), pool: known, token, subject: null }
    }
    case 'RewardVouchers': {
      const known = subject === null ? undefined : catalogue.programs.get(subject)
      if (known === undefined) return null
      return { product: productOfProgram(known.key), pool: null, token: known.token, subject: null }
    }
    case 'ZnVault':
      return { product: 'zn', pool: null, token: 'GALX', subject: null }
    case 'Levels':
      return { product: 'btc', pool: null, token: 'MCM', subject }
    case 'NodePass':
      return { product: 'passes', pool: null, token: 'MCM', subject }
    default:
      return null
  }
}

/** Rows of the history and of open reports, in the API's form. */
export function activityItem(catalogue: Catalogue, row: ActivityRow): ActivityItem | null {
  const about = subjectOf(catalogue, row)
  if (about === null) return null
  const rewarding = row.kind === 'claim' || row.kind === 'forfeit'
  return {
    id: `${row.blockNumber}-${row.logIndex}`,
    kind: row.kind,
    ...shown(about),
    position: row.position?.toString() ?? null,
    amount: amountOf(row)?.toString() ?? null,
    ...(rewarding ? NO_PAIR : pairOf(about.pool, row.pairAmount)),
    penalty: row.penalty?.toString() ?? null,
    ...rewardOf(about.pool, row.reward),
    status: 'confirmed',
    reason: null,
    txHash: row.txHash,
    blockNumber: row.blockNumber,
    at: row.at,
  }
}

export function reportItem(catalogue: Catalogue, row: ReportRow): ActivityItem | null {
  const about = subjectOf(catalogue, row)
  if (about === null) return null
  return {
    id: row.txHash,
    kind: row.kind,
    ...shown(about),
    position: null,
    amount: amountOf(row)?.toString() ?? null,
    ...pairOf(about.pool, row.pairAmount),
    penalty: null,
    ...rewardOf(about.pool, null),
    status: row.failedAt === null ? 'pending' : 'failed',
    reason: row.failedReason,
    txHash: row.txHash,
    blockNumber: null,
    at: row.reportedAt,
  }
}

function shown({ product, pool, token, subject }: Subject) {
  return {
    product,
    pool: pool?.key ?? null,
    token,
    subject: subject?.toString() ?? null,
  }
}

/** The event of a minted pass does not name the bond, which is the same for all passes. */
function amountOf({ kind, amount }: Pick<ActivityRow, 'kind' | 'amount'>): bigint | null {
  return amount ?? (kind === 'mintPass' ? NODE_BOND : null)
}

const NO_PAIR = { pairToken: null, pairAmount: null }

function pairOf(pool: KnownPool | null, pairAmount: bigint | null) {
  return pool === null || pool.pairToken === null
    ? NO_PAIR
    : { pairToken: pool.pairToken, pairAmount: (pairAmount ?? 0n).toString() }
}

function rewardOf(pool: KnownPool | null, reward: bigint | null) {
  return {
    rewardToken: pool === null || reward === null ? null : pool.rewardToken,
    reward: reward?.toString() ?? null,
  }
}
