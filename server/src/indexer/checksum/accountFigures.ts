/** The figures of some accounts in the tables, at the block of the cursor. */
import { FIRST_GIFT, figures, type Expected, type Figure } from '@galx/protocol/checksum'
import {
  checkedPools,
  checkedPrograms,
  POSITIONS_READ,
  type CheckedAccount,
} from '@galx/protocol/checksumReads'
import type { Deployment } from '@galx/protocol/deployment'
import type { PoolKey } from '@galx/protocol/products'
import type { Queryable } from '../../platform/database/connection.ts'
import { loadAccruals } from '../../staking/rows.ts'
import { earnedBetween, perWeightAt, type Accrual } from '../../staking/accruals.ts'
import type { SampledAccount } from './sample.ts'

/** Limit for the changes of an account's weight in a pool, and for its payments. The earnings of an account above the limit are not computed. */
const MOST_ROWS = 1_000

type Stake = { accountId: number; pool: PoolKey; positions: bigint; gifts: bigint }

/** @returns the positions to compare and the figures of the accounts @param at time of the cursor's block, unix seconds */
export async function accountFigures(
  sql: Queryable,
  deployment: Deployment,
  at: number,
  accounts: readonly SampledAccount[],
  random: () => number,
): Promise<{ checked: CheckedAccount[]; expected: Figure<Expected>[] }> {
  const ids = accounts.map(({ id }) => id)
  const stakes = await readStakes(sql, deployment, ids)
  const checked = accounts.map(({ id, address }) => ({
    address,
    positions: stakes
      .filter(({ accountId }) => accountId === id)
      .flatMap((stake) => windowsOf(stake, random)),
  }))
  return {
    checked,
    expected: [
      ...(await stakeFigures(sql, deployment, at, accounts, stakes)),
      ...(await positionFigures(sql, deployment, accounts, checked)),
      ...(await holdingFigures(sql, deployment, accounts)),
    ],
  }
}

/** The number of positions that logs have opened. */
async function readStakes(sql: Queryable, deployment: Deployment, ids: readonly number[]): Promise<Stake[]> {
  const rows = await sql<(Omit<Stake, 'pool'> & { pool: bigint })[]>`
    select o.account_id as "accountId", p.pool, count(*) filter (where o.position < ${String(FIRST_GIFT)}::numeric)::numeric as positions,
      count(*) filter (where o.position >= ${String(FIRST_GIFT)}::numeric)::numeric as gifts
    from galx.positions o join galx.pools p on p.id = o.pool_id
    where o.account_id = any (${ids as number[]}::bigint[]) group by 1, 2`
  return byKey(deployment, rows)
}

function byKey<Row extends { pool: bigint }>(
  deployment: Deployment,
  rows: readonly Row[],
): (Omit<Row, 'pool'> & { pool: PoolKey })[] {
  const keys = new Map(checkedPools(deployment).map(({ key, id }) => [id, key]))
  return rows.flatMap(({ pool: id, ...row }) => {
    const pool = keys.get(id)
    return pool === undefined ? [] : [{ ...row, pool }]
  })
}

/** Some successive positions of the account from a random place, and as many of its gifts. */
function windowsOf({ pool, positions, gifts }: Stake, random: () => number): CheckedAccount['positions'] {
  const place = (count: bigint) => {
    const places = count > POSITIONS_READ ? count - POSITIONS_READ + 1n : 1n
    return BigInt(Math.floor(random() * Number(places)))
  }
  return [
    ...(positions === 0n ? [] : [{ pool, from: place(positions) }]),
    ...(gifts === 0n ? [] : [{ pool, from: FIRST_GIFT + place(gifts) }]),
  ]
}

async function stakeFigures(
  sql: Queryable,
  deployment: Deployment,
  at: number,
  accounts: readonly SampledAccount[],
  stakes: readonly Stake[],
): Promise<Figure<Expected>[]> {
  const rows = await sql<{ accountId: number; pool: bigint; poolId: number; weight: bigint }[]>`
    select w.account_id as "accountId", p.pool, p.id as "poolId", w.weight
    from galx.pool_accounts w join galx.pools p on p.id = w.pool_id
    where w.account_id = any (${accounts.map(({ id }) => id)}::bigint[])`
  const weights = byKey(deployment, rows)
  const accruals = new Map((await loadAccruals(sql)).map((accrual) => [accrual.poolId, accrual]))
  const earned = new Map<string, Expected>()
  for (const { accountId, pool, poolId, weight } of weights)
    earned.set(`${accountId} ${pool}`, await earnedOf(sql, accountId, weight, at, accruals.get(poolId)!))
  const of = <Row extends { accountId: number; pool: PoolKey }>(
    list: readonly Row[],
    id: number,
    key: PoolKey,
  ) => list.find(({ accountId, pool }) => accountId === id && pool === key)
  return accounts.flatMap(({ id, address }) =>
    checkedPools(deployment).flatMap(({ key }) => {
      const stake = of(stakes, id, key)
      return figures.stake<Expected>(address, key, {
        weight: of(weights, id, key)?.weight ?? 0n,
        positions: stake?.positions ?? 0n,
        gifts: stake?.gifts ?? 0n,
        earned: earned.get(`${id} ${key}`) ?? 0n,
      })
    }),
  )
}

