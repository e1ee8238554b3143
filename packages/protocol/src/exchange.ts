/**
 * The arithmetic of a Uniswap-V2-compatible exchange, shared by the app and its tests: the output of a swap, the input for an output, the
 * best route, the price impact. Pure. Amounts and reserves are wei, fees and impacts are basis points.
 * Rounding follows the contracts (UniswapV2Library, and AAA's fee on transfers). A price impact is rounded up.
 */
import { BPS } from './formulas.ts'
import type { SwapSymbol } from './products.ts'

/** The current state of a pair on the chain. */
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
  /** basis points of the transferred amount; the fee is rounded down */
  feeBps: bigint
}

/** The terms of a route's arithmetic, besides its pairs. */
export type ExchangeTerms = {
  /** the part of the input that each pair keeps, basis points */
  pairFeeBps: bigint
  transferFee: TransferFee
}

/** One pair of a route, seen from the input side. */
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
  /** the amount that the recipient gets, after all fees */
  amountOut: bigint
  /** the fee on transfers, wei of its token; 0 if the route does not move that token */
  transferFee: bigint
  /** the fee of the first pair, wei of the paid token; later pairs keep the same share of their input */
  pairFee: bigint
  /** how much less the swap gives than the price before the swap, without fees; rounded up, from 0 to 10 000 */
  impactBps: bigint
  /** the output at the price before the swap, after the same fees, rounded down */
  amountAtSpot: bigint
}

/** The greatest number of pairs in a route. */
export const MOST_HOPS = 3

/**
 * The output of a pair for `amountIn` that has reached the pair, rounded down (UniswapV2Library.getAmountOut). 0 if `amountIn` is 0 or if
 * one side of the pair is empty.
 */
export function amountOutOf(amountIn: bigint, reserveIn: bigint, reserveOut: bigint, feeBps: bigint): bigint {
  if (amountIn <= 0n || reserveIn <= 0n || reserveOut <= 0n) return 0n
  const kept = amountIn * (BPS - feeBps)
  return (kept * reserveOut) / (reserveIn * BPS + kept)
}

/**
 * The input that must reach a pair for `amountOut`, rounded up (UniswapV2Library.getAmountIn).
 * @returns null if the pair holds less
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

/** The amount that arrives after the fee on a transfer. */
export function afterTransferFee(amount: bigint, feeBps: bigint): bigint {
  return amount - (amount * feeBps) / BPS
}

/** The least amount to send so that at least `arriving` arrives. */
export function beforeTransferFee(arriving: bigint, feeBps: bigint): bigint {
  if (feeBps === 0n) return arriving
  let sent = (arriving * BPS) / (BPS - feeBps)
  // The fee is rounded down, so one wei less may suffice, or one wei more may be needed.
  while (sent > 0n && afterTransferFee(sent - 1n, feeBps) >= arriving) sent -= 1n
  while (afterTransferFee(sent, feeBps) < arriving) sent += 1n
  return sent
}

/** The fee on a transfer of `token` between two addresses; null stands for an account. */
function feeOf(
  { transferFee }: ExchangeTerms,
  token: SwapSymbol,
  from: string | null,
  to: string | null,
): bigint {
  const taxed = transferFee.token === token && (from === transferFee.pair || to === transferFee.pair)
  return taxed ? transferFee.feeBps : 0n
}

/** Whether a route moves a token with a fee through its pair. The router then needs its …SupportingFeeOnTransferTokens functions. */
export function paysTransferFee(route: Route, { transferFee }: ExchangeTerms): boolean {
  return route.some(
    ({ pair, from, to }) =>
      pair === transferFee.pair && (from === transferFee.token || to === transferFee.token),
  )
}

/** A fraction, so that a chain of steps rounds only once. */
type Fraction = { numerator: bigint; denominator: bigint }

function times({ numerator, denominator }: Fraction, by: bigint, over: bigint): Fraction {
  return { numerator: numerator * by, denominator: denominator * over }
}

