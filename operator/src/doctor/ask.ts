/** A question over HTTP that nobody waits long for. */

/** Milliseconds. */
export const PATIENCE = 5_000

/** @returns null where there was no answer; `body` is null where it was no JSON */
export async function askJson(url: string): Promise<{ status: number; body: unknown } | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch {
    return null
  }
}
