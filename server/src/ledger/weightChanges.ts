/**
 * The table of every change of an account's weight, in order. Rows never change. Time-weighted bonuses are computed from this table. An account
 * without a row had weight 0.
 */
import type { Member } from './forest.ts'
import type { Queryable } from '../platform/database/connection.ts'

export type WeightChange = {
  member: Member
  /** a row of galx.pools; null: shares of the vault */
  poolId: number | null
  block: number
  logIndex: number
  /** unix seconds */
  at: number
  /** wei of weight, or units of shares, before this event */
  before: bigint
  /** wei of weight, or units of shares, from this event on */
  weight: bigint
  /** the earnings of one unit of the pool's weight until this event (staking/accruals.ts); null for the vault */
  perWeight: bigint | null
}

export async function insertWeightChanges(sql: Queryable, changes: readonly WeightChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into galx.weight_changes (block_number, log_index, account_id, pool_id, at, weight, per_weight)
    select
      unnest(${changes.map(({ block }) => block)}::bigint[]),
      unnest(${changes.map(({ logIndex }) => logIndex)}::integer[]),
      unnest(${changes.map(({ member }) => member.id)}::bigint[]),
      unnest(${changes.map(({ poolId }) => poolId)}::smallint[]),
      unnest(${changes.map(({ at }) => at)}::bigint[]),
      unnest(${changes.map(({ weight }) => weight.toString())}::numeric[]),
      unnest(${changes.map(({ perWeight }) => perWeight?.toString() ?? null)}::numeric[])`
}
