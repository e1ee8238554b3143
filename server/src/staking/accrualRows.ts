/** The table of pools' accruals. The indexer writes it. */
import type { Queryable } from '../platform/database/connection.ts'
import type { Accrual, Accruals } from './accruals.ts'

/** The columns of `galx.pool_accruals`. */
export function ACCRUAL_COLUMNS(sql: Queryable) {
  return sql`
  pool_id as "poolId", block_number as block, at, per_weight as "perWeight", total_weight as "totalWeight",
  reward_rate as "rewardRate", reward_end as "rewardEnd"`
}

/** The latest accrual of each pool. There are few pools. */
export function loadAccruals(sql: Queryable): Promise<Accrual[]> {
  return sql<Accrual[]>`
    select accrual.* from galx.pools p cross join lateral (
      select ${ACCRUAL_COLUMNS(sql)} from galx.pool_accruals where pool_id = p.id order by hour desc limit 1
    ) accrual`
}

export async function writeAccruals(sql: Queryable, accruals: Accruals): Promise<void> {
  const rows = accruals.rows()
  if (rows.length === 0) return
  const all = rows.map(({ accrual }) => accrual)
  await sql`
    insert into galx.pool_accruals as accrual
      (pool_id, hour, block_number, at, per_weight, total_weight, reward_rate, reward_end)
    select * from unnest(
      ${all.map(({ poolId }) => poolId)}::smallint[],
      ${rows.map(({ hour }) => hour)}::bigint[],
      ${all.map(({ block }) => block)}::bigint[],
      ${all.map(({ at }) => at)}::bigint[],
      ${all.map(({ perWeight }) => perWeight.toString())}::numeric[],
      ${all.map(({ totalWeight }) => totalWeight.toString())}::numeric[],
      ${all.map(({ rewardRate }) => rewardRate.toString())}::numeric[],
      ${all.map(({ rewardEnd }) => rewardEnd)}::bigint[])
    on conflict (pool_id, hour) do update set block_number = excluded.block_number, at = excluded.at,
      per_weight = excluded.per_weight, total_weight = excluded.total_weight, reward_rate = excluded.reward_rate,
      reward_end = excluded.reward_end`
}
