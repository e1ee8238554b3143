/**
 * JSON-RPC over HTTP. A list of calls goes in as few POSTs as the node accepts, and as fast as the node accepts them. Every fault becomes
 * a `NodeFaultError`.
 */
import { readRefusal } from '@galx/protocol/nodeErrors'
import { nodeAddress, type NodeAddress } from '@galx/protocol/nodeAddress'
import { ResponseTooLargeError, post, type PostAnswer } from './post.ts'
import { NodeFaultError, faultOf, type NodeFaultKind } from './fault.ts'
import { NodeLimits } from './nodeLimits.ts'

export type Call = { method: string; params: readonly unknown[] }

/**
 * @param timeout milliseconds for the answer to each POST; by default the limit for these methods
 * @returns the calls' results in order @throws NodeFaultError
 */
export type Ask = (calls: readonly Call[], signal: AbortSignal, timeout?: number) => Promise<unknown[]>

/** The size of the largest answer, in bytes: twice the logs of a full range in which every log is ours. */
const MAXIMUM_BYTES = 32 * 1024 * 1024
/** Milliseconds for the answer to a single call that does not request logs. A node that takes longer rests for a while. */
const ORDINARY_TIMEOUT = 1_500
/** The number of POSTs that are under way at once. */
const POSTS_AT_ONCE = 4
/** The number of times that one POST is sent again after a rate limit. Then the node rests. */
const SLOWER_TRIES = 4
/** Faults with which a node may also refuse several calls in one POST: the node answers, and does not say why it gives no usable answer. */
const UNEXPLAINED: ReadonlySet<NodeFaultKind> = new Set(['refused', 'wrong'])
/** The longest wait for a rate limit, in milliseconds. If the node asks for a longer wait, another node is used. */
const LONGEST_WAIT = 2_000

/**
 * @param rangeTimeout milliseconds for an answer about many blocks, or about logs
 * @param limits the node's limits; each refusal changes them
 */
export function jsonRpc(url: string, rangeTimeout: number, limits: NodeLimits = new NodeLimits()): Ask {
  const address = nodeAddress(url)
  const host = new URL(address.url).hostname

  const timeFor = (calls: readonly Call[]) => {
    const ordinary = calls.length === 1 && !asksLogs(calls[0]!)
    return ordinary ? Math.min(ORDINARY_TIMEOUT, rangeTimeout) : rangeTimeout
  }

  const postWithRetry = async (calls: readonly Call[], signal: AbortSignal, timeout: number | undefined) => {
    for (let tries = 1; ; tries += 1) {
      const sentAt = await limits.acquire(calls.length, signal)
      // The limit of calls in one POST has fallen meanwhile.
      if (sentAt === null) return await ask(calls, signal, timeout)
      try {
        const time = timeout ?? timeFor(calls)
        const results = await withTimeout(time, signal, (inTime) => send(address, host, calls, inTime))
        limits.taken(calls.length)
        return results
      } catch (error) {
        if (!(error instanceof NodeFaultError)) throw error
        const { kind, hint } = error
        // If no call asks for logs, a too large list has too many calls and not too many blocks.
        const isBatch = kind === 'batch' || (kind === 'tooLarge' && !calls.some(asksLogs))
        if (isBatch && calls.length > 1) {
          limits.batchRefused(calls.length, hint.largestBatch)
          return await ask(calls, signal, timeout)
        }
        if (UNEXPLAINED.has(kind) && calls.length > 1) limits.batchFailed(calls.length)
        if (kind !== 'limited') throw error
        limits.rateRefused(calls.length, sentAt, hint.retryAfter)
        if (tries > SLOWER_TRIES || (hint.retryAfter ?? 0) > LONGEST_WAIT) throw error
      }
    }
  }

  const ask: Ask = async (calls, signal, timeout) => {
    const results = new Array<unknown>(calls.length)
    let next = 0
    const work = async (): Promise<void> => {
      while (next < calls.length) {
        const start = next
        next = Math.min(calls.length, start + limits.calls)
        const part = calls.slice(start, next)
        try {
          for (const [index, result] of (await postWithRetry(part, signal, timeout)).entries())
            results[start + index] = result
        } catch (error) {
          next = calls.length
          throw error
        }
      }
    }
    await Promise.all(Array.from({ length: POSTS_AT_ONCE }, work))
    return results
  }
  return ask
}

function asksLogs({ method }: Call): boolean {
  return method === 'eth_getLogs'
}

/**
 * Ends the work when `signal` aborts or the time is over. The function has its own timer: a signal of `AbortSignal.timeout` that only
 * `AbortSignal.any` holds may be collected as garbage, and then never fires.
 */
async function withTimeout<Result>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  const timer = setTimeout(
    () => ending.abort(new DOMException('The time is up', 'TimeoutError')),
    milliseconds,
  )
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await work(ending.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

let lastId = 0

/** Sends one POST. A single call is not put into a list, because some nodes accept no lists. */
async function send(
  address: NodeAddress,
  host: string,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const requests = calls.map((call) => ({ jsonrpc: '2.0', id: ++lastId, ...call }))
  const body = JSON.stringify(requests.length === 1 ? requests[0] : requests)
  const answer = await post(address, body, { signal, maximumBytes: MAXIMUM_BYTES }).catch(
    (error: unknown) => {
      if (error instanceof ResponseTooLargeError) throw new NodeFaultError('tooLarge', error.message)
      throw error
    },
  )
  const refuse = (said: unknown) =>
    faultOf(readRefusal(said, answer.status, answer.retryAfter), {
      host,
      methods: [...new Set(calls.map(({ method }) => method))],
    })
  const given = readJson(answer)
  // A node that refuses a list may answer with one error.
  const answers = [given].flat() as ({ id?: unknown; result?: unknown; error?: unknown } | null | undefined)[]
  const failed = answers.find((one) => one?.error)?.error
  if (failed) throw refuse(failed)
  if (answer.status < 200 || answer.status > 299) throw refuse(answer.text)
  if (given === undefined)
    throw new NodeFaultError('wrong', `the answer is not JSON (${answer.text.length} characters)`)
  const first = requests[0]!.id
  const results = new Array<unknown>(calls.length)
  let seen = 0
  for (const one of answers) {
    const index = typeof one?.id === 'number' ? one.id - first : Number.NaN
    if (!(index in requests) || results[index] !== undefined || one!.result === undefined)
      throw new NodeFaultError('wrong', 'an answer belongs to no request')
    results[index] = one!.result
    seen += 1
  }
  if (seen !== calls.length) throw new NodeFaultError('wrong', `${seen} answers to ${calls.length} requests`)
  return results
}

/** @returns undefined if the text is not JSON */
function readJson({ text }: PostAnswer): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
