/**
 * What /galx shows, worked out from the chain store without React. Amounts are wei, times unix seconds, rounding is
 * downward throughout. What is not known yet stays a `Reading` without a value: nothing here turns it into 0.
 */
import { formatUnitsDown } from '@galx/protocol/units'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { WebConfig, WebPool } from '@galx/protocol/webConfig'
import { budgetEnd, earnedAt, ratePerDay, weightOf } from '../core/chain/accrual.ts'
import type { ChainState, PoolSnapshot, Position } from '../core/chain/chainStore.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { fresh, LOADING, mapReading, valueOf, type Reading } from '../core/state/reading.ts'

/** The two pools of the GALX ecosystem. */
export const GALX_POOLS = ['galx', 'galxMcm'] as const satisfies readonly PoolKey[]
export type GalxPool = (typeof GALX_POOLS)[number]

export function isGalxPool(key: PoolKey): key is GalxPool {
  return (GALX_POOLS as readonly PoolKey[]).includes(key)
}

export const ONE = 10n ** 18n
const THOUSAND = 1_000n * ONE

/** What a reading holds where it is known. */
type ValueOf<R> = R extends { readonly value: infer Value } ? Value : never
type ValuesOf<R> = { -readonly [Index in keyof R]: ValueOf<R[Index]> }

/**
 * Several readings as one, each value of its own type: known only when all are known. A failure outweighs loading, staleness outweighs freshness,
 * and the age is that of the oldest.
 */
export function combine<R extends readonly (Reading<unknown> | undefined)[] | []>(
  readings: R,
): Reading<ValuesOf<R>> {
  const values: unknown[] = []
  let at = Number.MAX_SAFE_INTEGER
  let stale = false
  let waiting = false
  for (const reading of readings) {
    if (reading === undefined || reading.status === 'loading') waiting = true
    else if (reading.status === 'failed') return reading
    else {
      values.push(reading.value)
      at = Math.min(at, reading.at)
      stale ||= reading.status === 'stale'
    }
  }
  if (waiting) return LOADING
  // Every one was known: as many values as readings, in their order.
  const value = values as ValuesOf<R>
  if (values.length === 0) return fresh(value, 0)
  return stale ? { status: 'stale', value, at } : fresh(value, at)
}

/** The pools this deployment has, in the order of the configuration. */
export function deployedPools(config: WebConfig): PoolKey[] {
  return (Object.keys(config.pools) as PoolKey[]).filter((key) => config.pools[key] !== undefined)
}

export interface PowerPart {
  pool: PoolKey
  weight: bigint
}

/** Hash power: the whole, and each pool's part of it that is above 0, largest first. */
export interface Power {
  total: bigint
  parts: PowerPart[]
}

function power(keys: readonly PoolKey[], weights: bigint[]): Power {
  const parts = keys
    .map((pool, index) => ({ pool, weight: weights[index] ?? 0n }))
    .filter(({ weight }) => weight > 0n)
    .sort((a, b) => (b.weight > a.weight ? 1 : b.weight < a.weight ? -1 : 0))
  return { total: parts.reduce((sum, { weight }) => sum + weight, 0n), parts }
}

/** The connected account's hash power over all pools: Σ weight, wei. */
export function ownPower(accounts: ChainState['accounts'], keys: readonly PoolKey[]): Reading<Power> {
  return mapReading(combine(keys.map((key) => accounts[key])), (list) =>
    power(
      keys,
      list.map(({ weight }) => weight),
    ),
  )
}

/** Everybody's hash power over all pools: Σ total weight, wei. */
export function networkPower(pools: ChainState['pools'], keys: readonly PoolKey[]): Reading<Power> {
  return mapReading(combine(keys.map((key) => pools[key])), (list) =>
    power(
      keys,
      list.map(({ totalWeight }) => totalWeight),
    ),
  )
}

/** A share with one decimal, rounded down: `45.7%`; above 0 but too small to show `<0.1%`. `total` must not be 0. */
export function shortPercentText(part: bigint, total: bigint): string {
  const tenths = (part * 1_000n) / total
  return tenths === 0n && part > 0n ? '<0.1%' : `${tenths / 10n}.${tenths % 10n}%`
}

