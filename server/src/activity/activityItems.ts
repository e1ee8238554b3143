/** Rows of the history and of open reports, as the API shows them. */
import type { ActivityItem } from '@galx/protocol/http/activity'
import type { KnownPool, PoolIndex } from '../api/context.ts'
import type { ActivityRow } from './activityList.ts'
import type { ReportRow } from '../reports/reports.ts'

/** Null for a pool that the deployment file does not name: it is none of our products. */
export function activityItem(pools: PoolIndex, row: ActivityRow): ActivityItem | null {
  const pool = pools.get(row.pool)
  if (pool === undefined) return null
  const rewarding = row.kind === 'claim' || row.kind === 'forfeit'
  return {
    id: `${row.blockNumber}-${row.logIndex}`,
    kind: row.kind,
    pool: pool.key,
    position: row.position?.toString() ?? null,
    token: rewarding ? pool.rewardToken : pool.stakeToken,
    amount: row.amount.toString(),
    ...(rewarding ? NO_PAIR : pairOf(pool, row.pairAmount)),
    penalty: row.penalty?.toString() ?? null,
    ...rewardOf(pool, row.reward),
    status: 'confirmed',
    reason: null,
    txHash: row.txHash,
    blockNumber: row.blockNumber,
    at: row.at,
  }
}

export function reportItem(pools: PoolIndex, row: ReportRow): ActivityItem | null {
  const pool = pools.get(row.pool)
  if (pool === undefined) return null
  return {
    id: row.txHash,
    kind: 'stake',
    pool: pool.key,
    position: null,
    token: pool.stakeToken,
    amount: row.amount.toString(),
    ...pairOf(pool, row.pairAmount),
    penalty: null,
    ...rewardOf(pool, null),
    status: row.failedAt === null ? 'pending' : 'failed',
    reason: row.failedReason,
    txHash: row.txHash,
    blockNumber: null,
    at: row.reportedAt,
  }
}

const NO_PAIR = { pairToken: null, pairAmount: null }

const pairOf = (pool: KnownPool, pairAmount: bigint | null) =>
  pool.pairToken === null ? NO_PAIR : { pairToken: pool.pairToken, pairAmount: (pairAmount ?? 0n).toString() }

const rewardOf = (pool: KnownPool, reward: bigint | null) => ({
  rewardToken: reward === null ? null : pool.rewardToken,
  reward: reward?.toString() ?? null,
})
