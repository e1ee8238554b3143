/**
 * The range behind the one that is being written. Its batch begins in the transaction of the one before, once everything is written
 * that it may read; and is folded while the database writes the rest, which nobody reads for it.
 */
import type { BlockRange } from '../../chain/rpc/fetchRange.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Contradiction } from '../../platform/faults.ts'
import { beginBatch, beginsByReading, decodeRange, foldBatch, type FoldedBatch } from './batch.ts'
import type { Source } from './source.ts'

export class Lookahead {
  /** the range that follows, or null while it has not come */
  readonly #following: () => BlockRange | null
  #begun: { range: BlockRange; batch: Promise<FoldedBatch> } | null = null

  constructor(following: () => BlockRange | null) {
    this.#following = following
  }

  /**
   * Resolves once everything is read that the batch of the range that follows needs. What is wrong with its events is thrown
   * where its batch is taken.
   * @param sql the transaction of the batch before, in which all is written that a batch begins from
   * @param before unix seconds; a range that goes on from there waits for what is done in between
   * @throws the database's error
   */
  async begin(sql: Transaction, sources: readonly Source[], before: number): Promise<void> {
    const range = this.#following()
    if (range === null || range.headers.at(-1)!.timestamp >= before) return
    const reading = read(sql, range, sources)
    try {
      if ((await reading) === null) return
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error
    }
    const batch = reading.then((begun) => foldBatch(begun!))
    batch.catch(() => {})
    this.#begun = { range, batch }
  }

  /** @returns the batch of the range, where it has begun: for one writing, since nothing of it holds after a fault */
  take(range: BlockRange): Promise<FoldedBatch> | null {
    const begun = this.#begun
    this.#begun = null
    return begun?.range === range ? begun.batch : null
  }

  /** What has begun came from a transaction that was not committed. */
  drop(): void {
    this.#begun = null
  }
}

/** @returns null where the batch cannot begin before its own transaction, or has nothing to begin */
async function read(sql: Transaction, range: BlockRange, sources: readonly Source[]) {
  const events = decodeRange(range, sources)
  if (events.length === 0 || !beginsByReading(events)) return null
  return beginBatch(sql, range, events)
}
