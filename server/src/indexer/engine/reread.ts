/**
 * Repairs tables that differ from the contracts: the leader reads the chain again into new tables beside the serving tables. The tables
 * are exchanged only once the new tables equal the contracts.
 */
import type { Logger } from 'pino'
import { FatalError } from '../../platform/faults.ts'

/** Milliseconds from the start of the first reread to the start of the second. Each later interval is twice as long as the previous interval. */
const FIRST_WAIT = 3_600_000
const LONGEST_WAIT = 24 * FIRST_WAIT

/** @param attempt counts from 1; each attempt begins with another node @returns whether the tables are exchanged */
export type Reread = (attempt: number, signal: AbortSignal) => Promise<boolean>

export class Rereads {
  readonly #reread: Reread
  readonly #log: Logger
  readonly #ending = new AbortController()
  readonly #clock: () => number
  #begunAt = Number.NEGATIVE_INFINITY
  #attempts = 0
  #running: Promise<void> | null = null

  /** @param clock milliseconds, monotonic */
  constructor(reread: Reread, { log }: { log: Logger }, clock: () => number = () => performance.now()) {
    this.#reread = reread
    this.#log = log
    this.#clock = clock
  }

  /** Starts a reread, unless a reread runs or was started a short time ago. A reread costs as much as a backfill. */
  begin(): void {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, this.#attempts - 1))
    if (this.#running !== null || this.#clock() - this.#begunAt < wait) return
    this.#begunAt = this.#clock()
    this.#attempts += 1
    this.#running = this.#run(this.#attempts).finally(() => (this.#running = null))
  }

  /** Ends a running reread. The blocks that were read stay for a later reindex. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }

  async #run(attempt: number): Promise<void> {
    this.#log.warn({ attempt }, 'the chain is read again, because the tables differ from the contracts')
    try {
      const done = await this.#reread(attempt, this.#ending.signal)
      if (done) this.#log.info({ attempt }, 'the new tables serve now')
    } catch (error) {
      // Indexing continues, and signing stays off. After a program error, the next comparison that finds the difference starts another
      // reread.
      if (!(error instanceof FatalError))
        this.#log.error({ err: error }, 'reading the chain again has failed')
      else
        this.#log.error({ attempt, fault: error.message }, 'reading the chain again does not mend the tables')
    }
  }
}