/**
 * The quote of a swap of `amountIn` along `route`.
 * @returns null if nothing would come out: an empty pair, or an amount that is too small
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
 * The quote of the least input for at least `amountOut` along `route`.
 * @returns null if the pairs hold less
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
    // A pair's output pays the fee when it leaves that pair. Only the account's own transfer pays the fee on the way in.
    amount = index === 0 ? beforeTransferFee(needed, feeOf(terms, from, null, pair)) : needed
  }
  return quoteExactIn(route, amount, terms)
}

/** All routes from one token to another over at most three pairs. No route uses a pair or a token twice. */
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

/** The quote over the route with the largest output; among equal outputs, the shorter route. Null if no route has an output. */
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

/** The quote over the route with the smallest input. Null if no route can give that much. */
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
 * The largest input with a price impact of less than `limitBps` over the best route, rounded down to its first two figures, so that
 * it is easy to read. 0 if there is none.
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
  // Amounts of a few wei give nothing after rounding. The search stays among larger amounts.
  while (above - below > 1n + above / 4_096n) {
    const middle = (above + below) / 2n
    if (isBelow(middle)) below = middle
    else above = middle
  }
  const rounded = twoFigures(below)
  return isBelow(rounded) ? rounded : below
}

/** Replaces all figures after the first two with zeros: 3 141 → 3 100. */
function twoFigures(amount: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, amount.toString().length - 2))
  return (amount / step) * step
}

/** The least output before a swap reverts: the quote minus the slippage, rounded down. */
export function minimumReceived(amountOut: bigint, slippageBps: bigint): bigint {
  return (amountOut * (BPS - slippageBps)) / BPS
}

/** The input for the router's `getAmountOut` with two reserves of PROBE_RESERVE. The answer reveals the pairs' fee. */
export const PROBE_AMOUNT = 10n ** 8n
export const PROBE_RESERVE = 10n ** 48n

/**
 * A pair's fee, from the router's own `getAmountOut` of PROBE_AMOUNT between two reserves of PROBE_RESERVE. The fee is a
 * constant in the pairs' code, and no function returns it: 30 in Uniswap V2, 25 in PancakeSwap V2. The router computes with it, and a
 * pair refuses an amount that was computed with a lower fee.
 * @throws RangeError if no fee from 0 to 10 % gives the answer
 */
export function pairFeeFrom(probeOut: bigint): bigint {
  // With reserves this much larger, rounding down changes the exact share by less than one wei.
  const kept = probeOut + 1n
  const lost = PROBE_AMOUNT - kept
  const unit = PROBE_AMOUNT / BPS
  if (lost < 0n || lost % unit !== 0n || lost > PROBE_AMOUNT / 10n)
    throw new RangeError(
      `the router keeps ${lost} of ${PROBE_AMOUNT}: no whole number of basis points gives this fee`,
    )
  return lost / unit
}

/** The price: the quote token's wei for 10^18 wei of the base token, rounded down. Null if the pair is empty. */
export function pairPrice(baseReserve: bigint, quoteReserve: bigint): bigint | null {
  return baseReserve === 0n ? null : (quoteReserve * 10n ** 18n) / baseReserve
}

/** Pairs with other base tokens have no stored history: they existed before, and the whole chain trades in them. */
const PRICED_TOKENS: readonly SwapSymbol[] = ['AAA', 'MCM', 'GALX']

/** Whether the servers store a pair's price history. */
export function hasPriceHistory({ base }: { base: SwapSymbol }): boolean {
  return PRICED_TOKENS.includes(base)
}

/** How the app handles a price impact. `typed`: the user must type the impact. `blocked`: the swap is not sent. */
export type ImpactGuard = 'quiet' | 'notice' | 'warning' | 'typed' | 'blocked'

/** Quiet below 1 %, a notice from 1 %, a warning from 5 %, typed from 10 %, blocked above 25 % or if unknown. */
export function impactGuard(impactBps: bigint | null): ImpactGuard {
  if (impactBps === null || impactBps > 2_500n) return 'blocked'
  if (impactBps >= 1_000n) return 'typed'
  if (impactBps >= 500n) return 'warning'
  return impactBps >= 100n ? 'notice' : 'quiet'
}
