/** The amounts that StakingPools owes by its own views. Does not use React. Amounts are wei. */
import type { PoolKey } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'

const BPS = 10_000n
const ONE = 10n ** 18n
/** The highest boost: StakingPools accepts no more than ×2 from a boost source. */
const MAXIMUM_BOOST = 20_000n

/** A pool's terms and state, read from the chain. */
export type PoolFacts = {
  key: PoolKey
  stakeToken: HexString
  /** null: a pool of one token */
  pairToken: HexString | null
  rewardToken: HexString
  /** null: the pool has no boost */
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

/**
 * The true amount lies between `least` and `most`. It is not known exactly: a pool stores the sum of weights and not the sum of principal, and
 * positions have different terms and boosts.
 */
export type Range = { least: bigint; most: bigint }

/**
 * `covered`: the contract holds at least the most that it can owe. `partly`: it holds the least that it can owe, and views cannot show
 * whether it holds the most. `short`: it holds less than the least that it owes. `unread`: a view gave no answer.
 */
export type Cover = 'covered' | 'partly' | 'short' | 'unread'

/** One pool's part of the debt of StakingPools in one token. */
export type PoolDebt = { pool: PoolKey; principal: Range; future: bigint }

/** Principal in the stake token, from the pool's weight (amount × term × boost, see StakingPools). Rounds `least` down and `most` up. */
export function principalOf({ tiers, boostSource, totalWeight }: PoolFacts): Range {
  const multipliers = tiers.map(({ multiplierBps }) => multiplierBps)
  const least = BigInt(Math.max(...multipliers)) * (boostSource === null ? BPS : MAXIMUM_BOOST)
  const most = BigInt(Math.min(...multipliers)) * BPS
  const weight = totalWeight * BPS * BPS
  return { least: weight / least, most: (weight + most - 1n) / most }
}

/** The rewards that still stream to the pool's stakers, plus the amount that is held back for the next funding. */
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

/** The pool's debt in the token; null if the pool does not use the token. */
export function debtOf(pool: PoolFacts, token: HexString, time: number): PoolDebt | null {
  const { key, stakeToken, pairToken, rewardToken, pairRatio } = pool
  if (![stakeToken, pairToken, rewardToken].includes(token)) return null
  const staked = principalOf(pool)
  let principal = stakeToken === token ? staked : NOTHING
  if (pairToken === token) principal = add(principal, pairOf(staked, pairRatio))
  return { pool: key, principal, future: rewardToken === token ? futureOf(pool, time) : 0n }
}

/**
 * @param debt the debt by the views that answered
 * @param complete whether all views answered
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
