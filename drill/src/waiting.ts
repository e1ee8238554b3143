/** Waits for a condition, never for a time. */
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two checks. */
const POLL_INTERVAL = 50

/**
 * Polls until `look` returns something other than null, undefined or false. A rejection counts as not yet.
 * @param what the awaited event, for the message
 * @throws Error that names `what` after `limitMs`, with the last fault
 */
export async function until<Result>(
  what: string,
  limitMs: number,
  look: () => Promise<Result | null | undefined | false> | Result | null | undefined | false,
  every = POLL_INTERVAL,
): Promise<Result> {
  const end = performance.now() + limitMs
  let fault = ''
  for (;;) {
    try {
      const result = await look()
      if (result !== null && result !== undefined && result !== false) return result
      fault = ''
    } catch (error) {
      fault = `: ${(error as Error).message}`
    }
    if (performance.now() > end)
      throw new Error(`${what}: not within ${Math.round(limitMs / 1000)} s${fault}`)
    await pause(every)
  }
}
