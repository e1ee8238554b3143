/** Work that a database delays which is away for a while: it starts again, or a standby takes its place. */
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseUnavailable, isReached } from './faults.ts'

/** Milliseconds in which a standby has taken over, or a server has started again and recovered. */
const PATIENCE = 60_000
/** Milliseconds between two attempts. */
const BETWEEN_ATTEMPTS = 500

/** Does `work`, again while the database is away. @throws what `work` throws; DatabaseUnavailable when it was away for too long */
export type WhenThere = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * The patience counts from the first fault of each work on, so that one that takes the server down with it each time comes to an end. While nobody
 * was ever reached there is none: the address may be wrong, and nothing has begun.
 */
export function whenThere(): WhenThere {
  let reached = false
  return async (work) => {
    let firstFault: number | null = null
    for (;;) {
      try {
        const result = await work()
        reached = true
        return result
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        reached ||= isReached(error)
        firstFault ??= performance.now()
        if (!reached || performance.now() > firstFault + PATIENCE) throw error
        await pause(BETWEEN_ATTEMPTS)
      }
    }
  }
}