/**
 * The account's unpaid earnings in the pool. The contract rounds down at each settlement. This function rounds once for each weight. The
 * results differ by at most one wei for each settlement.
 * @param weight the account's weight now, wei @param accrual the pool's latest accrual
 */
async function earnedOf(
  sql: Queryable,
  accountId: number,
  weight: bigint,
  at: number,
  accrual: Accrual,
): Promise<Expected> {
  const { poolId } = accrual
  const changes = await sql<{ weight: bigint; perWeight: bigint }[]>`
    select weight, per_weight as "perWeight" from galx.weight_changes
    where account_id = ${accountId} and pool_id = ${poolId}
    order by block_number desc, log_index desc limit ${MOST_ROWS}`
  const paid = await sql<{ paid: bigint }[]>`
    select case when kind in ('claim', 'forfeit') then amount when kind = 'exit' then coalesce(reward, 0) else 0 end as paid
    from galx.activity
    where contract = 'StakingPools' and coalesce(pool_id, 0::smallint) = ${poolId} and account_id = ${accountId}
    limit ${MOST_ROWS}`
  if (changes.length === MOST_ROWS || paid.length === MOST_ROWS) return 'unknown'
  let earned = 0n
  let until = perWeightAt(accrual, at)
  // Backwards: each weight earned from its own change until the next change.
  for (const [index, change] of changes.entries()) {
    earned += earnedBetween(index === 0 ? weight : change.weight, change.perWeight, until)
    until = change.perWeight
  }
  const value = paid.reduce((left, row) => left - row.paid, earned)
  return { value, within: BigInt(changes.length + paid.length + 1) }
}

async function positionFigures(
  sql: Queryable,
  deployment: Deployment,
  accounts: readonly SampledAccount[],
  checked: readonly CheckedAccount[],
): Promise<Figure<Expected>[]> {
  type Row = {
    accountId: number
    pool: bigint
    position: bigint
    amount: bigint
    pairAmount: bigint
    tier: number
    unlockAt: number
  }
  const asked = checked.flatMap(({ positions }, index) =>
    positions.map(({ pool, from }) => ({ id: accounts[index]!.id, pool, from })),
  )
  const ids = new Map(checkedPools(deployment).map(({ key, id }) => [key, id]))
  const rows = await sql<Row[]>`
    select o.account_id as "accountId", p.pool, o.position, o.amount, o.pair_amount as "pairAmount", o.tier, o.unlock_at as "unlockAt"
    from unnest(
        ${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ pool }) => String(ids.get(pool)!))}::numeric[],
        ${asked.map(({ from }) => String(from))}::numeric[]
      ) as asked (account_id, pool, first)
      join galx.pools p on p.pool = asked.pool
      join galx.positions o on o.account_id = asked.account_id and o.pool_id = p.id
        and o.position >= asked.first and o.position < asked.first + ${String(POSITIONS_READ)}::numeric
    where o.closed_at is null`
  const addressOf = new Map(accounts.map(({ id, address }) => [id, address]))
  return byKey(deployment, rows).flatMap(
    ({ accountId, pool, position, amount, pairAmount, tier, unlockAt }) =>
      figures.position<Expected>(addressOf.get(accountId)!, pool, position, {
        amount,
        pairAmount,
        tier: BigInt(tier),
        unlockAt: BigInt(unlockAt),
      }),
  )
}

/** Shares, level, MCM burned for the level, passes, and the wei drawn from each program. */
async function holdingFigures(
  sql: Queryable,
  deployment: Deployment,
  accounts: readonly SampledAccount[],
): Promise<Figure<Expected>[]> {
  const ids = accounts.map(({ id }) => id)
  const rows = await sql<{ id: number; shares: bigint; level: number; burned: bigint; passes: bigint }[]>`
    select a.id, coalesce(v.shares, 0) as shares, coalesce(l.level, 0) as level,
      (select coalesce(sum(amount), 0) from galx.activity
        where contract = 'Levels' and coalesce(pool_id, 0::smallint) = 0 and account_id = a.id) as burned,
      (select count(*)::numeric from galx.passes where holder_id = a.id) as passes
    from unnest(${ids}::bigint[]) as a (id)
      left join galx.vault_accounts v on v.account_id = a.id
      left join galx.levels l on l.account_id = a.id`
  const draws = await sql<{ accountId: number; program: bigint; drawn: bigint }[]>`
    select account_id as "accountId", program, drawn from galx.voucher_draws
    where account_id = any (${ids}::bigint[])`
  return accounts.flatMap(({ id, address }) => {
    const { shares, level, burned, passes } = rows.find((row) => row.id === id)!
    return [
      ...figures.shares<Expected>(address, shares),
      ...figures.level<Expected>(address, BigInt(level), burned),
      ...figures.passesOf<Expected>(address, passes),
      ...checkedPrograms(deployment).flatMap(({ key, id: program }) =>
        figures.drawn<Expected>(
          address,
          key,
          draws.find((draw) => draw.accountId === id && draw.program === program)?.drawn ?? 0n,
        ),
      ),
    ]
  })
}
