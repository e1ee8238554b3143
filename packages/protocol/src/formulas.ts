/**
 * The formulas of StakingPools, shared by the app, the servers and the tools: weight, pair amount, earned reward, rate,
 * early exit. Pure. Amounts and weights are wei, multipliers, boosts and penalties are basis points, times are unix seconds of the
 * chain. Rounding follows the contract. Values that are only shown are rounded down, so that nobody sees more than the
 * contract pays.
 */

/** Basis points in one (contracts/src/types/Units.sol, BPS). */
export const BPS = 10_000n
/** Wei of the stake token in one unit of weight (contracts/src/types/Units.sol, WEIGHT_UNIT). */
export const WEIGHT_UNIT = 10n ** 9n
/** Wei a second in one unit of a pool's rate (contracts/src/types/Units.sol, RATE_UNIT). */
export const RATE_UNIT = 1_000_000n
/** The amount of the stake token to which a pool's pair ratio refers, wei. */
export const PAIR_UNIT = 10n ** 18n
/** The bond of each node pass, wei of MCM (contracts/src/NodePass.sol, BOND). */
export const NODE_BOND = 10_000n * 10n ** 18n
export const SECONDS_PER_DAY = 86_400n

const MILLISECONDS = 1_000n

/** A pool's current stream, from `poolState`. */
export type Stream = {
  /** sum of all accounts' weights, wei */
  totalWeight: bigint
  /** wei of the reward token per second until `rewardEnd` */
  rewardRate: bigint
  rewardEnd: number
}

/** An account's state in a pool, from `accountState` at `timestamp`. */
export type Earner = {
  weight: bigint
  /** wei of the reward token, unclaimed at `timestamp` */
  earned: bigint
  timestamp: number
}

/** The terms of a lock tier. */
export type TierTerms = {
  /** seconds; 0 is flexible */
  duration: number
  multiplierBps: number
  penaltyBps: number
}

/**
 * Weight of an account whose only position is `amount`: amount * tier multiplier * account boost. Rounded down to the
 * contract's unit of 10⁹ wei, before the boost and after the boost (Position.base, Stake.weight). For several positions, the sum of these weights
 * is below the account's weight by less than one unit per position.
 */
export function weightOf(amount: bigint, multiplierBps: number, boostBps: number): bigint {
  return accountWeightOf([{ amount, multiplierBps }], boostBps)
}

/**
 * Weight of an account with these positions at `boostBps`, exactly like in the contract: the weights of the positions before the
 * boost, each rounded down to the contract's unit, then the boost on their sum, rounded down again (Stake.weight).
 */
export function accountWeightOf(
  positions: readonly { amount: bigint; multiplierBps: number }[],
  boostBps: number,
): bigint {
  const base = positions.reduce(
    (sum, { amount, multiplierBps }) => sum + (amount * BigInt(multiplierBps)) / (BPS * WEIGHT_UNIT),
    0n,
  )
  return ((base * BigInt(boostBps)) / BPS) * WEIGHT_UNIT
}

/**
 * Wei of the pair token for `amount` of the stake token, rounded up (`pairFor` of Pool.sol).
 * @param pairRatio wei of the pair token per 1e18 wei of the stake token; 0 in a pool without a pair token
 */
export function pairAmountFor(amount: bigint, pairRatio: bigint): bigint {
  return (amount * pairRatio + PAIR_UNIT - 1n) / PAIR_UNIT
}

/** The largest stake, in wei, whose pair amount is at most `pairBalance`, rounded down. @param pairRatio above 0 */
export function stakeableWithPair(pairBalance: bigint, pairRatio: bigint): bigint {
  return (pairBalance * PAIR_UNIT) / pairRatio
}

/**
 * Wei of the pair token that leave a position together with `amount` of its stake token: a proportional share, rounded down, or all wei if the
 * whole stake leaves (`pairShare` of Pool.sol).
 * @param amount from 0 to the position's amount
 */
export function pairShareOf(position: { amount: bigint; pairAmount: bigint }, amount: bigint): bigint {
  if (amount === position.amount) return position.pairAmount
  return (position.pairAmount * amount) / position.amount
}

/**
 * Wei of the reward token earned at `now`: the amount in `account`, plus the account's share of the stream since then, up to the
 * stream's end. Rounded down. Never below the amount in `account`, even if `now` is earlier.
 * @param now unix seconds; a fraction counts to the millisecond, so that a display can count smoothly
 */
