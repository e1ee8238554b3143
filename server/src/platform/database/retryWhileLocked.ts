/** Retries work that needs a lock which would block every reader. */
import { setTimeout as pause } from 'node:timers/promises'
import { TransactionConflictError } from './faults.ts'

/** A table that is in constant use is free for short moments. */
const ATTEMPTS = 100
/** Milliseconds between two attempts. The statements that waited behind the last attempt run in this time. */
const BETWEEN_ATTEMPTS = 500

/**
 * Retries `work` while another session has a lock that `work` needs. The connection has a short limit for locks (`TIME_LIMITS.migrate`).
 * @throws the errors of `work`; TransactionConflictError if the last attempt did not get the lock either
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
