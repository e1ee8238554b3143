/**
 * The formulas of StakingPools, once for the app, the servers and the tools: weight, pair amount, earned reward, rate,
 * early exit. Pure. Amounts and weights are wei, multipliers, boosts and penalties basis points, times unix seconds of the
 * chain. Every rounding is the contract's own; what is only shown is rounded down, so that nobody is shown more than the
 * contract pays.
 */

/** Basis points in one (contracts/src/types/Units.sol, BPS). */
export const BPS = 10_000n
/** Wei of the stake token in one unit of weight (contracts/src/types/Units.sol, WEIGHT_UNIT). */
export const WEIGHT_UNIT = 10n ** 9n
/** Wei of the stake token that a pool's pair ratio is for. */
export const PAIR_UNIT = 10n ** 18n
/** Wei of MCM in each node pass (contracts/src/NodePass.sol, BOND). */
export const NODE_BOND = 10_000n * 10n ** 18n
export const SECONDS_PER_DAY = 86_400n

const MILLISECONDS = 1_000n

/** What a pool streams now, as `poolState` gives it. */
export type Stream = {
  /** sum of all accounts' weights, wei */
  totalWeight: bigint
  /** wei of the reward token a second until `rewardEnd` */
  rewardRate: bigint
  rewardEnd: number
}

/** What an account holds in a pool, as `accountState` gives it at `timestamp`. */
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
 * Weight of an account whose only position is `amount`: amount × tier multiplier × account boost. Rounded down to the
 * contract's unit of 10⁹ wei, before the boost and after it (Position.base, Stake.weight). The sum over several positions
 * lies below the account's weight by less than one unit each.
 */
export function weightOf(amount: bigint, multiplierBps: number, boostBps: number): bigint {
  return accountWeightOf([{ amount, multiplierBps }], boostBps)
}

/**
 * Weight of an account with these positions at `boostBps`, exactly as the contract has it: the positions' weights before the
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
 * Wei of the pair token that go with `amount` of the stake token, rounded up (`pairFor` of Pool.sol).
 * @param pairRatio wei of the pair token per 1e18 wei of the stake token; 0 in a pool without one
 */
export function pairAmountFor(amount: bigint, pairRatio: bigint): bigint {
  return (amount * pairRatio + PAIR_UNIT - 1n) / PAIR_UNIT
}

/** The most wei of the stake token whose pair amount is at most `pairBalance`, rounded down. @param pairRatio above 0 */
export function stakeableWithPair(pairBalance: bigint, pairRatio: bigint): bigint {
  return (pairBalance * PAIR_UNIT) / pairRatio
}

/**
 * Wei of the pair token that leave a position with `amount` of its stake token: all with the last part, else in proportion,
 * rounded down (`pairShare` of Pool.sol).
 * @param amount from 0 to the position's amount
 */
export function pairShareOf(position: { amount: bigint; pairAmount: bigint }, amount: bigint): bigint {
  if (amount === position.amount) return position.pairAmount
  return (position.pairAmount * amount) / position.amount
}

/**
 * Wei of the reward token earned at `now`: what was read, plus the account's share of the stream since then, up to the
 * stream's end. Rounded down. Never below what was read, also where `now` lies before the reading.
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
 * Wei of the reward token that `weight` earns in a day at the running rate over the current total weight, rounded down: what
 * the chain says now, not a projection. 0 once the stream has ended; null while nobody is staked, as there is no share.
 * @param weight part of the pool's total weight
 */
export function ratePerDay(stream: Stream, weight: bigint, now: number): bigint | null {
  if (now >= stream.rewardEnd) return 0n
  if (stream.totalWeight === 0n) return null
  return (stream.rewardRate * SECONDS_PER_DAY * weight) / stream.totalWeight
}

/**
 * Wei of the reward token a day that an account of `ownWeight` would earn more now if it added `weight`. The new weight is
 * part of the total it shares, so it also lowers what the account's own older weight earns: both are counted. Rounded to
 * within a wei; never below 0; 0 once the stream has ended.
 * @param ownWeight part of the pool's total weight
 */
export function gainPerDay(stream: Stream, ownWeight: bigint, weight: bigint, now: number): bigint {
  const grown = { ...stream, totalWeight: stream.totalWeight + weight }
  return (ratePerDay(grown, ownWeight + weight, now) ?? 0n) - (ratePerDay(stream, ownWeight, now) ?? 0n)
}

/** When the funded budget runs out, unix seconds; null when none is streaming. */
export function budgetEnd(stream: Stream, now: number): number | null {
  return stream.rewardRate > 0n && stream.rewardEnd > now ? stream.rewardEnd : null
}

/**
 * Wei withheld from `amount` that leaves a position at `at`: penalty × what is left of the lock ÷ the lock, rounded down
 * (`penalty` of Pool.sol). Falls by the second and is 0 from `unlockAt`.
 * @param at unix seconds of the block the exit is in; a fraction is cut off, as blocks have whole seconds
 */
export function earlyExitPenalty(amount: bigint, tier: TierTerms, unlockAt: number, at: number): bigint {
  const left = unlockAt - Math.floor(at)
  if (left <= 0 || tier.duration === 0) return 0n
  return (amount * BigInt(tier.penaltyBps) * BigInt(left)) / (BPS * BigInt(tier.duration))
}

/**
 * Of an early exit's penalty, the wei that would stream back to the account that leaves if all weights stayed as they are
 * after the exit: its share of the pool. The penalty goes to every staker of the pool, the leaver's other positions
 * included. Rounded down; null where nobody is left, and the penalty waits for the next staker.
 * @param ownWeight the account's weight after the exit
 * @param totalWeight the pool's weight after the exit
 */
export function penaltyReturned(penalty: bigint, ownWeight: bigint, totalWeight: bigint): bigint | null {
  return totalWeight === 0n ? null : (penalty * ownWeight) / totalWeight
}

/** How much of a lock has passed, in basis points from 0 to 10 000, rounded down; 10 000 for a flexible tier. */
export function lockElapsedBps(tier: TierTerms, unlockAt: number, at: number): number {
  if (tier.duration === 0 || at >= unlockAt) return 10_000
  const elapsed = tier.duration - (unlockAt - at)
  return Math.max(0, Math.min(10_000, Math.floor((elapsed * 10_000) / tier.duration)))
}

/** MCM that each level costs in all, from level 0; whole tokens (Levels.priceOf). */
const LEVEL_PRICES = [0n, 100n, 300n, 1_000n, 3_000n, 10_000n]

/** @returns wei of MCM that the level costs in all, from level 0 @throws RangeError for a level that Levels does not have */
export function levelPrice(level: bigint): bigint {
  const price = LEVEL_PRICES[Number(level)]
  if (price === undefined) throw new RangeError(`there is no level ${level}`)
  return price * 10n ** 18n
}

/** A level, as Levels has it. */
export type LevelTerms = {
  level: number
  /** wei of MCM that it costs in all, from level 0 */
  price: bigint
  /** the boost that goes with it */
  boostBps: number
}

/**
 * Wei of MCM that an account of level `from` burns for level `to`: the difference of the two prices; 0 for a level that it has
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
