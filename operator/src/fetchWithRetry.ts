/** Requests to an API with a rate limit. */
import { setTimeout as pause } from 'node:timers/promises'
import { failureReason, fetchWhole } from './fetchWhole.ts'

/** Milliseconds between two requests if the API names no number of seconds. */
const USUAL_WAIT = 1_000
/** Milliseconds of the longest wait that an API may ask for. */
const LONGEST_WAIT = 60_000

type Limits = {
  /** for one request: connecting, waiting and reading */
  milliseconds: number
  /** of an answer */
  bytes: number
}

/** A part of a large epoch has tens of megabytes. A slow line needs a minute for it. */
const LIMITS: Limits = { milliseconds: 120_000, bytes: 256 * 1024 * 1024 }

/**
 * After 429, waits for the time that the API names, then tries again, without a limit of attempts.
 * @param wait resolves after the given milliseconds
 * @returns the first response with another status, read whole
 * @throws Error with the reason as its message, such as `no answer in time`
 */
export async function fetchWithRetry(
  url: URL | string,
  wait: (milliseconds: number) => Promise<unknown> = pause,
  limits = LIMITS,
): Promise<Response> {
  for (;;) {
    const response = await fetchInTime(url, limits)
    if (response.status !== 429) return response
    await wait(waitOf(response.headers.get('retry-after')))
  }
}

async function fetchInTime(url: URL | string, { milliseconds, bytes }: Limits): Promise<Response> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(new Error('no answer in time')), milliseconds)
  try {
    return await fetchWhole(url, { signal: end.signal }, bytes)
  } catch (error) {
    throw new Error(failureReason(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** @returns milliseconds from USUAL_WAIT to LONGEST_WAIT; the header may also be a date, or missing */
function waitOf(retryAfter: string | null): number {
  const asked = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : USUAL_WAIT
  return Math.min(LONGEST_WAIT, Math.max(USUAL_WAIT, asked))
}
