/** The history's rows as the indexer writes them: whole batches at a time. */
import type { ContractName } from '@galx/protocol/products'
import type { ActivityItem } from '@galx/protocol/http/activity'
import type { Member } from '../community/forest.ts'
import type { Queryable } from '../platform/database/connection.ts'

/** Amounts are wei of the token that the product moves. */
export type ActivityRow = {
  block: number
  logIndex: number
  member: Member
  contract: ContractName
  kind: ActivityItem['kind']
  /** a row of galx.pools; null in any contract but StakingPools */
  poolId: number | null
  /** RewardVouchers: the program; NodePass: the pass; Levels: the level; null elsewhere */
  subject: bigint | null
  position: bigint | null
  /** null where nothing is moved */
  amount: bigint | null
  pairAmount: bigint | null
  penalty: bigint | null
  reward: bigint | null
  txHash: string
  /** unix seconds */
  at: number
}

/** The fields that most rows do not use. */
export const NO_DETAILS = {
  poolId: null,
  subject: null,
  position: null,
  amount: null,
  pairAmount: null,
  penalty: null,
  reward: null,
} as const

export async function insertActivity(sql: Queryable, activity: readonly ActivityRow[]): Promise<void> {
  if (activity.length === 0) return
  await sql`
    insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, subject, position, amount,
      pair_amount, penalty, reward, tx_hash, at)
    select
      unnest(${activity.map(({ block }) => block)}::bigint[]),
      unnest(${activity.map(({ logIndex }) => logIndex)}::integer[]),
      unnest(${activity.map(({ member }) => member.id)}::bigint[]),
      unnest(${activity.map(({ contract }) => contract)}::text[]),
      unnest(${activity.map(({ kind }) => kind)}::text[])::galx.activity_kind,
      unnest(${activity.map(({ poolId }) => poolId)}::smallint[]),
      unnest(${activity.map(({ subject }) => text(subject))}::numeric[]),
      unnest(${activity.map(({ position }) => text(position))}::numeric[]),
      unnest(${activity.map(({ amount }) => text(amount))}::numeric[]),
      unnest(${activity.map(({ pairAmount }) => text(pairAmount))}::numeric[]),
      unnest(${activity.map(({ penalty }) => text(penalty))}::numeric[]),
      unnest(${activity.map(({ reward }) => text(reward))}::numeric[]),
      unnest(${activity.map(({ txHash }) => txHash)}::bytea[]),
      unnest(${activity.map(({ at }) => at)}::bigint[])`
}

function text(amount: bigint | null): string | null {
  return amount?.toString() ?? null
}
