/** One POST to a node: within a time, up to a size, to no other address than the node's own. */
import { giveBack, takeRoom } from './answerRoom.ts'
import { RpcFault } from './fault.ts'
import type { NodeAddress } from '@galx/protocol/nodeAddress'

/** The node's answer is longer than it may be; reading stopped there. */
export class AnswerTooLarge extends RpcFault {
  override name = 'AnswerTooLarge'
  /** how the answer begins */
  readonly start: string

  constructor(maximumBytes: number, start: string) {
    super('tooLarge', `the answer is longer than ${maximumBytes} bytes`)
    this.start = start
  }
}

/** Bytes of a too long answer that are kept: they tell a JSON-RPC answer from any other page. */
const START_BYTES = 64

export type PostLimits = {
  /** aborts the whole: connecting, waiting and reading */
  signal: AbortSignal
  /** of the answer's body, after decompression */
  maximumBytes: number
}

type Answer<Content> = { status: number; retryAfter: string | null; content: Content }

/** @throws RpcFault `unreachable`; AnswerTooLarge */
export async function post(
  address: NodeAddress,
  body: string,
  limits: PostLimits,
): Promise<Omit<Answer<string>, 'content'> & { text: string }> {
  const { content: text, ...answer } = await postAndRead(address, body, limits, (bytes) =>
    bytes.toString('utf8'),
  )
  return { ...answer, text }
}

/**
 * @param read makes the content of the answer's body, and throws nothing. The bytes are its own until it returns. `isOk`: the answer is none about a fault
 * @throws RpcFault `unreachable`; AnswerTooLarge
 */
export async function postAndRead<Content>(
  address: NodeAddress,
  body: string,
  limits: PostLimits,
  read: (bytes: Buffer, isOk: boolean) => Content,
): Promise<Answer<Content>> {
  try {
    const response = await fetch(address.url, {
      method: 'POST',
      headers: address.headers,
      body,
      // A node that sends us elsewhere could have us ask any address in our network.
      redirect: 'error',
      signal: limits.signal,
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      content: await readUpTo(response, limits.maximumBytes, read).catch((error: unknown) => {
        // A page about a fault is none of the chain's answers, however long it is.
        throw response.ok ? error : new RpcFault('wrong', `HTTP ${response.status}`)
      }),
    }
  } catch (error) {
    if (error instanceof RpcFault) throw error
    const { name } = error as Error
    throw new RpcFault('unreachable', name === 'TimeoutError' ? 'no answer in time' : causeOf(error))
  }
}

/** @throws AnswerTooLarge as soon as the answer is longer */
async function readUpTo<Content>(
  response: Response,
  maximumBytes: number,
  read: (bytes: Buffer, isOk: boolean) => Content,
): Promise<Content> {
  let room = takeRoom(0)
  let length = 0
  try {
    // Leaving the loop early cancels the stream, which closes the connection.
    for await (const part of response.body ?? []) {
      const chunk = part as Uint8Array
      const needed = length + chunk.length
      if (needed > maximumBytes) {
        const known = room.subarray(0, Math.min(length, START_BYTES))
        const start = Buffer.concat([known, chunk.subarray(0, START_BYTES)])
        throw new AnswerTooLarge(maximumBytes, start.toString('latin1'))
      }
      if (needed > room.length) {
        const larger = takeRoom(Math.min(2 * needed, maximumBytes))
        room.copy(larger, 0, 0, length)
        giveBack(room)
        room = larger
      }
      room.set(chunk, length)
      length = needed
    }
    return read(room.subarray(0, length), response.ok)
  } finally {
    giveBack(room)
  }
}

/** What went wrong, by its code where it has one: messages of fetch may quote the URL. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; message?: string } }
  if (typeof cause?.code === 'string') return cause.code
  return /redirect/i.test(cause?.message ?? '') ? 'the node redirects' : 'the connection failed'
}
