/**
 * The range behind the one that is being written. Its batch is made in the transaction of the one before, once everything is written
 * that it may read, while the database writes the rest, which nobody reads for it.
 */
import type { BlockRange } from '../../chain/rpc/fetchRange.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Contradiction } from '../../platform/faults.ts'
import {
  beginsByReading,
  decodeRange,
  makeBatch,
  type Batching,
  type MadeBatch,
  type SourcedEvent,
} from './batch.ts'

export class Lookahead {
  /** the range that follows, or null while it has not come */
  readonly #following: () => BlockRange | null
  #decoded: { range: BlockRange; events: Promise<SourcedEvent[]> } | null = null
  #made: { range: BlockRange; batch: Promise<MadeBatch> } | null = null

  constructor(following: () => BlockRange | null) {
    this.#following = following
  }

  /** Begins to decode the range that follows, while the database is busy: that needs no table. @param before unix seconds; a range that reaches it is left alone */
  decode({ sources }: Batching, before: number): void {
    const range = this.#following()
    if (range === null || !endsBefore(range, before) || this.#decoded?.range === range) return
    const events = decodeRange(range, sources)
    // What is wrong with its events is thrown where they are taken.
    events.catch(() => {})
    this.#decoded = { range, events }
  }

  /**
   * Resolves once nothing more is read for the batch of the range that follows. What is wrong with its events is thrown where its batch is
   * taken.
   * @param sql the transaction of the batch before, in which all is written that a batch begins from
   * @param before unix seconds; a range that goes on from there waits for what is done in between
   * @throws the database's error
   */
  async begin(sql: Transaction, batching: Batching, before: number): Promise<void> {
    const range = this.#following()
    if (range === null || !endsBefore(range, before)) return
    // It may have come just now.
    this.decode(batching, before)
    const { events } = this.#decoded!
    this.#decoded = null
    const making = make(sql, range, events, batching)
    try {
      const batch = await making
      if (batch === null) return
      this.#made = { range, batch: Promise.resolve(batch) }
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error
      this.#made = { range, batch: making as Promise<MadeBatch> }
    }
  }

  /** @returns the batch of the range, where it has been made: for one writing, since nothing of it holds after a fault */
  take(range: BlockRange): Promise<MadeBatch> | null {
    const made = this.#made
    this.drop()
    return made?.range === range ? made.batch : null
  }

  /** Forgets the range that follows, as after a fault: what was made of it came from a transaction that was not committed. */
  drop(): void {
    this.#decoded = null
    this.#made = null
  }
}

function endsBefore({ headers }: BlockRange, moment: number): boolean {
  return headers.at(-1)!.timestamp < moment
}

/** @returns null where the batch cannot begin before its own transaction, or has nothing to begin */
async function make(
  sql: Transaction,
  range: BlockRange,
  decoding: Promise<SourcedEvent[]>,
  batching: Batching,
): Promise<MadeBatch | null> {
  const events = await decoding
  if (events.length === 0 || !beginsByReading(events)) return null
  return makeBatch(sql, range, events, batching)
}
