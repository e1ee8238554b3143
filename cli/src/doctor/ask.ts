/** An HTTP request with a short timeout. */

/** Milliseconds. */
export const TIMEOUT = 5_000

/** @returns null without an answer; `body` is null if it is not JSON */
export async function askJson(url: string): Promise<{ status: number; body: unknown } | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch {
    return null
  }
}
