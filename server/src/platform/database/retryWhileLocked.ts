/** Retries work that needs a lock for which every reader would have to wait. */
import { setTimeout as pause } from 'node:timers/promises'
import { TransactionConflictError } from './faults.ts'

/** A table that is in use all the time is free for a moment now and then. */
const ATTEMPTS = 100
/** Milliseconds between two attempts, in which those who waited behind the last one are served. */
const BETWEEN_ATTEMPTS = 500

/**
 * Retries `work` while somebody else holds a lock that it needs. Its connection has a short limit for locks (`TIME_LIMITS.migrate`).
 * @throws what `work` throws; TransactionConflictError when the last attempt did not get the lock either
 */
export async function retryWhileLocked<Result>(
  work: () => Promise<Result>,
  attempts = ATTEMPTS,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TransactionConflictError) || attempt === attempts) throw error
      await pause(BETWEEN_ATTEMPTS)
    }
  }
}
