/** The stake card and the unstake sheet without React: legs, limits, what is wrong with an amount, what the button says. */
import { formatUnitsDown, parseUnits } from '@galx/protocol/units'
import type { WebPool } from '@galx/protocol/webConfig'
import { pairAmountFor, weightOf } from '../core/chain/accrual.ts'
import type { ChainState, Position } from '../core/chain/chainStore.ts'
import type { AppState } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { multiplierOf, ONE, type Leg } from './model.ts'

/** The amount field's text as wei; null while it is empty or no amount. The cleaner leaves at most two decimals. */
export function readAmount(text: string): bigint | null {
  try {
    return text === '' ? null : parseUnits(text)
  } catch {
    return null
  }
}

/** What a stake of `amount` takes from the account: the stake token, and in a pair pool the other one (rounded up). */
export function legsOf(pool: WebPool, amount: bigint): Leg[] {
  const legs: Leg[] = [{ token: pool.stakeToken, amount }]
  if (pool.pairToken !== null) {
    legs.push({ token: pool.pairToken, amount: pairAmountFor(amount, BigInt(pool.pairRatio)) })
  }
  return legs
}

/** The most that can be staked with these balances, wei of the stake token; null while a balance is unknown. */
export function mostStakeable(pool: WebPool, balances: ChainState['balances']): bigint | null {
  const own = valueOf(balances[pool.stakeToken])
  if (own === undefined) return null
  const ratio = BigInt(pool.pairRatio)
  if (pool.pairToken === null || ratio === 0n) return own
  const pair = valueOf(balances[pool.pairToken])
  if (pair === undefined) return null
  const byPair = (pair * ONE) / ratio
  return byPair < own ? byPair : own
}

/** A share of `most` as the field's text: two decimals, rounded down, so that it can never exceed what is there. */
export function shareText(most: bigint, percent: 25 | 50 | 75 | 100): string {
  return formatUnitsDown((most * BigInt(percent)) / 100n, 2, { fixed: true })
}

/** The token of which there is not enough for `amount`; null when it suffices, or while a balance is unknown. */
export function missingToken(
  pool: WebPool,
  amount: bigint,
  balances: ChainState['balances'],
): Leg['token'] | null {
  const short = legsOf(pool, amount).find((leg) => {
    const balance = valueOf(balances[leg.token])
    return balance !== undefined && balance < leg.amount
  })
  return short?.token ?? null
}

/** What the primary button does, and why it may do nothing. */
export type StakeAction =
  | { kind: 'connect'; busy: boolean }
  | { kind: 'switch' }
  | { kind: 'paused' }
  | { kind: 'loading' }
  | { kind: 'wait' }
  | { kind: 'enter' }
  | { kind: 'short'; token: Leg['token'] }
  | { kind: 'stake'; amount: bigint; legs: Leg[] }

export interface StakeSituation {
  pool: WebPool
  text: string
  connection: AppState['connection']
  address: AppState['address']
  disabeldMatch: boolean
  inHand: boolean
  paused: boolean
  balances: ChainState['balances']
}

/** The one next thing to do before a stake, in the order a person meets it. Signing in is not among them. */
export function stakeAction(at: StakeSituation): StakeAction {
  if (at.address === null) {
    return { kind: 'connect', busy: ['searching', 'choosing', 'connecting'].includes(at.connection) }
  }
  if (at.connection === 'wrongChain') return { kind: 'switch' }
  if (at.paused) return { kind: 'paused' }
  if (at.inHand || at.disabeldMatch) return { kind: 'wait' }
  const amount = readAmount(at.text)
  if (amount === null || amount === 0n) return { kind: 'enter' }
  // A balance that cannot be read does not block: the machine reads it again before anything is signed.
  const token = missingToken(at.pool, amount, at.balances)
  if (token !== null) return { kind: 'short', token }
  if (legsOf(at.pool, amount).some((leg) => at.balances[leg.token]?.status === 'loading'))
    return { kind: 'loading' }
  return { kind: 'stake', amount, legs: legsOf(at.pool, amount) }
}

export interface UnstakePreview {
  /** what comes back */
  legs: Leg[]
  left: Leg[]
  /** the position's weight before and after, wei */
  weightBefore: bigint
  weightAfter: bigint
  /** the whole position goes */
  whole: boolean
}

/**
 * What unstaking `amount` of a position brings: in a pair pool the other token comes back in the same proportion, rounded
 * down while something stays (as the contract does), all of it with the last part.
 */
export function unstakePreview(
  pool: WebPool,
  position: Position,
  amount: bigint,
  boostBps: number,
): UnstakePreview {
  const whole = amount === position.amount
  const pairBack =
    whole || position.amount === 0n ? position.pairAmount : (position.pairAmount * amount) / position.amount
  const legs = (main: bigint, pair: bigint): Leg[] => [
    { token: pool.stakeToken, amount: main },
    ...(pool.pairToken === null ? [] : [{ token: pool.pairToken, amount: pair }]),
  ]
  const multiplier = multiplierOf(pool, position)
  return {
    legs: legs(amount, pairBack),
    left: legs(position.amount - amount, position.pairAmount - pairBack),
    weightBefore: weightOf(position.amount, multiplier, boostBps),
    weightAfter: weightOf(position.amount - amount, multiplier, boostBps),
    whole,
  }
}

/** All that a position holds, token by token; a token of which nothing is left is not among them. */
export function principalOf(pool: WebPool, position: Position): Leg[] {
  const legs: Leg[] = [{ token: pool.stakeToken, amount: position.amount }]
  if (pool.pairToken !== null) legs.push({ token: pool.pairToken, amount: position.pairAmount })
  return legs.filter(({ amount }) => amount > 0n)
}

/**
 * Only its second token is left of a position: the first was paid out when the second refused. The contract has one act for
 * it, withdrawPrincipal.
 */
export function isRest(position: Position): boolean {
  return position.amount === 0n && position.pairAmount > 0n
}

/** What is wrong with an amount to unstake; null when it can go. */
export function unstakeProblem(position: Position, amount: bigint | null): 'enter' | 'tooMuch' | null {
  if (amount === null || amount === 0n) return 'enter'
  return amount > position.amount ? 'tooMuch' : null
}
