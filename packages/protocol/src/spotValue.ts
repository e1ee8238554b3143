/** What a token is worth in USDT at the reserves of pairs: no quote, for nothing is swapped. Pure. Amounts are wei. */
import { routesBetween, type PairState, type Route } from './exchange.ts'
import type { SwapSymbol } from './products.ts'

/**
 * `amount` of a token in USDT at the present reserves, without fees and without the price impact that a swap would have; rounded
 * down once. Over the fewest pairs; of equal ones over those that hold most.
 * @returns null where no chain of pairs leads to USDT: what is unknown is not 0
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

/** What the last pair of a route holds of USDT. */
function depthOf(route: Route): bigint {
  return route.at(-1)?.reserveOut ?? 0n
}

function descending(one: bigint, other: bigint): number {
  return one > other ? -1 : one < other ? 1 : 0
}
