/** The stake card without React: legs, limits, the expected result, the problem with an amount, the button's action. */
import { gainPerDay, pairAmountFor, stakeableWithPair, weightOf } from '@galx/protocol/formulas'
import type { TokenSymbol } from '@galx/protocol/products'
import { formatUnitsDown, parseUnits } from '@galx/protocol/units'
import type { WebPool, WebTier } from '@galx/protocol/webConfig'
import type { AccountSnapshot, BalanceReadings, PoolSnapshot } from '../core/chain/chainStore.ts'
import type { AppState } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { ONE, shownCost } from './format.ts'

/** An amount of one token, wei. */
export type Leg = {
  token: TokenSymbol
  amount: bigint
}

/** "1,500 GALX": whole tokens without decimals. */
export function wholeText({ token, amount }: Leg): string {
  return `${amountText(amount, 18, 0, 2)} ${token}`
}

/** "1,500.00 GALX + 1,500.00 MCM" */
export function legsText(legs: readonly Leg[]): string {
  return legs.map(({ token, amount }) => `${amountText(amount)} ${token}`).join(' + ')
}

/** As `legsText`, for paid amounts: rounded up. */
export function paidLegsText(legs: readonly Leg[]): string {
  return legsText(legs.map(({ token, amount }) => ({ token, amount: shownCost(amount) })))
}

/** The amount field's text as wei; null while it is empty or is not an amount. The cleaner leaves at most two decimals. */
export function readAmount(text: string): bigint | null {
  try {
    return text === '' ? null : parseUnits(text)
  } catch {
    return null
  }
}

/** The tokens that a stake of `amount` takes from the account: the stake token, and in a pair pool the pair token (rounded up). */
export function legsOf(pool: WebPool, amount: bigint): Leg[] {
  const legs: Leg[] = [{ token: pool.stakeToken, amount }]
  if (pool.pairToken !== null) {
    legs.push({ token: pool.pairToken, amount: pairAmountFor(amount, BigInt(pool.pairRatio)) })
  }
  return legs
}

/** The greatest possible stake with these balances, wei of the stake token; null while a balance is unknown. */
export function mostStakeable(pool: WebPool, balances: BalanceReadings): bigint | null {
  const own = valueOf(balances[pool.stakeToken])
  if (own === undefined) return null
  const ratio = BigInt(pool.pairRatio)
  if (pool.pairToken === null || ratio === 0n) return own
  const pair = valueOf(balances[pool.pairToken])
  if (pair === undefined) return null
  const byPair = stakeableWithPair(pair, ratio)
  return byPair < own ? byPair : own
}

/** A share of `most` as the field's text: two decimals, rounded down, so that it never exceeds the balance. */
export function shareText(most: bigint, percent: 25 | 50 | 75 | 100): string {
  return formatUnitsDown((most * BigInt(percent)) / 100n, 2, { fixed: true })
}

/** The token whose balance is too small for `amount`; null if all balances suffice, or while a balance is unknown. */
export function missingToken(pool: WebPool, amount: bigint, balances: BalanceReadings): TokenSymbol | null {
  const short = legsOf(pool, amount).find((leg) => {
    const held = valueOf(balances[leg.token])
    return held !== undefined && held < leg.amount
  })
  return short?.token ?? null
}

/** The expected result of a stake at the present rates; amounts are wei, rounded down. */
export type StakeGain = {
  /** the additional reward per day, after the account's own dilution */
  perDay: bigint
  /** the account's weight and the pool's weight, before and after */
  before: { own: bigint; total: bigint }
  after: { own: bigint; total: bigint }
}

/** @param account null without a wallet: counts as an account without a stake */
export function gainOfStake(
  tier: WebTier,
  state: PoolSnapshot,
  account: AccountSnapshot | null,
  amount: bigint,
  now: number,
): StakeGain {
  const weight = weightOf(amount, tier.multiplierBps, account?.boostBps ?? 10_000)
  const before = { own: account?.weight ?? 0n, total: state.totalWeight }
  return {
    perDay: gainPerDay(state, before.own, weight, now),
    before,
    after: { own: before.own + weight, total: before.total + weight },
  }
}

/** The amount of a quoted rate while no amount is typed: a thousand tokens. */
export const QUOTED_AMOUNT = 1_000n * ONE

/** The primary button's action, or its reason to do nothing. */
export type StakeAction =
  | { kind: 'connect'; busy: boolean }
  | { kind: 'switch' }
  | { kind: 'paused' }
  | { kind: 'loading' }
  /** a balance could not be read, so nothing can be checked or sent */
  | { kind: 'unread' }
  | { kind: 'wait' }
  | { kind: 'enter' }
  | { kind: 'short'; token: TokenSymbol }
  | { kind: 'stake'; amount: bigint; legs: Leg[] }

export type StakeSituation = {
  pool: WebPool
  text: string
  connection: AppState['connection']
  address: AppState['address']
  disabeldMatch: boolean
  isBusy: boolean
  paused: boolean
  balances: BalanceReadings
}

/** The next step before a stake, in the order of a person's steps. Signing in is not needed. */
export function stakeAction(at: StakeSituation): StakeAction {
  if (at.address === null) {
    return { kind: 'connect', busy: ['searching', 'choosing', 'connecting'].includes(at.connection) }
  }
  if (at.connection === 'wrongChain') return { kind: 'switch' }
  if (at.paused) return { kind: 'paused' }
  if (at.isBusy || at.disabeldMatch) return { kind: 'wait' }
  const amount = readAmount(at.text)
  if (amount === null || amount === 0n) return { kind: 'enter' }
  const token = missingToken(at.pool, amount, at.balances)
  if (token !== null) return { kind: 'short', token }
  const statuses = legsOf(at.pool, amount).map((leg) => at.balances[leg.token]?.status)
  if (statuses.includes('failed')) return { kind: 'unread' }
  if (statuses.includes('loading')) return { kind: 'loading' }
  return { kind: 'stake', amount, legs: legsOf(at.pool, amount) }
}
