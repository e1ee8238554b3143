/** Prices and volumes by period. Pure. Prices are wei of the quote token for 10^18 wei of the base token, times are unix seconds. */

/** Lengths in seconds: a minute, a quarter, two hours, six hours, a day, a week, thirty days. */
export const PERIOD_LENGTHS = [60, 900, 7_200, 21_600, 86_400, 604_800, 2_592_000] as const

export type Period = {
  seconds: number
  starts: number
  opened: bigint
  high: bigint
  low: bigint
  closed: bigint
  closedAt: number
  baseVolume: bigint
  quoteVolume: bigint
  swaps: number
}

/** Collects the periods of one pair within one batch. The database joins them with the periods of earlier batches. */
export class Periods {
  readonly #open = new Map<string, Period>()
  #newest: Period[] = []

  /** The price changed, or was confirmed. */
  price(at: number, price: bigint): void {
    this.#newest = PERIOD_LENGTHS.map((seconds) => {
      const starts = at - (at % seconds)
      const key = `${seconds}/${starts}`
      const known = this.#open.get(key)
      if (!known) {
        const period = {
          seconds,
          starts,
          opened: price,
          high: price,
          low: price,
          closed: price,
          closedAt: at,
          baseVolume: 0n,
          quoteVolume: 0n,
          swaps: 0,
        }
        this.#open.set(key, period)
        return period
      }
      if (price > known.high) known.high = price
      if (price < known.low) known.low = price
      known.closed = price
      known.closedAt = at
      return known
    })
  }

  /** A swap at the last price: a pair emits its reserves right before the swap. */
  swap(baseVolume: bigint, quoteVolume: bigint): void {
    for (const period of this.#newest) {
      period.baseVolume += baseVolume
      period.quoteVolume += quoteVolume
      period.swaps += 1
    }
  }

  list(): Period[] {
    return [...this.#open.values()]
  }
}
