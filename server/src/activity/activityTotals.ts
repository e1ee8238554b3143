/** An account's history in sums, by kind and token. Amounts are wei, times unix seconds. */
import type { Address } from 'viem'
import {
  SUMMED_ROWS,
  TOTAL_KINDS,
  type ActivityItem,
  type ActivityTotalsData,
  type TotalKind,
} from '@galx/protocol/http/activity'
import { TOKEN_SYMBOLS, type TokenSymbol } from '@galx/protocol/products'
import type { Catalogue } from '../http/context.ts'
import type { Queryable } from '../platform/database/connection.ts'
import { BEFORE_FIRST } from '../http/cursor.ts'
import { rowsOfAccount } from './activityList.ts'

/** The rows of one kind in one pool, together. */
export type SummedRow = {
  kind: ActivityItem['kind']
  /** the contract's pool id; null for an action without a pool */
  pool: bigint | null
  /** RewardVouchers: the program; null elsewhere */
  program: bigint | null
} & Record<'amount' | 'pairAmount' | 'penalty' | 'reward', bigint>

/** The pools and programs that a row names, by the contracts' ids. */
type Named = Pick<Catalogue, 'pools' | 'programs'>
type Leg = { kind: TotalKind; token: TokenSymbol | null; amount: bigint }

/**
 * Splits a row into legs. A leg is one amount of one token, and counts for one kind of total. A leg whose token is null counts for nothing: the pool
 * has no pair token, or the deployment does not name the row's pool or program. The code does not compile until each kind of row has a case here.
 */
function legsOf({ pools, programs }: Named, row: SummedRow): Leg[] {
  const { kind, amount, pairAmount, penalty, reward } = row
  const {
    stakeToken = null,
    pairToken = null,
    rewardToken = null,
  } = (row.pool === null ? undefined : pools.get(row.pool)) ?? {}
  switch (kind) {
    case 'claim':
      return [{ kind: 'earned', token: rewardToken, amount }]
    case 'forfeit':
      return [{ kind: 'forfeited', token: rewardToken, amount }]
    case 'stake':
      return [
        { kind: 'putIn', token: stakeToken, amount },
        { kind: 'putIn', token: pairToken, amount: pairAmount },
      ]
    case 'unstake':
    case 'exit':
      return [
        { kind: 'takenOut', token: stakeToken, amount: amount - penalty },
        { kind: 'takenOut', token: pairToken, amount: pairAmount },
        { kind: 'penalty', token: stakeToken, amount: penalty },
        { kind: 'earned', token: rewardToken, amount: reward },
      ]
    case 'deposit':
      return [{ kind: 'putIn', token: 'GALX', amount }]
    case 'withdraw':
      return [{ kind: 'takenOut', token: 'GALX', amount }]
    case 'level':
      return [{ kind: 'burned', token: 'MCM', amount }]
    case 'bonus': {
      const token = (row.program === null ? undefined : programs.get(row.program))?.token ?? null
      return [{ kind: 'bonus', token, amount }]
    }
    // The bond of a pass still belongs to the holder.
    case 'mintPass':
    case 'sendPass':
    case 'receivePass':
    case 'unbondPass':
      return []
  }
}

/** @returns one line for each kind and token with an amount, in the order of TOTAL_KINDS and TOKEN_SYMBOLS */
export function totalsOf(
  catalogue: Named,
  rows: readonly SummedRow[],
): NonNullable<ActivityTotalsData['totals']> {
  const sums = new Map<string, bigint>()
  for (const { kind, token, amount } of rows.flatMap((row) => legsOf(catalogue, row)))
    if (token !== null) sums.set(`${kind} ${token}`, (sums.get(`${kind} ${token}`) ?? 0n) + amount)
  return TOTAL_KINDS.flatMap((kind) =>
    TOKEN_SYMBOLS.flatMap((token) => {
      const amount = sums.get(`${kind} ${token}`) ?? 0n
      return amount > 0n ? [{ kind, token, amount: amount.toString() }] : []
    }),
  )
}

/** Reads the account's newest rows, at most SUMMED_ROWS. The cost depends on the account's own history alone. */
export async function readTotals(
  sql: Queryable,
  catalogue: Named,
  account: Address,
): Promise<Pick<ActivityTotalsData, 'totals' | 'since'>> {
  const summed = sql`
    block_number, log_index, kind, pool_id, case when contract = 'RewardVouchers' then subject end as program,
    amount, pair_amount, penalty, reward, at`
  const rows = await sql<(SummedRow & { rows: number; first: number })[]>`
    select v.kind, p.pool, v.program,
      coalesce(sum(v.amount), 0) as amount, coalesce(sum(v.pair_amount), 0) as "pairAmount",
      coalesce(sum(v.penalty), 0) as penalty, coalesce(sum(v.reward), 0) as reward,
      count(*) as rows, min(v.at) as first
    from (${rowsOfAccount(sql, account, BEFORE_FIRST, SUMMED_ROWS, summed)}) v left join galx.pools p on p.id = v.pool_id
    group by v.kind, p.pool, v.program`
  const count = rows.reduce((sum, row) => sum + row.rows, 0)
  return {
    totals: totalsOf(catalogue, rows),
    since: count < SUMMED_ROWS ? null : Math.min(...rows.map(({ first }) => first)),
  }
}
