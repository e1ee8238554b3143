/** Weights and positions. The indexer writes them in whole batches. */
import type { LastWeight, OpenedPosition, ReducedPosition } from './fold.ts'
import type { Queryable } from '../platform/database/connection.ts'

export type StoredWeight = { accountId: number; poolId: number; weight: bigint }

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
