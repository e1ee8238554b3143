/** Rows of the history and of open reports, in the API's form. */
import { NODE_BOND } from '@galx/protocol/formulas'
import type { ActivityItem } from '@galx/protocol/http/activity'
import { productOfPool, productOfProgram, type ProductName, type TokenSymbol } from '@galx/protocol/products'
import type { Catalogue, KnownPool } from '../http/context.ts'
import type { ReportRow } from './reports/reports.ts'
import type { ActivityRow } from './activityList.ts'

/** The product, pool and token of an event, by the registry's names. */
type Subject = {
  product: ProductName
  pool: KnownPool | null
  token: TokenSymbol
  subject: bigint | null
}

/** @returns null for a pool or contract that the deployment file does not name: such a pool or contract is not one of our products */
function subjectOf(
  catalogue: Catalogue,
  { contract, kind, pool, subject }: Pick<ActivityRow, 'contract' | 'kind' | 'pool' | 'subject'>,
): Subject | null {
  switch (contract) {
    case 'StakingPools': {
      const known = pool === null ? undefined : catalogue.pools.get(pool)
      if (known === undefined) return null
      const token = kind === 'claim' || kind === 'forfeit' ? known.rewardToken : known.stakeToken
      return { product: productOfPool(known.key), pool: known, token, subject: null }
    }
    case 'RewardVouchers': {
      const known = subject === null ? undefined : catalogue.programs.get(subject)
      if (known === undefined) return null
      return { product: productOfProgram(known.key), pool: null, token: known.token, subject: null }
    }
    case 'ZnVault':
      return { product: 'zn', pool: null, token: 'GALX', subject: null }
    case 'Levels':
      return { product: 'btc', pool: null, token: 'MCM', subject }
    case 'NodePass':
      return { product: 'passes', pool: null, token: 'MCM', subject }
    default:
      return null
  }
}

export function activityItem(catalogue: Catalogue, row: ActivityRow): ActivityItem | null {
  const about = subjectOf(catalogue, row)
  if (about === null) return null
  const rewarding = row.kind === 'claim' || row.kind === 'forfeit'
  return {
    id: `${row.blockNumber}-${row.logIndex}`,
    kind: row.kind,
    ...shown(about),
    position: row.position?.toString() ?? null,
    amount: amountOf(row)?.toString() ?? null,
    ...(rewarding ? NO_PAIR : pairOf(about.pool, row.pairAmount)),
    penalty: row.penalty?.toString() ?? null,
    ...rewardOf(about.pool, row.reward),
    status: 'confirmed',
    reason: null,
    txHash: row.txHash,
    blockNumber: row.blockNumber,
    at: row.at,
  }
}

export function reportItem(catalogue: Catalogue, row: ReportRow): ActivityItem | null {
  const about = subjectOf(catalogue, row)
  if (about === null) return null
  return {
    id: row.txHash,
    kind: row.kind,
    ...shown(about),
    position: null,
    amount: amountOf(row)?.toString() ?? null,
    ...pairOf(about.pool, row.pairAmount),
    penalty: null,
    ...rewardOf(about.pool, null),
    status: row.failedAt === null ? 'pending' : 'failed',
    reason: row.failedReason,
    txHash: row.txHash,
    blockNumber: null,
    at: row.reportedAt,
  }
}

function shown({ product, pool, token, subject }: Subject) {
  return {
    product,
    pool: pool?.key ?? null,
    token,
    subject: subject?.toString() ?? null,
  }
}

/** The event of a minted pass does not name the bond, which is the same for all passes. */
function amountOf({ kind, amount }: Pick<ActivityRow, 'kind' | 'amount'>): bigint | null {
  return amount ?? (kind === 'mintPass' ? NODE_BOND : null)
}

const NO_PAIR = { pairToken: null, pairAmount: null }

function pairOf(pool: KnownPool | null, pairAmount: bigint | null) {
  return pool === null || pool.pairToken === null
    ? NO_PAIR
    : { pairToken: pool.pairToken, pairAmount: (pairAmount ?? 0n).toString() }
}

function rewardOf(pool: KnownPool | null, reward: bigint | null) {
  return {
    rewardToken: pool === null || reward === null ? null : pool.rewardToken,
    reward: reward?.toString() ?? null,
  }
}
