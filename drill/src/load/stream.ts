/** One kind of work, repeated, with a record of each attempt. */
import { setTimeout as pause } from 'node:timers/promises'
import { now } from '../clock.ts'

/** Milliseconds of the clock of `now`. */
export type Attempt = { from: number; to: number; fault: string | null }

/** An attempt that takes longer has failed, because a person would not wait longer either. */
const TIMEOUT = 10_000

export class Stream {
  #running = true
  readonly #loop: Promise<void>

  /** @param every milliseconds from the beginning of one attempt to the next; @param note called when an attempt has ended */
  constructor(every: number, work: () => Promise<void>, note: (attempt: Attempt) => void) {
    this.#loop = this.#run(every, work, note)
  }

  async #run(every: number, work: () => Promise<void>, note: (attempt: Attempt) => void): Promise<void> {
    while (this.#running) {
      const from = now()
      let fault: string | null = null
      const timeout = new AbortController()
      try {
        await Promise.race([
          work(),
          pause(TIMEOUT, undefined, { signal: timeout.signal }).then(() => {
            throw new Error(`no answer within ${TIMEOUT / 1000} s`)
          }),
        ])
      } catch (error) {
        fault = (error as Error).message || String(error)
      } finally {
        timeout.abort()
      }
      const to = now()
      note({ from, to, fault })
      await pause(Math.max(1, every - (to - from)))
    }
  }

  async stop(): Promise<void> {
    this.#running = false
    await this.#loop
  }
}

/** The longest time without a success from `since` to `until`, milliseconds. @param attempts in the order of their ends */
export function longestGap(attempts: readonly Attempt[], since: number, until: number): number {
  let last = since
  let longest = 0
  for (const { to, fault } of attempts) {
    if (fault !== null || to < since || to > until) continue
    longest = Math.max(longest, to - last)
    last = to
  }
  return Math.max(longest, until - last)
}

/** Failed attempts that began at `since` or later, by their fault. */
export function failuresSince(attempts: readonly Attempt[], since: number): Map<string, number> {
  const found = new Map<string, number>()
  for (const { from, fault } of attempts)
    if (fault !== null && from >= since) found.set(fault, (found.get(fault) ?? 0) + 1)
  return found
}

/** The longest attempt that began at `since` or later, milliseconds. */
export function slowestSince(attempts: readonly Attempt[], since: number): number {
  return attempts.reduce((most, { from, to }) => (from >= since ? Math.max(most, to - from) : most), 0)
}
