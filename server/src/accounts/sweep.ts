/** Regularly removes sign-in texts and sessions that ended long ago, so that no sign-in removes them. */
import type { Queryable } from '../platform/database/connection.ts'
import { sweepSessions } from '../http/sessions/sessionQueries.ts'
import { sweepNonces } from './signIn/nonces.ts'

const SWEEP_MS = 30_000
/** The number of rows that one statement removes: small, so that no other statement waits long. */
const BATCH = 1_000

/** @returns a function that stops the sweeps after the current one */
export function startSweeping(sql: Queryable): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => sweep(sql))
  }, SWEEP_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

async function sweep(sql: Queryable): Promise<void> {
  try {
    for (const rows of [sweepNonces, sweepSessions]) while ((await rows(sql, BATCH)) === BATCH);
  } catch {
    // The database does not answer. The next sweep removes the rows.
  }
}
