/**
 * What a product's pools owe and pay the account, computed without React. Amounts are wei, times unix seconds, rounding is
 * downward. What is not known yet stays a `Reading` without a value: nothing here turns it into 0.
 */
import { budgetEnd, earnedAt, ratePerDay, weightOf } from '@galx/protocol/formulas'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import type {
  AccountReadings,
  PoolReadings,
  PoolSnapshot,
  Position,
  PositionReadings,
} from '../core/chain/chainStore.ts'
import { combine } from '../core/state/combine.ts'
import { mapReading, valueOf, type Reading } from '../core/state/reading.ts'

export type StakingReadings = {
  pools: PoolReadings
  accounts: AccountReadings
}

/** What a pool owes the account at `now`, by the contract's own formula. */
export function claimableOf(chain: StakingReadings, key: PoolKey, now: number): Reading<bigint> {
  return mapReading(combine([chain.accounts[key], chain.pools[key]]), ([account, pool]) =>
    earnedAt(account, pool, now),
  )
}

/** The sum over pools that pay the same token: unknown as soon as one of them is. */
export function claimableTotal(
  chain: StakingReadings,
  keys: readonly PoolKey[],
  now: number,
): Reading<bigint> {
  return mapReading(combine(keys.map((key) => claimableOf(chain, key, now))), (list) =>
    list.reduce((sum, one) => sum + one, 0n),
  )
}

/** What these pools pay the account a day at the rates of this moment; undefined while that is not known. */
export function dailyTotal(
  chain: StakingReadings,
  keys: readonly PoolKey[],
  now: number,
): bigint | undefined {
  let sum = 0n
  for (const key of keys) {
    const account = valueOf(chain.accounts[key])
    const pool = valueOf(chain.pools[key])
    if (account === undefined || pool === undefined) return undefined
    sum += ratePerDay(pool, account.weight, now) ?? 0n
  }
  return sum
}

/** A product's pools by the token they pay, in the product's order: unlike tokens are never added. */
export function poolsByReward(
  pools: readonly { key: PoolKey; rewardToken: TokenSymbol }[],
): { token: TokenSymbol; keys: PoolKey[] }[] {
  const groups: { token: TokenSymbol; keys: PoolKey[] }[] = []
  for (const { key, rewardToken } of pools) {
    const group = groups.find(({ token }) => token === rewardToken)
    if (group === undefined) groups.push({ token: rewardToken, keys: [key] })
    else group.keys.push(key)
  }
  return groups
}

/** Open positions of these pools: the next to unlock first, those that are free before them, newest first among equals. */
export function openPositions(
  positions: PositionReadings,
  keys: readonly PoolKey[],
  now: number,
): Reading<Position[]> {
  return mapReading(combine(keys.map((key) => positions[key])), (lists) => {
    const free = (position: Position) => Math.max(position.unlockAt, now)
    return lists.flatMap((list) => [...list].reverse()).sort((one, other) => free(one) - free(other))
  })
}

/** The multiplier of a position's tier, basis points. */
export function multiplierOf(pool: WebPool, position: Pick<Position, 'tier'>): number {
  return pool.tiers[position.tier]?.multiplierBps ?? 10_000
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

/** What is left of the budget's time: whole days and the end, or null when nothing streams. */
export function budgetLeft(state: PoolSnapshot, now: number): { days: number; end: number } | null {
  const end = budgetEnd(state, now)
  return end === null ? null : { days: Math.floor((end - now) / 86_400), end }
}
