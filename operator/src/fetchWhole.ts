/** One HTTP request, to no other address than the named one, whose answer is read whole and up to a size. */

/** The answer is longer than it may be; reading stopped there. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError'
  constructor(maximumBytes: number) {
    super(`the answer is longer than ${maximumBytes} bytes`)
  }
}

/** The answer leads to another address, which was not asked. */
export class RedirectedError extends Error {
  override name = 'RedirectedError'
  constructor() {
    super('it redirects; name the address that it leads to, if that is right')
  }
}

/** Statuses that a response with a body must not have. */
const WITHOUT_BODY = [204, 205, 304]

/**
 * @param init `signal` aborts the whole: connecting, waiting and reading
 * @param maximumBytes of the answer's body, after decompression
 * @returns the response, with a body that waits for nobody any more
 * @throws ResponseTooLargeError, RedirectedError; what `fetch` throws
 */
export async function fetchWhole(
  url: Parameters<typeof fetch>[0],
  init: RequestInit,
  maximumBytes: number,
): Promise<Response> {
  // Who sends us elsewhere could have us ask any address in our network.
  const response = await fetch(url, { ...init, redirect: 'error' }).catch((error: unknown) => {
    const { cause } = error as { cause?: { message?: string } }
    throw /redirect/i.test(cause?.message ?? '') ? new RedirectedError() : error
  })
  const { status, statusText, headers } = response
  const body = await readLimited(response, maximumBytes)
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers })
}

/** @throws ResponseTooLargeError as soon as the answer is longer */
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
