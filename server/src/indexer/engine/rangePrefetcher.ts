/** Prefetches ranges: while one is written, the next ones are read. */
import type { Agreement, AgreedRange } from '../../chain/rpc/agreement.ts'
import { afterRange, FIRST_SIZE } from './rangeSize.ts'

type PrefetchedRange = { from: number; to: number; range: Promise<AgreedRange> }

/** Ranges that are read while one is written. */
const PREFETCHED_RANGES = 2

export class RangePrefetcher {
  readonly #agreement: Pick<Agreement, 'fetch'>
  readonly #signal: AbortSignal
  #ahead: PrefetchedRange[] = []
  #blocks = FIRST_SIZE
  /** a block that is read by itself */
  #single: number | null

  /** @param single the first block, where nothing is in the tables yet: it begins an epoch */
  constructor(agreement: Pick<Agreement, 'fetch'>, single: number | null, signal: AbortSignal) {
    this.#agreement = agreement
    this.#single = single
    this.#signal = signal
  }

  /** The range that begins at a block. @returns its last block, and the range, which may be on its way already */
  next(from: number, finalised: number): { to: number; range: Promise<AgreedRange> } {
    const [first] = this.#ahead
    if (first?.from === from) return this.#ahead.shift()!
    // The range before was cut at an epoch's end. Read its remainder, up to the first range ahead.
    return this.#read(from, first === undefined ? finalised : first.from - 1)
  }

  /** Begins to read the ranges after one that has come. */
  prefetch({ from, to, logs }: AgreedRange, finalised: number): void {
    this.#blocks = afterRange(this.#blocks, to - from + 1, logs.length)
    for (
      let after = this.#ahead.at(-1)?.to ?? to;
      this.#ahead.length < PREFETCHED_RANGES && after < finalised;
    ) {
      const next = this.#read(after + 1, finalised)
      this.#ahead.push(next)
      after = next.to
    }
  }

  /** Forgets the block that is to be read by itself where a range ends right before it. @returns whether one does */
  clearCut(to: number): boolean {
    if (this.#single !== to + 1) return false
    this.#single = null
    return true
  }

  /** Has a block of the range that has come read by itself, because an epoch ends before it. */
  readAlone(block: number): void {
    this.#single = block
  }

  /** Halves the next range after a fault. */
  shrink(): void {
    this.#blocks = Math.max(1, Math.floor(this.#blocks / 2))
    this.drop()
  }

  drop(): void {
    this.#ahead = []
  }

  #read(from: number, last: number): PrefetchedRange {
    let to = Math.min(last, from + this.#blocks - 1)
    if (this.#single === from) to = from
    else if (this.#single !== null && from < this.#single) to = Math.min(to, this.#single - 1)
    const range = this.#agreement.fetch(from, to, this.#signal)
    // A fault is thrown where the range is awaited.
    range.catch(() => {})
    return { from, to, range }
  }
}
