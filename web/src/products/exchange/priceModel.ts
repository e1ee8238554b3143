/** The pair whose price is drawn, and its points. Prices are wei of the quote token for 10^18 wei of the base token. */
import { hasPriceHistory, pairPrice, type PairState } from '@galx/protocol/exchange'
import type { PriceHistoryData } from '@galx/protocol/http/priceHistory'
import type { SwapSymbol } from '@galx/protocol/products'
import type { ChartPoint } from '../../design/Chart/chartModel.ts'

type PairName = { base: SwapSymbol; quote: SwapSymbol }

/** The pair of the two tokens, else a pair of the received token, else a pair of the paid token. Among equals, a pair with a history comes first. */
export function chartPair<Pair extends PairName>(
  pairs: readonly Pair[],
  from: SwapSymbol,
  to: SwapSymbol,
): Pair | null {
  const has = (pair: Pair, symbol: SwapSymbol) => pair.base === symbol || pair.quote === symbol
  const rank = (pair: Pair) =>
    (has(pair, from) && has(pair, to) ? 4 : pair.base === to ? 3 : pair.base === from ? 2 : 0) +
    (hasPriceHistory(pair) ? 0.5 : 0)
  const [best] = pairs.filter((pair) => rank(pair) >= 1).sort((one, other) => rank(other) - rank(one))
  return best ?? null
}

/** The server's points, with the price before the range in front and the chain's present price at the end. */
export function pointsOf(
  { before, from, points }: Pick<PriceHistoryData, 'before' | 'from' | 'points'>,
  now: { at: number; price: bigint } | null,
): ChartPoint[] {
  const line = points.map(({ at, price }) => ({ at, value: BigInt(price) }))
  const first = line[0]
  if (before !== null && (first === undefined || first.at > from))
    line.unshift({ at: from, value: BigInt(before) })
  const last = line.at(-1)
  if (now !== null && last !== undefined && now.at > last.at) line.push({ at: now.at, value: now.price })
  return line
}

/** A pair's present price on the chain. */
export function priceNow(pairs: readonly PairState[] | undefined, { base, quote }: PairName): bigint | null {
  const pair = pairs?.find((one) => one.base === base && one.quote === quote)
  return pair === undefined ? null : pairPrice(pair.baseReserve, pair.quoteReserve)
}

/** The change from the first to the last value, "+5.75%"; null if there is nothing to compare. */
export function changeText(points: readonly ChartPoint[]): string | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first === last || first.value === 0n) return null
  const bps = ((last.value - first.value) * 10_000n) / first.value
  const size = (bps < 0n ? -bps : bps).toString().padStart(3, '0')
  return `${bps < 0n ? '−' : '+'}${size.slice(0, -2)}.${size.slice(-2)}%`
}
