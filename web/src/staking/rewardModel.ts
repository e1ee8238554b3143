/**
 * The account's rewards and rates in a product's pools, computed without React. Amounts are wei, times unix seconds, rounding is
 * downward. An unknown figure stays a `Reading` without a value: nothing here turns it into 0.
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
import { mapReading, type Reading } from '../core/state/reading.ts'

export type StakingReadings = {
  pools: PoolReadings
  accounts: AccountReadings
}

/** A pool's unclaimed reward of the account at `now`, by the contract's own formula. */
export function claimableOf(chain: StakingReadings, key: PoolKey, now: number): Reading<bigint> {
  return mapReading(combine([chain.accounts[key], chain.pools[key]]), ([account, pool]) =>
    earnedAt(account, pool, now),
  )
}

/** The sum over pools that pay the same token; unknown if one pool is unknown. */
export function claimableTotal(
  chain: StakingReadings,
  keys: readonly PoolKey[],
  now: number,
): Reading<bigint> {
  return mapReading(combine(keys.map((key) => claimableOf(chain, key, now))), (list) =>
    list.reduce((sum, one) => sum + one, 0n),
  )
}

/** The account's reward per day in these pools at the present rates; unknown if one pool is unknown. */
export function dailyTotal(chain: StakingReadings, keys: readonly PoolKey[], now: number): Reading<bigint> {
  const accounts = combine(keys.map((key) => chain.accounts[key]))
  const pools = combine(keys.map((key) => chain.pools[key]))
  return mapReading(combine([accounts, pools]), ([states, rates]) =>
    rates.reduce((sum, pool, index) => sum + (ratePerDay(pool, states[index]?.weight ?? 0n, now) ?? 0n), 0n),
  )
}

type PoolTokens = { key: PoolKey; stakeToken: TokenSymbol; pairToken: TokenSymbol | null }

/** The tokens that these pools take, each once: stake tokens before pair tokens. */
export function stakedTokens(pools: readonly PoolTokens[]): TokenSymbol[] {
  const pairs = pools.flatMap(({ pairToken }) => (pairToken === null ? [] : [pairToken]))
  return [...new Set([...pools.map(({ stakeToken }) => stakeToken), ...pairs])]
}

/** The amount of one token in the account's positions, wei; unknown if one pool is unknown. */
export function stakedIn(
  positions: PositionReadings,
  pools: readonly PoolTokens[],
  token: TokenSymbol,
): Reading<bigint> {
  const lists = combine(pools.map(({ key }) => positions[key]))
  return mapReading(lists, (all) =>
    pools.reduce((sum, pool, index) => {
      const of = (list: readonly Position[], part: 'amount' | 'pairAmount') =>
        list.reduce((total, position) => total + position[part], 0n)
      const list = all[index] ?? []
      const own = pool.stakeToken === token ? of(list, 'amount') : 0n
      return sum + own + (pool.pairToken === token ? of(list, 'pairAmount') : 0n)
    }, 0n),
  )
}

/** A product's pools by the token they pay, in the product's order: different tokens are never added. */
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

/** Open positions of these pools: unlocked positions first, then by unlock time, newest first among equals. */
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

/** A position's reward per day at the present rate, wei of the reward token; null while unknown. */
export function positionPerDay(
  pool: WebPool,
  state: PoolSnapshot,
  position: Position,
  boostBps: number,
  now: number,
): bigint | null {
  return ratePerDay(state, weightOf(position.amount, multiplierOf(pool, position), boostBps), now)
}

/** The remaining time of the budget: whole days and the end; null if nothing streams. */
export function budgetLeft(state: PoolSnapshot, now: number): { days: number; end: number } | null {
  const end = budgetEnd(state, now)
  return end === null ? null : { days: Math.floor((end - now) / 86_400), end }
}
