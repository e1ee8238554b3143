/**
 * The arithmetic of a Uniswap-V2-compatible exchange, once for the app and its tests: what a swap gives, what it must be given, the
 * best route, the price impact. Pure. Amounts and reserves are wei, fees and impacts basis points.
 * Every rounding is the contracts' own (UniswapV2Library, and AAA's fee on transfers); a price impact is rounded up.
 */
import { BPS } from './formulas.ts'
import type { SwapSymbol } from './products.ts'

/** A pair as the chain says it is now. */
export type PairState = {
  /** lowercase */
  address: string
  base: SwapSymbol
  quote: SwapSymbol
  baseReserve: bigint
  quoteReserve: bigint
}

/** A token that takes a fee on transfers to or from one pair (AAA). */
export type TransferFee = {
  token: SwapSymbol
  /** lowercase */
  pair: string
  /** basis points of what is transferred; the fee is rounded down */
  feeBps: bigint
}

/** What a route's arithmetic depends on besides its pairs. */
export type ExchangeTerms = {
  /** what each pair keeps of what comes in, basis points */
  pairFeeBps: bigint
  transferFee: TransferFee
}

/** One pair on the way, from the side of what goes in. */
export type Hop = {
  pair: string
  from: SwapSymbol
  to: SwapSymbol
  reserveIn: bigint
  reserveOut: bigint
}

export type Route = readonly Hop[]

export type Quote = {
  route: Route
  amountIn: bigint
  /** what the recipient gets, after every fee */
  amountOut: bigint
  /** of the fee on transfers, wei of its token; 0 where the route does not touch it */
  transferFee: bigint
  /** what the first pair keeps, wei of the token that is paid; later pairs keep the same share of what reaches them */
  pairFee: bigint
  /** how much less than at the price before the swap, fees apart, rounded up; from 0 to 10 000 */
  impactBps: bigint
  /** what would come out at the price before the swap, after the same fees, rounded down */
  amountAtSpot: bigint
}

/** Pairs that a route may pass. */
export const MOST_HOPS = 3

/**
 * What a pair gives for `amountIn` that has reached it, rounded down (UniswapV2Library.getAmountOut). 0 for 0, and where a side of the
 * pair is empty.
 */
export function amountOutOf(amountIn: bigint, reserveIn: bigint, reserveOut: bigint, feeBps: bigint): bigint {
  if (amountIn <= 0n || reserveIn <= 0n || reserveOut <= 0n) return 0n
  const kept = amountIn * (BPS - feeBps)
  return (kept * reserveOut) / (reserveIn * BPS + kept)
}

/**
 * What must reach a pair for it to give `amountOut`, rounded up (UniswapV2Library.getAmountIn).
 * @returns null where the pair does not hold that much
 */
export function amountInFor(
  amountOut: bigint,
  reserveIn: bigint,
  reserveOut: bigint,
  feeBps: bigint,
): bigint | null {
  if (amountOut <= 0n || reserveIn <= 0n || amountOut >= reserveOut) return null
  return (reserveIn * amountOut * BPS) / ((reserveOut - amountOut) * (BPS - feeBps)) + 1n
}

/** What arrives of a transfer that a fee is taken of. */
export function afterTransferFee(amount: bigint, feeBps: bigint): bigint {
  return amount - (amount * feeBps) / BPS
}

/** The least to send so that at least `arriving` arrives. */
export function beforeTransferFee(arriving: bigint, feeBps: bigint): bigint {
  if (feeBps === 0n) return arriving
  let sent = (arriving * BPS) / (BPS - feeBps)
  // The fee is rounded down, so that up to one wei fewer may be enough, or one more needed.
  while (sent > 0n && afterTransferFee(sent - 1n, feeBps) >= arriving) sent -= 1n
  while (afterTransferFee(sent, feeBps) < arriving) sent += 1n
  return sent
}

/** The fee on a transfer of `token` between these two addresses; null: an account. */
function feeOf(
  { transferFee }: ExchangeTerms,
  token: SwapSymbol,
  from: string | null,
  to: string | null,
): bigint {
  const taxed = transferFee.token === token && (from === transferFee.pair || to === transferFee.pair)
  return taxed ? transferFee.feeBps : 0n
}

/** Whether a route moves the token with a fee through its pair: the router then needs its …SupportingFeeOnTransferTokens functions. */
export function paysTransferFee(route: Route, { transferFee }: ExchangeTerms): boolean {
  return route.some(
    ({ pair, from, to }) =>
      pair === transferFee.pair && (from === transferFee.token || to === transferFee.token),
  )
}

