/** An account's history in one product: one pool, or one contract without pools. Times are unix seconds, amounts wei. */
import type { Address } from 'viem'
import type { ContractName } from '@galx/protocol/products'
import { BEFORE_FIRST, type LogPosition } from '../http/logPosition.ts'
import type { Queryable } from '../platform/database/connection.ts'
import {
  ACTIVITY_COLUMNS,
  idOf,
  lengthOfPart,
  rowsOfPart,
  type ActivityRow,
  type PartKey,
} from './activityList.ts'

/** `pool` is the contract's pool id; null: the contract has no pools. */
export type Part = { contract: ContractName; pool: bigint | null }
/** `tier` and `unlockAt` are the position's; null for a row without a position. */
export type ProductActivityRow = ActivityRow & { tier: number | null; unlockAt: number | null }

/** A pool that was never made gets the id -1, which no pool has. With null, PostgreSQL 15 would read the account's other pools. */
function keyOf(sql: Queryable, account: Address, { contract, pool }: Part): PartKey {
  return {
    account: sql`(${idOf(sql, account)})`,
    contract: sql`${contract}::text`,
    pool:
      pool === null
        ? sql`0::smallint`
        : sql`coalesce((select id from galx.pools where pool = ${pool.toString()}::numeric), (-1)::smallint)`,
  }
}

/**
 * Newest first. Positions are read for the page's rows alone.
 * @param after null for the first page
 */
export async function listOfProduct(
  sql: Queryable,
  account: Address,
  part: Part,
  after: LogPosition | null,
  limit: number,
): Promise<ProductActivityRow[]> {
  return sql<ProductActivityRow[]>`
    select ${ACTIVITY_COLUMNS(sql)}, s.tier, s.unlock_at as "unlockAt"
    from (${rowsOfPart(sql, keyOf(sql, account, part), after ?? BEFORE_FIRST, limit)}) v
      left join galx.pools p on p.id = v.pool_id
      left join lateral (
        select tier, unlock_at from galx.positions
        where account_id = v.account_id and pool_id = v.pool_id and position = v.position limit 1
      ) s on true
    order by v.block_number desc, v.log_index desc`
}

export async function countOfProduct(sql: Queryable, account: Address, part: Part): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select (${lengthOfPart(sql, keyOf(sql, account, part))})::bigint as total`
  return row!.total
}
