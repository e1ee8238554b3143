/** Closes the resources of an API process. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which each resource must close. */
export const CLOSING_MS = 2_000

export class Closers {
  /** in the order of opening; `timeout`: milliseconds */
  readonly #opened: { close: () => Promise<unknown>; timeout: number }[] = []

  whenClosing(close: () => Promise<unknown>, timeout = CLOSING_MS): void {
    this.#opened.push({ close, timeout })
  }

  /** Closes the newest first. */
  async closeAll(): Promise<void> {
    for (const { close, timeout } of this.#opened.toReversed()) await settleWithin(timeout, close())
  }
}

/** Waits for the requests in progress, and cuts the rest. */
export async function endListener(app: FastifyInstance, drainSeconds: number): Promise<void> {
  const closed = app.close()
  await settleWithin(drainSeconds * 1000, closed)
  app.server.closeAllConnections()
  await settleWithin(CLOSING_MS, closed)
}

/** Waits for `work`, but no longer than `milliseconds`. An error of `work` is ignored. */
export async function settleWithin(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timeout = new AbortController()
  const settled = work.then(
    () => {},
    () => {},
  )
  await Promise.race([settled, pause(milliseconds, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
}
