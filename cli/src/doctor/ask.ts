/** An HTTP request with a short timeout. */
import { failureReason } from '@galx/operator/fetchWhole'

/** Milliseconds. */
export const TIMEOUT = 5_000

type Answer = { status: number; body: unknown }

/** @returns the reason if there is no answer; `body` is null if the body is not JSON */
export async function askJson(url: string): Promise<Answer | { silence: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch (error) {
    return { silence: failureReason(error) }
  }
}