/** A fraction, so that many steps round once. */
type Fraction = { numerator: bigint; denominator: bigint }

function times({ numerator, denominator }: Fraction, by: bigint, over: bigint): Fraction {
  return { numerator: numerator * by, denominator: denominator * over }
}

/**
 * What a swap of `amountIn` along `route` gives.
 * @returns null where nothing would come out: an empty pair, an amount too small
 */
export function quoteExactIn(route: Route, amountIn: bigint, terms: ExchangeTerms): Quote | null {
  const [first] = route
  if (first === undefined || amountIn <= 0n) return null
  const { pairFeeBps } = terms
  let transferFee = 0n
  let spot: Fraction = { numerator: amountIn, denominator: 1n }
  const move = (amount: bigint, token: SwapSymbol, from: string | null, to: string | null) => {
    const feeBps = feeOf(terms, token, from, to)
    const arriving = afterTransferFee(amount, feeBps)
    transferFee += amount - arriving
    if (feeBps > 0n) spot = times(spot, BPS - feeBps, BPS)
    return arriving
  }
  let amount = move(amountIn, first.from, null, first.pair)
  const pairFee = (amount * pairFeeBps) / BPS
  for (const [index, { pair, to, reserveIn, reserveOut }] of route.entries()) {
    const out = amountOutOf(amount, reserveIn, reserveOut, pairFeeBps)
    if (out === 0n) return null
    spot = times(spot, (BPS - pairFeeBps) * reserveOut, BPS * reserveIn)
    amount = move(out, to, pair, route[index + 1]?.pair ?? null)
  }
  if (amount === 0n) return null
  const { numerator, denominator } = spot
  const lost = numerator - amount * denominator
  const impactBps = lost <= 0n ? 0n : (lost * BPS + numerator - 1n) / numerator
  const amountAtSpot = numerator / denominator
  return { route, amountIn, amountOut: amount, transferFee, pairFee, impactBps, amountAtSpot }
}

/**
 * The least that gives at least `amountOut` along `route`.
 * @returns null where the pairs do not hold that much
 */
export function quoteExactOut(route: Route, amountOut: bigint, terms: ExchangeTerms): Quote | null {
  const last = route.at(-1)
  if (last === undefined || amountOut <= 0n) return null
  let amount = amountOut
  for (let index = route.length - 1; index >= 0; index -= 1) {
    const { pair, from, to, reserveIn, reserveOut } = route[index]!
    const out = beforeTransferFee(amount, feeOf(terms, to, pair, route[index + 1]?.pair ?? null))
    const needed = amountInFor(out, reserveIn, reserveOut, terms.pairFeeBps)
    if (needed === null) return null
    // What comes from a pair before pays its fee there; only what the account itself sends pays here.
    amount = index === 0 ? beforeTransferFee(needed, feeOf(terms, from, null, pair)) : needed
  }
  return quoteExactIn(route, amount, terms)
}

/** Every way from one token to another over at most three pairs, none used twice and no token passed twice. */
export function routesBetween(pairs: readonly PairState[], from: SwapSymbol, to: SwapSymbol): Route[] {
  const found: Route[] = []
  const walk = (route: readonly Hop[], at: SwapSymbol, passed: readonly SwapSymbol[]) => {
    if (at === to && route.length > 0) {
      found.push(route)
      return
    }
    if (route.length === MOST_HOPS) return
    for (const { address, base, quote, baseReserve, quoteReserve } of pairs) {
      const next = base === at ? quote : quote === at ? base : null
      if (next === null || passed.includes(next)) continue
      const [reserveIn, reserveOut] = base === at ? [baseReserve, quoteReserve] : [quoteReserve, baseReserve]
      walk([...route, { pair: address, from: at, to: next, reserveIn, reserveOut }], next, [...passed, next])
    }
  }
  if (from !== to) walk([], from, [from])
  return found
}

/** The quote over the route that gives most; of equal ones the shorter. Null where no route gives anything. */
export function bestQuoteIn(
  pairs: readonly PairState[],
  from: SwapSymbol,
  to: SwapSymbol,
  amountIn: bigint,
  terms: ExchangeTerms,
): Quote | null {
  return best(
    routesBetween(pairs, from, to).map((route) => quoteExactIn(route, amountIn, terms)),
    (one, other) => (one.amountOut < other.amountOut ? 1 : one.amountOut > other.amountOut ? -1 : 0),
  )
}

