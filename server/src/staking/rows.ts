/** The rows of pools, fundings, weights, positions and accruals. The indexer writes them in whole batches. */
import type { PoolEvent } from './events.ts'
import type { Queryable } from '../platform/database/connection.ts'
import type { LastWeight, OpenedPosition, ReducedPosition } from './fold.ts'
import type { Accrual, Accruals } from './accruals.ts'

export type PoolRow = { id: number; pool: bigint; tiers: { duration: number }[] }
export type PoolCreated = Extract<PoolEvent, { kind: 'pool' }>
type PoolFunded = Extract<PoolEvent, { kind: 'fund' }>

export function readPools(sql: Queryable): Promise<PoolRow[]> {
  return sql<PoolRow[]>`select id, pool, tiers from galx.pools order by id`
}

/** @returns the row's id @param at unix seconds of the block */
export async function insertPool(sql: Queryable, event: PoolCreated, at: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into galx.pools (pool, stake_token, pair_token, reward_token, boost_source, pair_ratio, reward_duration,
      tiers, created_block, created_at)
    values (${event.pool.toString()}, ${event.stakeToken}, ${event.pairToken}, ${event.rewardToken},
      ${event.boostSource}, ${event.pairRatio.toString()}, ${event.rewardDuration}, ${sql.json(event.tiers)},
      ${event.block}, ${at})
    returning id`
  return row!.id
}

/** @param until unix seconds of the latest end of the pause; 0: no pause */
export async function setStakingPaused(sql: Queryable, poolId: number, until: number): Promise<void> {
  await sql`update galx.pools set staking_paused_until = ${until || null} where id = ${poolId}`
}

export async function insertFunding(
  sql: Queryable,
  poolId: number,
  event: PoolFunded,
  at: number,
): Promise<void> {
  await sql`
    insert into galx.fundings (block_number, log_index, pool_id, funder, amount, reward_rate, reward_end, tx_hash, at)
    values (${event.block}, ${event.logIndex}, ${poolId}, ${event.funder}, ${event.amount.toString()},
      ${event.rewardRate.toString()}, ${event.rewardEnd}, ${event.txHash}, ${at})`
}

type StoredWeight = { accountId: number; poolId: number; weight: bigint }

export function loadWeights(sql: Queryable, accountIds: readonly number[]): Promise<StoredWeight[]> {
  return sql<StoredWeight[]>`
    select account_id as "accountId", pool_id as "poolId", weight
    from galx.pool_accounts where account_id = any (${accountIds as number[]}::bigint[])`
}

export async function writeWeights(sql: Queryable, weights: readonly LastWeight[]): Promise<void> {
  if (weights.length === 0) return
  await sql`
    insert into galx.pool_accounts (account_id, pool_id, weight)
    select
      unnest(${weights.map(({ member }) => member.id)}::bigint[]),
      unnest(${weights.map(({ poolId }) => poolId)}::smallint[]),
      unnest(${weights.map(({ weight }) => weight.toString())}::numeric[])
    on conflict (account_id, pool_id) do update set weight = excluded.weight`
}

export async function insertPositions(sql: Queryable, opened: readonly OpenedPosition[]): Promise<void> {
  if (opened.length === 0) return
  await sql`
    insert into galx.positions (account_id, pool_id, position, amount, pair_amount, tier, unlock_at, opened_at,
      opened_block, opened_tx, closed_at)
    select
      unnest(${opened.map(({ member }) => member.id)}::bigint[]),
      unnest(${opened.map(({ poolId }) => poolId)}::smallint[]),
      unnest(${opened.map(({ position }) => position.toString())}::numeric[]),
      unnest(${opened.map(({ amount }) => amount.toString())}::numeric[]),
      unnest(${opened.map(({ pairAmount }) => pairAmount.toString())}::numeric[]),
      unnest(${opened.map(({ tier }) => tier)}::smallint[]),
      unnest(${opened.map(({ unlockAt }) => unlockAt)}::bigint[]),
      unnest(${opened.map(({ openedAt }) => openedAt)}::bigint[]),
      unnest(${opened.map(({ openedBlock }) => openedBlock)}::bigint[]),
      unnest(${opened.map(({ openedTx }) => openedTx)}::bytea[]),
      unnest(${opened.map(({ closedAt }) => closedAt)}::bigint[])`
}

/** @returns how many of the positions exist; the table itself refuses amounts below 0 */
export async function reducePositions(sql: Queryable, reduced: readonly ReducedPosition[]): Promise<number> {
  if (reduced.length === 0) return 0
  const result = await sql`
    update galx.positions set
      amount = positions.amount - taken.amount,
      pair_amount = positions.pair_amount - taken.pair_amount,
      closed_at = case when positions.amount = taken.amount and positions.pair_amount = taken.pair_amount
        then taken.at end
    from (
      select
        unnest(${reduced.map(({ member }) => member.id)}::bigint[]) as account_id,
        unnest(${reduced.map(({ poolId }) => poolId)}::smallint[]) as pool_id,
        unnest(${reduced.map(({ position }) => position.toString())}::numeric[]) as position,
        unnest(${reduced.map(({ amount }) => amount.toString())}::numeric[]) as amount,
        unnest(${reduced.map(({ pairAmount }) => pairAmount.toString())}::numeric[]) as pair_amount,
        unnest(${reduced.map(({ at }) => at)}::bigint[]) as at
    ) taken
    where positions.account_id = taken.account_id and positions.pool_id = taken.pool_id
      and positions.position = taken.position`
  return result.count
}

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