export function earnedAt(account: Earner, stream: Stream, now: number): bigint {
  if (stream.totalWeight === 0n || account.weight === 0n) return account.earned
  const until = Math.min(now, stream.rewardEnd)
  const elapsed = BigInt(Math.floor(until * 1_000)) - BigInt(account.timestamp) * MILLISECONDS
  if (elapsed <= 0n) return account.earned
  return account.earned + (stream.rewardRate * elapsed * account.weight) / (stream.totalWeight * MILLISECONDS)
}

/**
 * Wei of the reward token that `weight` earns per day at the current rate and total weight, rounded down: the
 * current state, not a projection. 0 after the end of the stream. Null if nobody is staked, because there is no share.
 * @param weight part of the pool's total weight
 */
export function ratePerDay(stream: Stream, weight: bigint, now: number): bigint | null {
  if (now >= stream.rewardEnd) return 0n
  if (stream.totalWeight === 0n) return null
  return (stream.rewardRate * SECONDS_PER_DAY * weight) / stream.totalWeight
}

/**
 * Additional wei of the reward token per day if an account of `ownWeight` added `weight` now. The new weight is
 * part of the total weight, so it also lowers the earnings of the account's older weight. Both effects are counted. Exact to
 * within one wei. Never below 0. 0 after the end of the stream.
 * @param ownWeight part of the pool's total weight
 */
export function gainPerDay(stream: Stream, ownWeight: bigint, weight: bigint, now: number): bigint {
  const grown = { ...stream, totalWeight: stream.totalWeight + weight }
  return (ratePerDay(grown, ownWeight + weight, now) ?? 0n) - (ratePerDay(stream, ownWeight, now) ?? 0n)
}

/** The end of the funded budget, unix seconds; null if nothing streams. */
export function budgetEnd(stream: Stream, now: number): number | null {
  return stream.rewardRate > 0n && stream.rewardEnd > now ? stream.rewardEnd : null
}

/**
 * Wei withheld from `amount` that leaves a position at `at`: penalty * remaining lock / lock, rounded down
 * (`penalty` of Pool.sol). Falls every second and is 0 from `unlockAt`.
 * @param at unix seconds of the exit's block; a fraction is cut off, because blocks have whole seconds
 */
export function earlyExitPenalty(amount: bigint, tier: TierTerms, unlockAt: number, at: number): bigint {
  const left = unlockAt - Math.floor(at)
  if (left <= 0 || tier.duration === 0) return 0n
  return (amount * BigInt(tier.penaltyBps) * BigInt(left)) / (BPS * BigInt(tier.duration))
}

/**
 * The part of an early exit's penalty, in wei, that would stream back to the leaving account if no weight changed
 * after the exit: the account's share of the pool. All stakers of the pool share the penalty, including the account's other
 * positions. Rounded down. Null if nobody is staked after the exit; the penalty then waits for the next staker.
 * @param ownWeight the account's weight after the exit
 * @param totalWeight the pool's weight after the exit
 */
export function penaltyReturned(penalty: bigint, ownWeight: bigint, totalWeight: bigint): bigint | null {
  return totalWeight === 0n ? null : (penalty * ownWeight) / totalWeight
}

/** The elapsed part of a lock, in basis points from 0 to 10 000, rounded down; 10 000 for a flexible tier. */
export function lockElapsedBps(tier: TierTerms, unlockAt: number, at: number): number {
  if (tier.duration === 0 || at >= unlockAt) return 10_000
  const elapsed = tier.duration - (unlockAt - at)
  return Math.max(0, Math.min(10_000, Math.floor((elapsed * 10_000) / tier.duration)))
}

/** The cost of each level, counted from level 0, in whole MCM (Levels.priceOf). */
const LEVEL_PRICES = [0n, 100n, 300n, 1_000n, 3_000n, 10_000n]

/** @returns the cost of the level, counted from level 0, wei of MCM @throws RangeError for a level that Levels does not have */
export function levelPrice(level: bigint): bigint {
  const price = LEVEL_PRICES[Number(level)]
  if (price === undefined) throw new RangeError(`there is no level ${level}`)
  return price * 10n ** 18n
}

/** A level of the contract Levels. */
export type LevelTerms = {
  level: number
  /** the cost of the level, counted from level 0, wei of MCM */
  price: bigint
  /** the boost of the level */
  boostBps: number
}

/**
 * Wei of MCM that an account of level `from` burns for level `to`: the difference of the two prices; 0 for a level that the account has
 * or has passed (Levels.priceFor).
 * @param levels every level, level 0 first
 * @throws RangeError for a level that is not in the list
 */
export function upgradePrice(levels: readonly LevelTerms[], from: number, to: number): bigint {
  const priceOf = (level: number) => {
    const found = levels[level]
    if (found === undefined) throw new RangeError(`there is no level ${level}`)
    return found.price
  }
  return priceOf(to) - priceOf(Math.min(from, to))
}
