/** An HTTP request with a short timeout. */
import { failureReason, fetchWhole } from '@galx/operator/fetchWhole'

/** Milliseconds. */
export const TIMEOUT = 5_000

type Answer = { status: number; body: unknown }

/** The most characters of a text that anybody reads. */
const LARGEST = 16_384

/** @returns null if there is no answer of success */
export async function askText(url: string): Promise<string | null> {
  try {
    const answer = await fetchWhole(url, { signal: AbortSignal.timeout(TIMEOUT) }, LARGEST)
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

/** @returns the reason if there is no answer; `body` is null if the body is not JSON */
export async function askJson(url: string): Promise<Answer | { silence: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch (error) {
    return { silence: failureReason(error) }
  }
}
