/** Retries work while the database is away: it starts again, or a standby takes its place. */
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseUnavailableError, isReached } from './faults.ts'

/** Milliseconds in which a standby has taken over, or a server has started again and recovered. */
const PATIENCE = 60_000
/** Milliseconds between two attempts. */
const BETWEEN_ATTEMPTS = 500

/** Does `work`, again while the database is away. @throws what `work` throws; DatabaseUnavailableError when it was away for too long */
export type RetryWhileUnavailable = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * The time counts from the first fault of each call, so that work that crashes the server each time comes to an end. Before the database was
 * reached once there is no retry: the address may be wrong, and nothing has begun.
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
