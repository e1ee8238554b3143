/** Work that needs a lock which everybody who reads would have to wait behind. */
import { setTimeout as pause } from 'node:timers/promises'
import { TransactionConflict } from './faults.ts'

/** A table that is in use all the time is free for a moment now and then. */
const ATTEMPTS = 100
/** Milliseconds between two attempts, in which those who waited behind the last one are served. */
const BETWEEN_ATTEMPTS = 500

/**
 * Does `work`, again and again while somebody else holds a lock that it needs. Its connection has a short limit for locks (`TIME_LIMITS.migrate`).
 * @throws what `work` throws; TransactionConflict when the last attempt did not get the lock either
 */
export async function whenUnlocked<Result>(
  work: () => Promise<Result>,
  attempts = ATTEMPTS,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TransactionConflict) || attempt === attempts) throw error
      await pause(BETWEEN_ATTEMPTS)
    }
  }
}
