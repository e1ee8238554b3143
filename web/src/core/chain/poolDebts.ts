/** What StakingPools owes by its own views, without React. Amounts are wei. */
import type { PoolKey } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'

const BPS = 10_000n
const ONE = 10n ** 18n
/** The most that a boost source can make of a weight: StakingPools takes no answer above ×2. */
const MAXIMUM_BOOST = 20_000n

/** A pool's terms and state, as the chain says them. */
export type PoolFacts = {
  key: PoolKey
  stakeToken: HexString
  /** null: a pool of one token */
  pairToken: HexString | null
  rewardToken: HexString
  /** null: nothing raises a weight */
  boostSource: HexString | null
  /** wei of the pair token per 1e18 wei of the stake token */
  pairRatio: bigint
  tiers: { multiplierBps: number; penaltyBps: number }[]
  totalWeight: bigint
  /** wei a second */
  rewardRate: bigint
  rewardEnd: number
  undistributed: bigint
}

/** Between the two: of positions of several terms and boosts, a pool keeps the sum of weights and not of principal. */
export type Range = { least: bigint; most: bigint }

/**
 * `covered`: holds all that could be read of what it owes. `partly`: holds the least that it can owe, and whether it
 * holds the most cannot be known from views. `short`: holds less than it owes at least. `unread`: a view gave no answer.
 */
export type Cover = 'covered' | 'partly' | 'short' | 'unread'

/** One pool's part of what StakingPools owes in one token. */
export type PoolDebt = { pool: PoolKey; principal: Range; future: bigint }

/** Principal in the stake token, by the pool's weight: amount × term × boost (docs of StakingPools). Rounded outwards. */
export function principalOf({ tiers, boostSource, totalWeight }: PoolFacts): Range {
  const multipliers = tiers.map(({ multiplierBps }) => multiplierBps)
  const least = BigInt(Math.max(...multipliers)) * (boostSource === null ? BPS : MAXIMUM_BOOST)
  const most = BigInt(Math.min(...multipliers)) * BPS
  const weight = totalWeight * BPS * BPS
  return { least: weight / least, most: (weight + most - 1n) / most }
}

/** What still streams to the pool's stakers, and what is held back for the next funding. */
function futureOf({ rewardRate, rewardEnd, undistributed }: PoolFacts, time: number): bigint {
  return rewardRate * BigInt(Math.max(0, rewardEnd - time)) + undistributed
}

export const NOTHING: Range = { least: 0n, most: 0n }

export function add(one: Range, other: Range): Range {
  return { least: one.least + other.least, most: one.most + other.most }
}

function pairOf({ least, most }: Range, ratio: bigint): Range {
  return { least: (least * ratio) / ONE, most: (most * ratio + ONE - 1n) / ONE }
}

/** What the pool owes in the token; null where it has nothing to do with it. */
export function debtOf(pool: PoolFacts, token: HexString, time: number): PoolDebt | null {
  const { key, stakeToken, pairToken, rewardToken, pairRatio } = pool
  if (![stakeToken, pairToken, rewardToken].includes(token)) return null
  const staked = principalOf(pool)
  let principal = stakeToken === token ? staked : NOTHING
  if (pairToken === token) principal = add(principal, pairOf(staked, pairRatio))
  return { pool: key, principal, future: rewardToken === token ? futureOf(pool, time) : 0n }
}

/**
 * @param debt what is owed by the views that answered, `complete` whether all of them did
 */
export function coverOf(
  held: bigint | null,
  { principal, rest }: { principal: Range; rest: bigint },
  complete: boolean,
): Cover {
  if (held === null) return 'unread'
  if (held < principal.least + rest) return 'short'
  if (!complete) return 'unread'
  return held < principal.most + rest ? 'partly' : 'covered'
}
