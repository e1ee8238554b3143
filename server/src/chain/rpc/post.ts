/** Sends one POST to a node, with limits of time and size. Follows no redirect to another address. */
import { NoAnswerError, NodeFaultError } from './fault.ts'
import type { NodeAddress } from '@galx/protocol/nodeAddress'

/** The node's answer is longer than allowed. The read stopped at the limit. */
export class ResponseTooLargeError extends NodeFaultError {
  override name = 'ResponseTooLargeError'
  /** the first bytes of the answer */
  readonly start: string

  constructor(maximumBytes: number, start: string) {
    super('tooLarge', `the answer is longer than ${maximumBytes} bytes`)
    this.start = start
  }
}

/** The number of bytes of a too long answer that are kept. These bytes distinguish a JSON-RPC answer from another page. */
const START_BYTES = 64
/** The number of bytes of an HTTP error's body that are read. */
const FAULT_BYTES = 16 * 1024

export type PostLimits = {
  /** aborts connecting, waiting and reading */
  signal: AbortSignal
  /** of the answer's body, after decompression */
  maximumBytes: number
}

export type PostAnswer = {
  status: number
  /** milliseconds; null: the node does not say */
  retryAfter: number | null
  /** the body; of an HTTP error only its beginning */
  text: string
}

/** @throws NoAnswerError; ResponseTooLargeError if the body of a successful answer is too long */
export async function post(address: NodeAddress, body: string, limits: PostLimits): Promise<PostAnswer> {
  try {
    const response = await fetch(address.url, {
      method: 'POST',
      headers: address.headers,
      body,
      // With redirects, a node could make this server ask any address in our network.
      redirect: 'error',
      signal: limits.signal,
    })
    return {
      status: response.status,
      retryAfter: waitOf(response.headers),
      text: await (response.ok ? readLimited(response, limits.maximumBytes) : readStart(response)),
    }
  } catch (error) {
    if (error instanceof NodeFaultError) throw error
    const { name } = error as Error
    throw new NoAnswerError(name === 'TimeoutError' ? 'no answer in time' : causeOf(error))
  }
}

/** @throws ResponseTooLargeError as soon as the answer is longer */
async function readLimited(response: Response, maximumBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early cancels the stream, which closes the connection.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array)
    length += (chunk as Uint8Array).length
    if (length > maximumBytes)
      throw new ResponseTooLargeError(maximumBytes, Buffer.concat(chunks, START_BYTES).toString('latin1'))
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array)
    length += (chunk as Uint8Array).length
    if (length >= FAULT_BYTES) break
  }
  return Buffer.concat(chunks, Math.min(length, FAULT_BYTES)).toString('utf8')
}

/** The header has seconds or a date. The date is a time on the node's clock. The answer's own date is the present time on that clock. */
function waitOf(headers: Headers): number | null {
  const header = headers.get('retry-after')
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** The cause of a failure: its code if there is one, because messages of fetch may quote the URL. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; message?: string } }
  if (typeof cause?.code === 'string') return cause.code
  return /redirect/i.test(cause?.message ?? '') ? 'the node redirects' : 'the connection failed'
}
