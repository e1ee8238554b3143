/** Weights, positions and activity, as the indexer writes them: whole batches at a time. */
import type { Outcome } from '../indexer/fold.ts'
import type { Queryable } from './connection.ts'
import { copyInto, copyRow } from './copy.ts'

export type StoredWeight = { accountId: number; poolId: number; weight: bigint }

export const loadWeights = (sql: Queryable, accountIds: readonly number[]): Promise<StoredWeight[]> =>
  sql<StoredWeight[]>`
    select account_id as "accountId", pool_id as "poolId", weight
    from galx.pool_accounts where account_id = any (${accountIds as number[]}::bigint[])`

export const writeWeights = async (sql: Queryable, weights: Outcome['weights']): Promise<void> => {
  if (weights.length === 0) return
  await sql`
    insert into galx.pool_accounts (account_id, pool_id, weight)
    select * from unnest(
      ${weights.map(({ member }) => member.id)}::bigint[],
      ${weights.map(({ poolId }) => poolId)}::smallint[],
      ${weights.map(({ weight }) => weight.toString())}::numeric[])
    on conflict (account_id, pool_id) do update set weight = excluded.weight`
}

export const insertPositions = (sql: Queryable, opened: Outcome['opened']): Promise<void> =>
  copyInto(
    sql,
    (
      into,
    ) => into`copy galx.positions (account_id, pool_id, position, amount, pair_amount, tier, unlock_at, opened_at,
      opened_block, opened_tx, closed_at) from stdin`,
    opened.map((row) =>
      copyRow([
        row.member.id,
        row.poolId,
        row.position,
        row.amount,
        row.pairAmount,
        row.tier,
        row.unlockAt,
        row.openedAt,
        row.openedBlock,
        row.openedTx,
        row.closedAt,
      ]),
    ),
  )

/** @returns how many of the positions exist; the table itself refuses amounts below 0 */
export const reducePositions = async (sql: Queryable, reduced: Outcome['reduced']): Promise<number> => {
  if (reduced.length === 0) return 0
  const result = await sql`
    update galx.positions set
      amount = positions.amount - taken.amount,
      pair_amount = positions.pair_amount - taken.pair_amount,
      closed_at = case when positions.amount = taken.amount and positions.pair_amount = taken.pair_amount
        then taken.at end
    from unnest(
      ${reduced.map(({ member }) => member.id)}::bigint[],
      ${reduced.map(({ poolId }) => poolId)}::smallint[],
      ${reduced.map(({ position }) => position.toString())}::numeric[],
      ${reduced.map(({ amount }) => amount.toString())}::numeric[],
      ${reduced.map(({ pairAmount }) => pairAmount.toString())}::numeric[],
      ${reduced.map(({ at }) => at)}::bigint[]
    ) as taken (account_id, pool_id, position, amount, pair_amount, at)
    where positions.account_id = taken.account_id and positions.pool_id = taken.pool_id
      and positions.position = taken.position`
  return result.count
}

export const insertActivity = (sql: Queryable, activity: Outcome['activity']): Promise<void> =>
  copyInto(
    sql,
    (into) => into`copy galx.activity (block_number, log_index, account_id, kind, pool_id, position, amount,
      pair_amount, penalty, reward, weight, tx_hash, at) from stdin`,
    activity.map((row) =>
      copyRow([
        row.block,
        row.logIndex,
        row.member.id,
        row.kind,
        row.poolId,
        row.position,
        row.amount,
        row.pairAmount,
        row.penalty,
        row.reward,
        row.weight,
        row.txHash,
        row.at,
      ]),
    ),
  )
