/** An account's history in one product: in one pool, or in a contract that has none. Times are unix seconds, amounts wei. */
import type { Address } from 'viem'
import type { ContractName } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'
import { ACTIVITY_COLUMNS, BEFORE_FIRST, type ActivityPosition, type ActivityRow } from './activityList.ts'

/** `pool` is the contract's pool id; null: the contract has no pools. */
export type Part = { contract: ContractName; pool: bigint | null }
/** `tier` and `unlockAt` are the position's; null for what concerns no position. */
export type ProductActivityRow = ActivityRow & { tier: number | null; unlockAt: number | null }

function isOf(sql: Queryable, account: Address, { contract, pool }: Part) {
  return sql`
  v.account_id = (select id from galx.accounts where address = ${account})
  and ${
    pool === null
      ? sql`v.pool_id is null and v.contract = ${contract}`
      : sql`v.pool_id = (select id from galx.pools where pool = ${pool.toString()}::numeric)`
  }`
}

/** Newest first. @param after null for the first page */
export async function listOfProduct(
  sql: Queryable,
  account: Address,
  part: Part,
  after: ActivityPosition | null,
  limit: number,
): Promise<ProductActivityRow[]> {
  const { blockNumber, logIndex } = after ?? BEFORE_FIRST
  return sql<ProductActivityRow[]>`
    select ${ACTIVITY_COLUMNS(sql)}, s.tier, s.unlock_at as "unlockAt"
    from galx.activity v left join galx.pools p on p.id = v.pool_id
      left join galx.positions s
        on s.account_id = v.account_id and s.pool_id = v.pool_id and s.position = v.position
    where ${isOf(sql, account, part)} and (v.block_number, v.log_index) < (${blockNumber}, ${logIndex})
    order by v.block_number desc, v.log_index desc limit ${limit}`
}

export async function countOfProduct(sql: Queryable, account: Address, part: Part): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from galx.activity v where ${isOf(sql, account, part)}`
  return row?.total ?? 0
}
