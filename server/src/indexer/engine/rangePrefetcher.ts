/** Prefetches ranges: while one range is written, the next ranges are read. */
import type { Agreement, AgreedRange } from '../../chain/rpc/agreement.ts'
import { LARGEST_RANGE } from '../../chain/rpc/nodeLimits.ts'

type PrefetchedRange = { from: number; to: number; range: Promise<AgreedRange> }

/** The number of ranges that are read while another range is written. */
const PREFETCHED_RANGES = 2

export class RangePrefetcher {
  readonly #agreement: Pick<Agreement, 'fetch'>
  readonly #signal: AbortSignal
  #ahead: PrefetchedRange[] = []
  #blocks = FIRST_SIZE
  /** a block that is read by itself */
  #single: number | null

  /** @param single the first block if the tables are empty, because this block begins an epoch */
  constructor(agreement: Pick<Agreement, 'fetch'>, single: number | null, signal: AbortSignal) {
    this.#agreement = agreement
    this.#single = single
    this.#signal = signal
  }

  /**
   * The range that begins at a block.
   * @param logged a block that is known to have wanted logs
   * @returns its last block, and the range, which may be prefetched
   */
  next(from: number, finalised: number, logged = -1): { to: number; range: Promise<AgreedRange> } {
    const [first] = this.#ahead
    if (first?.from === from) return this.#ahead.shift()!
    // The last range was cut at an epoch's end. Its remainder is read, up to the first prefetched range.
    return this.#read(from, first === undefined ? finalised : first.from - 1, logged)
  }

  /** Begins to read the ranges after a range that has arrived. */
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

  /** If `to` is right before the block that must be read alone, forgets this block. @returns whether the block was forgotten */
  clearCut(to: number): boolean {
    if (this.#single !== to + 1) return false
    this.#single = null
    return true
  }

  /** A block of the arrived range must be read alone, because an epoch ends right before this block. */
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

  #read(from: number, last: number, logged = -1): PrefetchedRange {
    let to = Math.min(last, from + this.#blocks - 1)
    if (this.#single === from) to = from
    else if (this.#single !== null && from < this.#single) to = Math.min(to, this.#single - 1)
    const range = this.#agreement.fetch(from, to, this.#signal, to === logged)
    // The caller that awaits the range gets the fault.
    range.catch(() => {})
    return { from, to, range }
  }
}

/** The number of blocks of the first range. */
export const FIRST_SIZE = 256
/** The number of events in one database transaction: enough to spread its cost, few enough to keep memory and locks small. */
export const EVENTS_WANTED = 10_000

/**
 * The size after a range: at most four times as many blocks, towards `EVENTS_WANTED`. A node's own limits are separate (NodeLimits).
 * @param size the size before the range
 * @param blocks the number of blocks of the range
 */
export function afterRange(size: number, blocks: number, events: number): number {
  // A short range at the head says nothing about larger ranges.
  if (blocks < size && events <= EVENTS_WANTED) return size
  const fitting = events === 0 ? Infinity : Math.floor((blocks * EVENTS_WANTED) / events)
  return Math.max(1, Math.min(size * 4, fitting, LARGEST_RANGE))
}