/** The quote over the route that takes least. Null where no route gives that much. */
export function bestQuoteOut(
  pairs: readonly PairState[],
  from: SwapSymbol,
  to: SwapSymbol,
  amountOut: bigint,
  terms: ExchangeTerms,
): Quote | null {
  return best(
    routesBetween(pairs, from, to).map((route) => quoteExactOut(route, amountOut, terms)),
    (one, other) => (one.amountIn > other.amountIn ? 1 : one.amountIn < other.amountIn ? -1 : 0),
  )
}

function best(
  quotes: readonly (Quote | null)[],
  compare: (one: Quote, other: Quote) => number,
): Quote | null {
  const [first] = quotes
    .filter((quote) => quote !== null)
    .sort((one, other) => compare(one, other) || one.route.length - other.route.length)
  return first ?? null
}

/**
 * The most that can be paid with a price impact of less than `limitBps` over the best route, rounded down to two figures less than
 * half the amount has, so that it is a number to read. 0 where there is none.
 */
export function mostBelowImpact(
  pairs: readonly PairState[],
  from: SwapSymbol,
  to: SwapSymbol,
  limitBps: bigint,
  terms: ExchangeTerms,
): bigint {
  const isBelow = (amountIn: bigint) => {
    const quote = bestQuoteIn(pairs, from, to, amountIn, terms)
    return quote !== null && quote.impactBps < limitBps
  }
  const reserves = routesBetween(pairs, from, to).map(([first]) => first?.reserveIn ?? 0n)
  let above = reserves.reduce((most, reserve) => (reserve > most ? reserve : most), 0n) + 1n
  let below = 0n
  // Amounts of a few wei round to nothing; the search stays among those that do not.
  while (above - below > 1n + above / 4_096n) {
    const middle = (above + below) / 2n
    if (isBelow(middle)) below = middle
    else above = middle
  }
  const rounded = twoFigures(below)
  return isBelow(rounded) ? rounded : below
}

/** An amount with all but its first two figures made zero: 3 141 → 3 100. */
function twoFigures(amount: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, amount.toString().length - 2))
  return (amount / step) * step
}

/** The least that a swap may give before it reverts: the quote less the slippage, rounded down. */
export function minimumReceived(amountOut: bigint, slippageBps: bigint): bigint {
  return (amountOut * (BPS - slippageBps)) / BPS
}

/** The amount to ask a router's `getAmountOut` with, between reserves of PROBE_RESERVE, to learn the pairs' fee. */
export const PROBE_AMOUNT = 10n ** 8n
export const PROBE_RESERVE = 10n ** 48n

/**
 * A pair's fee, from what the router's own `getAmountOut` says of PROBE_AMOUNT between two reserves of PROBE_RESERVE. The fee is a
 * constant of the pairs' code and no function names it: Uniswap V2's is 30, PancakeSwap V2's 25. The router computes with it, and a
 * pair refuses what was computed with a lower one.
 * @throws RangeError when the answer fits no fee from 0 to 10 %
 */
export function pairFeeFrom(probeOut: bigint): bigint {
  // Reserves so much larger round the exact share down by less than one wei.
  const kept = probeOut + 1n
  const lost = PROBE_AMOUNT - kept
  const unit = PROBE_AMOUNT / BPS
  if (lost < 0n || lost % unit !== 0n || lost > PROBE_AMOUNT / 10n)
    throw new RangeError(`the router keeps ${lost} of ${PROBE_AMOUNT}: no fee in basis points`)
  return lost / unit
}

/** A price as the quote token's wei for 10^18 wei of the base token, rounded down. Null where the pair is empty. */
export function pairPrice(baseReserve: bigint, quoteReserve: bigint): bigint | null {
  return baseReserve === 0n ? null : (quoteReserve * 10n ** 18n) / baseReserve
}

/** Of pairs with other base tokens no history is kept: they were there before, and the whole chain trades in them. */
const PRICED_TOKENS: readonly SwapSymbol[] = ['AAA', 'MCM', 'GALX']

/** Whether the servers keep a pair's price history. */
export function hasPriceHistory({ base }: { base: SwapSymbol }): boolean {
  return PRICED_TOKENS.includes(base)
}

/** How careful the app is with a price impact. From `typed` on the user types it; `blocked` is not sent. */
export type ImpactGuard = 'quiet' | 'notice' | 'warning' | 'typed' | 'blocked'

/** Below 1 % quiet, from 1 % a notice, from 5 % a warning, from 10 % typed, above 25 % or unknown blocked. */
export function impactGuard(impactBps: bigint | null): ImpactGuard {
  if (impactBps === null || impactBps > 2_500n) return 'blocked'
  if (impactBps >= 1_000n) return 'typed'
  if (impactBps >= 500n) return 'warning'
  return impactBps >= 100n ? 'notice' : 'quiet'
}
