/** Retries work while the database is away: it restarts, or a standby takes over. */
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseUnavailableError, isReached } from './faults.ts'

/** Milliseconds in which a standby takes over, or a server restarts and recovers. */
const PATIENCE = 60_000
/** Milliseconds between two attempts. */
const BETWEEN_ATTEMPTS = 500

/**
 * Runs `work`, and runs it again while the database is away. @throws DatabaseUnavailableError if the database was away for too long; the
 * errors of `work`
 */
export type RetryWhileUnavailable = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * The time counts from the first fault of each call, so that work that always crashes the server is not retried forever. There is no retry until the
 * database has been reached once: the address may be wrong, and no work has begun.
 */
export function retryWhileUnavailable(): RetryWhileUnavailable {
  let reached = false
  return async (work) => {
    let firstFault: number | null = null
    for (;;) {
      try {
        const result = await work()
        reached = true
        return result
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error
        reached ||= isReached(error)
        firstFault ??= performance.now()
        if (!reached || performance.now() > firstFault + PATIENCE) throw error
        await pause(BETWEEN_ATTEMPTS)
      }
    }
  }
}
