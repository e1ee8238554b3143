/** Many requests to an API that lets a caller have only so many in a minute. */

/** Longest wait that an API may ask for, seconds. */
const LONGEST_WAIT = 60

/** Waits where the API asks for it (429), and asks again. @throws what `fetch` throws */
export async function patientFetch(url: URL | string): Promise<Response> {
  for (;;) {
    const response = await fetch(url)
    if (response.status !== 429) return response
    const seconds = Number(response.headers.get('retry-after') ?? '1')
    await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_WAIT, Math.max(1, seconds)) * 1000))
  }
}
