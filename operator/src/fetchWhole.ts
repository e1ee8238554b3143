/** Sends one HTTP request only to the named address, and reads the whole answer up to a size limit. */

/** The answer exceeds the limit; reading stopped there. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError'
  constructor(maximumBytes: number) {
    super(`the answer is longer than ${maximumBytes} bytes`)
  }
}

/** The answer redirects to another address, which was not requested. */
export class RedirectedError extends Error {
  override name = 'RedirectedError'
  constructor() {
    super('it redirects; name the address that it leads to, if that is right')
  }
}

/** Statuses of responses without a body. */
const WITHOUT_BODY = [204, 205, 304]

/**
 * @param init `signal` aborts everything: connecting, waiting and reading
 * @param maximumBytes of the answer's body, after decompression
 * @returns the response, with its whole body in memory
 * @throws ResponseTooLargeError, RedirectedError; errors of `fetch`
 */
export async function fetchWhole(
  url: Parameters<typeof fetch>[0],
  init: RequestInit,
  maximumBytes: number,
): Promise<Response> {
  // A redirecting server could make this program request any address in our network.
  const response = await fetch(url, { ...init, redirect: 'error' }).catch((error: unknown) => {
    const { cause } = error as { cause?: { message?: string } }
    throw /redirect/i.test(cause?.message ?? '') ? new RedirectedError() : error
  })
  const { status, statusText, headers } = response
  const body = await readLimited(response, maximumBytes)
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers })
}

/**
 * The first line of the reason why a request or connection failed. `fetch` says only that it failed, and a server with several addresses gives
 * an error without a message.
 */
export function failureReason(error: unknown): string {
  const { cause, message, code } = error as Failure & { cause?: Failure }
  return (cause?.message || cause?.code || message || code || String(error)).split('\n')[0]!
}
type Failure = { message?: string; code?: string }

/** @throws ResponseTooLargeError as soon as the answer exceeds the limit */
async function readLimited(response: Response, maximumBytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop early cancels the stream, which closes the connection.
  for await (const part of response.body ?? []) {
    const chunk = part as Uint8Array
    length += chunk.length
    if (length > maximumBytes) throw new ResponseTooLargeError(maximumBytes)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
