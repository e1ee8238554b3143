/** The value of a token in USDT at the pairs' reserves: not a quote, because nothing is swapped. Pure. Amounts are wei. */
import { routesBetween, type PairState, type Route } from './exchange.ts'
import type { SwapSymbol } from './products.ts'

/**
 * `amount` of a token in USDT at the current reserves, without fees and without a swap's price impact, rounded
 * down once. Uses the shortest route; among equally short routes, the route whose last pair holds the most USDT.
 * @returns null if no route leads to USDT: unknown is not 0
 */
export function usdtValueOf(pairs: readonly PairState[], token: SwapSymbol, amount: bigint): bigint | null {
  if (token === 'USDT') return amount
  const filled = pairs.filter(({ baseReserve, quoteReserve }) => baseReserve > 0n && quoteReserve > 0n)
  const [route] = routesBetween(filled, token, 'USDT').sort(
    (one, other) => one.length - other.length || descending(depthOf(one), depthOf(other)),
  )
  if (route === undefined) return null
  let [numerator, denominator] = [amount, 1n]
  for (const { reserveIn, reserveOut } of route) {
    numerator *= reserveOut
    denominator *= reserveIn
  }
  return numerator / denominator
}

/** The USDT reserve of the last pair of a route. */
function depthOf(route: Route): bigint {
  return route.at(-1)?.reserveOut ?? 0n
}

function descending(one: bigint, other: bigint): number {
  return one > other ? -1 : one < other ? 1 : 0
}
