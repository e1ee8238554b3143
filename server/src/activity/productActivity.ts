/** An account's history in some pools. Times are unix seconds, amounts wei. */
import type { Address } from 'viem'
import type { Queryable } from '../platform/database/connection.ts'
import { BEFORE_FIRST, type ActivityPosition, type ActivityRow } from './activityList.ts'

/** `tier` and `unlockAt` are the position's; null for what concerns no position. */
export type ProductActivityRow = ActivityRow & { tier: number | null; unlockAt: number | null }

/** Newest first. @param pools the contract's pool ids @param after null for the first page */
export async function listInPools(
  sql: Queryable,
  account: Address,
  pools: readonly bigint[],
  after: ActivityPosition | null,
  limit: number,
): Promise<ProductActivityRow[]> {
  const { blockNumber, logIndex } = after ?? BEFORE_FIRST
  return sql<ProductActivityRow[]>`
    select v.block_number as "blockNumber", v.log_index as "logIndex", v.kind, p.pool, v.position, v.amount,
      v.pair_amount as "pairAmount", v.penalty, v.reward, v.tx_hash as "txHash", v.at, s.tier, s.unlock_at as "unlockAt"
    from galx.activity v join galx.pools p on p.id = v.pool_id
      left join galx.positions s
        on s.account_id = v.account_id and s.pool_id = v.pool_id and s.position = v.position
    where v.account_id = (select id from galx.accounts where address = ${account})
      and p.pool = any (${pools.map(String)}::numeric[])
      and (v.block_number, v.log_index) < (${blockNumber}, ${logIndex})
    order by v.block_number desc, v.log_index desc limit ${limit}`
}

export async function countInPools(
  sql: Queryable,
  account: Address,
  pools: readonly bigint[],
): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from galx.activity v join galx.pools p on p.id = v.pool_id
    where v.account_id = (select id from galx.accounts where address = ${account})
      and p.pool = any (${pools.map(String)}::numeric[])`
  return row?.total ?? 0
}
