/** Requests to an API with a rate limit. */
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two requests where the API names no number of seconds. */
const USUAL_WAIT = 1_000
/** Longest wait that an API may ask for, milliseconds. */
const LONGEST_WAIT = 60_000

/**
 * Waits as long as the API says (429), then tries again, without end.
 * @param wait ends after that many milliseconds
 * @returns the first response of another status
 * @throws what `fetch` throws
 */
export async function fetchWithRetry(
  url: URL | string,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Promise<Response> {
  for (;;) {
    const response = await fetch(url)
    if (response.status !== 429) return response
    await response.body?.cancel()
    await wait(waitOf(response.headers.get('retry-after')))
  }
}

/** @returns milliseconds from USUAL_WAIT to LONGEST_WAIT; the header may also be a date, or missing */
function waitOf(retryAfter: string | null): number {
  const asked = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : USUAL_WAIT
  return Math.min(LONGEST_WAIT, Math.max(USUAL_WAIT, asked))
}
