/** The figures of the contracts as a whole, from the tables at the block of the cursor. */
import { figures, type Expected, type Figure } from '@galx/protocol/checksum'
import { checkedPools, checkedPrograms } from '@galx/protocol/checksumReads'
import type { Deployment } from '@galx/protocol/deployment'
import { NODE_BOND } from '@galx/protocol/formulas'
import { vaultAt } from '@galx/protocol/vault'
import type { Queryable } from '../../platform/database/connection.ts'
import { readTotals } from '../../products/aaa/fundFlows.ts'
import { loadVault } from '../../products/zn/prices.ts'
import { vestedAt } from '../../rewards/vesting.ts'
import { readVoucherPrograms } from '../../rewards/voucherPrograms.ts'
import { loadAccruals } from '../../staking/rows.ts'
import type { Accrual } from '../../staking/accruals.ts'
import type { PublishedEpoch } from './sample.ts'

type Figures = Figure<Expected>[]

/** @param at time of the cursor's block, unix seconds @param passes ids @param epochs the published epochs in the tables */
export async function contractFigures(
  sql: Queryable,
  deployment: Deployment,
  at: number,
  passes: readonly bigint[],
  epochs: readonly PublishedEpoch[],
): Promise<Figures> {
  return [
    ...(await poolFigures(sql, deployment, at)),
    ...(await vaultFigures(sql, at)),
    ...(await programFigures(sql, deployment, at)),
    ...(await passFigures(sql, passes)),
    ...(await fundFigures(sql)),
    ...(await rulesetFigures(sql)),
    ...epochs.flatMap(({ epoch, hash, blockNumber }) =>
      figures.epoch<Expected>(epoch, hash, BigInt(blockNumber)),
    ),
  ]
}

async function poolFigures(sql: Queryable, deployment: Deployment, at: number): Promise<Figures> {
  const rows = await sql<{ id: number; pool: bigint; pausedUntil: number | null }[]>`
    select id, pool, staking_paused_until as "pausedUntil" from galx.pools`
  const accruals = new Map((await loadAccruals(sql)).map((accrual) => [accrual.poolId, accrual]))
  const pools = new Map(rows.map((row) => [row.pool, row]))
  return [
    ...figures.pools<Expected>(BigInt(rows.length)),
    ...checkedPools(deployment).flatMap(({ key, id }) => {
      const pool = pools.get(id)
      const accrual = pool === undefined ? undefined : accruals.get(pool.id)
      const pausedUntil = pool?.pausedUntil ?? 0
      return figures.pool<Expected>(key, {
        totalWeight: accrual?.totalWeight ?? 0n,
        rewardRate: accrual?.rewardRate ?? 0n,
        rewardEnd: accrual === undefined ? 0n : BigInt(rewardEndAt(accrual, at)),
        lastUpdate: BigInt(accrual?.at ?? 0),
        stakingPausedUntil: pausedUntil > at ? BigInt(pausedUntil) : 0n,
      })
    }),
  ]
}

/** While no account is staked, the end of a running stream becomes later second by second (`withoutIdleTime` of Pool.sol). */
function rewardEndAt({ totalWeight, rewardEnd, at }: Accrual, time: number): number {
  return totalWeight === 0n && rewardEnd > at ? rewardEnd + (time - at) : rewardEnd
}

async function vaultFigures(sql: Queryable, at: number): Promise<Figures> {
  const vault = vaultAt(await loadVault(sql), at)
  const left = BigInt(vault.rewardEnd - at)
  return [
    ...figures.vaultSupply<Expected>(vault.shares),
    ...figures.vault<Expected>({
      totalAssets: vault.assets,
      rewardRate: left === 0n ? 0n : vault.rewardRate,
      rewardEnd: BigInt(vault.rewardEnd),
      unvested: vault.rewardRate * left,
    }),
  ]
}

async function programFigures(sql: Queryable, deployment: Deployment, at: number): Promise<Figures> {
  const programs = await readVoucherPrograms(sql)
  const draws = await sql<{ program: bigint; paid: bigint }[]>`
    select program, sum(drawn) as paid from galx.voucher_draws group by program`
  const paid = new Map(draws.map((row) => [row.program, row.paid]))
  const epoch = Math.floor(at / deployment.epochDuration)
  return [
    ...figures.programs<Expected>(BigInt(programs.size)),
    ...checkedPrograms(deployment).flatMap(({ key, id }) => {
      const vesting = programs.get(id)
      return figures.program<Expected>(key, {
        budgetPerEpoch: vesting?.budgetPerEpoch ?? null,
        funded: vesting?.funded ?? null,
        vested: vesting === undefined ? null : vestedAt(vesting, epoch),
        paid: paid.get(id) ?? 0n,
      })
    }),
  ]
}

async function passFigures(sql: Queryable, ids: readonly bigint[]): Promise<Figures> {
  const [count] = await sql<{ supply: bigint }[]>`
    select count(*)::numeric as supply from galx.passes where holder_id is not null`
  const { supply } = count!
  const rows = await sql<{ id: bigint; holder: `0x${string}` | null; unbondingUntil: number | null }[]>`
    select p.id, a.address as holder, p.unbonding_until as "unbondingUntil"
    from galx.passes p left join galx.accounts a on a.id = p.holder_id
    where p.id = any (${ids.map(String)}::numeric[])`
  return [
    ...figures.passSupply<Expected>(supply),
    ...figures.bonds<Expected>({ value: supply * NODE_BOND, orMore: true }),
    ...rows.flatMap(({ id, holder, unbondingUntil }) =>
      figures.pass<Expected>(id, holder, holder === null ? null : BigInt(unbondingUntil ?? 0)),
    ),
  ]
}

async function fundFigures(sql: Queryable): Promise<Figures> {
  const { inflow, distribution } = await readTotals(sql)
  return figures.fund<Expected>(inflow - distribution)
}

async function rulesetFigures(sql: Queryable): Promise<Figures> {
  const rows = await sql<{ place: number; hash: `0x${string}`; firstEpoch: number }[]>`
    select place, hash, first_epoch as "firstEpoch" from galx.logged_rulesets order by place desc`
  const [newest] = rows
  return [
    ...figures.rulesets<Expected>(BigInt(rows.length)),
    ...(newest === undefined
      ? []
      : figures.ruleset<Expected>(newest.place, newest.hash, BigInt(newest.firstEpoch))),
  ]
}

/** The place of the newest ruleset; null before the first ruleset. */
export async function newestRuleset(sql: Queryable): Promise<number | null> {
  const [row] = await sql<{ place: number | null }[]>`select max(place) as place from galx.logged_rulesets`
  return row!.place
}
