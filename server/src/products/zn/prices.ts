/** The price of a share over time. Wei, unix seconds. */
import { sharePrice, vaultAt, type VaultTotals } from '@galx/protocol/vault'
import type { Queryable } from '../../platform/database/connection.ts'

export const HOUR = 3_600
/** The largest number of steps of a series of prices. */
export const PRICES = 120

export type PricePoint = { at: number; price: bigint }

/** The vault after its newest event; an empty vault before the first event. */
export async function loadVault(sql: Queryable): Promise<VaultTotals> {
  const [row] = await sql<VaultTotals[]>`
    select at, assets, shares, reward_rate as "rewardRate", reward_end as "rewardEnd"
    from galx.vault_hours order by hour desc limit 1`
  return row ?? { at: 0, assets: 0n, shares: 0n, rewardRate: 0n, rewardEnd: 0 }
}

/** @param hours the vault after its last event in each hour */
export async function writeHours(sql: Queryable, hours: readonly VaultTotals[]): Promise<void> {
  if (hours.length === 0) return
  await sql`
    insert into galx.vault_hours (hour, at, assets, shares, reward_rate, reward_end)
    select at / ${HOUR}::bigint, * from unnest(
      ${hours.map(({ at }) => at)}::bigint[],
      ${hours.map(({ assets }) => assets.toString())}::numeric[],
      ${hours.map(({ shares }) => shares.toString())}::numeric[],
      ${hours.map(({ rewardRate }) => rewardRate.toString())}::numeric[],
      ${hours.map(({ rewardEnd }) => rewardEnd)}::bigint[]) as one (at, assets, shares, reward_rate, reward_end)
    on conflict (hour) do update set at = excluded.at, assets = excluded.assets, shares = excluded.shares,
      reward_rate = excluded.reward_rate, reward_end = excluded.reward_end`
}

/**
 * The block up to which the vault's tables are complete, and the time of the first event. The block is null before the first block, and the time is
 * null before the first event.
 */
export async function readVaultProgress(
  sql: Queryable,
): Promise<{ asOf: { block: number; at: number } | null; firstAt: number | null }> {
  const [row] = await sql<{ block: number | null; at: number | null; firstAt: number | null }[]>`
    select c.number as block, c.timestamp as at, first.at as "firstAt"
    from (select 1) one left join galx.cursor c on true
      left join (select at from galx.vault_hours order by hour limit 1) first on true`
  const { block, at, firstAt } = row!
  return { asOf: block === null || at === null ? null : { block, at }, firstAt }
}

/**
 * At most `PRICES` + 1 prices at equal distances from `from` to `to`. Each price costs one look-up, however long the vault's
 * history is.
 * @param from not before the first event
 */
export async function listPrices(sql: Queryable, from: number, to: number): Promise<PricePoint[]> {
  const step = Math.max(1, Math.ceil((to - from) / PRICES))
  const count = Math.floor((to - from) / step)
  const times = Array.from({ length: count + 1 }, (_, index) => to - (count - index) * step)
  const rows = await sql<(VaultTotals & { time: number })[]>`
    select time, one.at, one.assets, one.shares, one.reward_rate as "rewardRate", one.reward_end as "rewardEnd"
    from unnest(${times}::bigint[]) time, lateral (
      -- The row of an hour may belong to an event later than the time.
      select * from galx.vault_hours where hour <= time / ${HOUR}::bigint and at <= time order by hour desc limit 1
    ) one order by time`
  return pricesOf(rows)
}

/**
 * The price at each time, computed from the vault after the last stored event. Only the last event of each hour is stored. An earlier deposit in the
 * same hour is not stored, although it made the price rise more slowly. So no price may exceed the price at the next stored event.
 */
function pricesOf(rows: readonly (VaultTotals & { time: number })[]): PricePoint[] {
  const points: PricePoint[] = []
  let most: bigint | null = null
  let later: VaultTotals | null = null
  for (const { time, ...vault } of rows.toReversed()) {
    if (later !== null && later.at !== vault.at) most = sharePrice(later)
    const price = sharePrice(vaultAt(vault, time))
    points.push({ at: time, price: most !== null && most < price ? most : price })
    later = vault
  }
  return points.reverse()
}
