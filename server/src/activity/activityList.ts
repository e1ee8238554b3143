/** An account's history. Times are unix seconds, amounts wei. */
import type { Address, Hex } from 'viem'
import type { ActivityItem } from '@galx/protocol/http/activity'
import type { ContractName } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'

export type ActivityRow = {
  blockNumber: number
  logIndex: number
  contract: ContractName
  kind: ActivityItem['kind']
  /** StakingPools: the contract's pool id; null elsewhere */
  pool: bigint | null
  /** RewardVouchers: the program; NodePass: the pass; Levels: the level; null elsewhere */
  subject: bigint | null
  position: bigint | null
  amount: bigint | null
  pairAmount: bigint | null
  penalty: bigint | null
  reward: bigint | null
  txHash: Hex
  at: number
}

export type ActivityPosition = { blockNumber: number; logIndex: number }

export const BEFORE_FIRST: ActivityPosition = { blockNumber: Number.MAX_SAFE_INTEGER, logIndex: 2 ** 31 - 1 }

/** Of `galx.activity v left join galx.pools p`. */
export function ACTIVITY_COLUMNS(sql: Queryable) {
  return sql`
  v.block_number as "blockNumber", v.log_index as "logIndex", v.contract, v.kind, p.pool, v.subject, v.position, v.amount,
  v.pair_amount as "pairAmount", v.penalty, v.reward, v.tx_hash as "txHash", v.at`
}

/**
 * Newest first, from a place in the index activity_history: the comparison of whole rows leaves no other plan that is in order.
 * @param after null for the first page
 */
export async function listActivity(
  sql: Queryable,
  account: Address,
  after: ActivityPosition | null,
  limit: number,
): Promise<ActivityRow[]> {
  const { blockNumber, logIndex } = after ?? BEFORE_FIRST
  return sql<ActivityRow[]>`
    select ${ACTIVITY_COLUMNS(sql)}
    from galx.activity v left join galx.pools p on p.id = v.pool_id
    where v.account_id >= (${idOf(sql, account)})
      and (v.account_id, v.block_number, v.log_index) < ((${idOf(sql, account)}), ${blockNumber}, ${logIndex})
    order by v.account_id desc, v.block_number desc, v.log_index desc limit ${limit}`
}

/**
 * The whole history in batches, newest first. Between two batches no connection is held: a client that fetches a file slowly keeps
 * nobody else waiting.
 */
export async function* walkActivity(
  sql: Queryable,
  account: Address,
  batch: number,
): AsyncGenerator<ActivityRow[]> {
  let rows: ActivityRow[] = []
  do {
    rows = await listActivity(sql, account, rows.at(-1) ?? null, batch)
    yield rows
  } while (rows.length === batch)
}

/** The sum of a few rows, however long the history is. */
export async function countActivity(sql: Queryable, account: Address): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(rows), 0)::bigint as total from galx.activity_counts
    where account_id = (${idOf(sql, account)})`
  return row?.total ?? 0
}

export function idOf(sql: Queryable, account: Address) {
  return sql`select id from galx.accounts where address = ${account}`
}
