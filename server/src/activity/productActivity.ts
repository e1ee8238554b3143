/** An account's history in one product: in one pool, or in a contract that has none. Times are unix seconds, amounts wei. */
import type { Address } from 'viem'
import type { ContractName } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'
import {
  ACTIVITY_COLUMNS,
  BEFORE_FIRST,
  idOf,
  type ActivityPosition,
  type ActivityRow,
} from './activityList.ts'

/** `pool` is the contract's pool id; null: the contract has no pools. */
export type Part = { contract: ContractName; pool: bigint | null }
/** `tier` and `unlockAt` are the position's; null for what concerns no position. */
export type ProductActivityRow = ActivityRow & { tier: number | null; unlockAt: number | null }

/** As the indexes hold it: 0 outside pools; null, which finds nothing, for a pool that was never made. */
function poolOf(sql: Queryable, { pool }: Part) {
  return pool === null
    ? sql`0::smallint`
    : sql`(select id from galx.pools where pool = ${pool.toString()}::numeric)`
}

/**
 * Newest first, from a place in the index activity_part: the comparison of whole rows leaves no other plan that is in order.
 * Positions are looked up for the page's rows alone.
 * @param after null for the first page
 */
export async function listOfProduct(
  sql: Queryable,
  account: Address,
  part: Part,
  after: ActivityPosition | null,
  limit: number,
): Promise<ProductActivityRow[]> {
  const { blockNumber, logIndex } = after ?? BEFORE_FIRST
  const key = sql`v.contract, coalesce(v.pool_id, 0::smallint), v.account_id`
  const own = sql`${part.contract}::text, ${poolOf(sql, part)}, (${idOf(sql, account)})`
  return sql<ProductActivityRow[]>`
    select ${ACTIVITY_COLUMNS(sql)}, s.tier, s.unlock_at as "unlockAt"
    from (
      select * from galx.activity v
      where (${key}) >= (${own}) and (${key}, v.block_number, v.log_index) < (${own}, ${blockNumber}, ${logIndex})
      order by v.contract desc, coalesce(v.pool_id, 0::smallint) desc, v.account_id desc, v.block_number desc,
        v.log_index desc limit ${limit}
    ) v left join galx.pools p on p.id = v.pool_id
      left join lateral (
        select tier, unlock_at from galx.positions
        where account_id = v.account_id and pool_id = v.pool_id and position = v.position limit 1
      ) s on true
    order by v.block_number desc, v.log_index desc`
}

export async function countOfProduct(sql: Queryable, account: Address, part: Part): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select rows as total from galx.activity_counts
    where account_id = (${idOf(sql, account)}) and contract = ${part.contract} and pool_id = ${poolOf(sql, part)}`
  return row?.total ?? 0
}