/**
 * A share as a percentage with two decimals, rounded down: `0.84%`. Above 0 but too small to show is `<0.01%`; null
 * when there is no total to have a share of.
 */
export function percentText(part: bigint, total: bigint): string | null {
  if (total === 0n) return null
  const hundredths = (part * 10_000n) / total
  if (hundredths === 0n && part > 0n) return '<0.01%'
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}%`
}

/** A tier multiplier in basis points as people write it: 15000 → `1.5`. */
export function multiplierText(bps: number): string {
  return formatUnitsDown(BigInt(bps), 2, { decimals: 4 })
}

/** The weight that `amount` gets in a pool's flexible tier for an account with `boostBps`. */
export function weightOfStake(pool: WebPool, amount: bigint, boostBps = 10_000): bigint {
  return weightOf(amount, pool.tiers[0]?.multiplierBps ?? 10_000, boostBps)
}

/** Wei a day that a thousand staked tokens earn at the rate of this moment; null while nobody is staked. */
export function ratePerThousand(pool: WebPool, state: PoolSnapshot, now: number): bigint | null {
  return ratePerDay(state, weightOfStake(pool, THOUSAND), now)
}

/** A rate as text: two decimals from 100 upward, where more would only be noise, else up to four. Rounded down. */
export function rateText(wei: bigint): string {
  return amountText(wei, 18, 2, wei >= 100n * ONE ? 2 : 4)
}

/** What is left of the budget's time: whole days and the end, or null when nothing streams. */
export function budgetLeft(state: PoolSnapshot, now: number): { days: number; end: number } | null {
  const end = budgetEnd(state, now)
  return end === null ? null : { days: Math.floor((end - now) / 86_400), end }
}

/** The date of a time in the reader's zone: 2027-01-01. */
export function dateText(at: number): string {
  const date = new Date(at * 1_000)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export interface Claimable {
  pool: GalxPool
  earned: bigint
}

/** What each GALX pool owes the account at `now`, by the contract's own formula. */
export function claimableAt(
  chain: Pick<ChainState, 'accounts' | 'pools'>,
  now: number,
): Record<GalxPool, Reading<bigint>> {
  const one = (key: GalxPool): Reading<bigint> => {
    const both = combine([chain.accounts[key], chain.pools[key]])
    return mapReading(both, ([account, pool]) => earnedAt(account, pool, now))
  }
  return { galx: one('galx'), galxMcm: one('galxMcm') }
}

/** The sum over both pools: unknown as soon as one of them is. */
export function claimableTotal(claimable: Record<GalxPool, Reading<bigint>>): Reading<bigint> {
  return mapReading(combine(GALX_POOLS.map((key) => claimable[key])), (list) =>
    list.reduce((a, b) => a + b, 0n),
  )
}

/** What both pools pay the account a day at the rates of this moment, wei; undefined while that is not known. */
export function dailyTotal(chain: Pick<ChainState, 'accounts' | 'pools'>, now: number): bigint | undefined {
  let sum = 0n
  for (const key of GALX_POOLS) {
    const account = valueOf(chain.accounts[key])
    const pool = valueOf(chain.pools[key])
    if (account === undefined || pool === undefined) return undefined
    sum += ratePerDay(pool, account.weight, now) ?? 0n
  }
  return sum
}

/** Open positions of both GALX pools, newest first within each. */
export function galxPositions(positions: ChainState['positions']): Reading<Position[]> {
  return mapReading(combine(GALX_POOLS.map((key) => positions[key])), (lists) =>
    lists.flatMap((list) => [...list].reverse()),
  )
}

/** What a position earns a day at the rate of this moment, wei of the reward token; null while it cannot be said. */
export function positionPerDay(
  pool: WebPool,
  state: PoolSnapshot,
  position: Position,
  boostBps: number,
  now: number,
): bigint | null {
  return ratePerDay(state, weightOf(position.amount, multiplierOf(pool, position), boostBps), now)
}

/** The multiplier of a position's tier, basis points. */
export function multiplierOf(pool: WebPool, position: Position): number {
  return pool.tiers[position.tier]?.multiplierBps ?? 10_000
}

export interface Leg {
  token: TokenSymbol
  amount: bigint
}
