/** JSON-RPC over HTTP, one POST for a list of calls. Every fault becomes an `RpcFault`. */
import { RpcFault, faultOfError } from './fault.ts'
import { nodeAddress, type NodeAddress } from '@galx/protocol/nodeAddress'
import { readPlainAnswers } from './plainAnswers.ts'
import { postAndRead } from './post.ts'

export type Call = { method: string; params: readonly unknown[] }

/** @returns the calls' results in order, logs perhaps as a `LogTable` @throws RpcFault */
export type Ask = (calls: readonly Call[], signal: AbortSignal) => Promise<unknown[]>

/** Logs of a range in which every event is ours, with room to spare; what is longer would only fill the memory. */
const MAXIMUM_BYTES = 256 * 1024 * 1024
/** Milliseconds for the answer to one call about no range. A node that takes longer rests for a while. */
const ORDINARY_TIMEOUT = 1_500

/** @param rangeTimeout milliseconds for an answer about many blocks, or about logs */
export function jsonRpc(url: string, rangeTimeout: number): Ask {
  const address = nodeAddress(url)
  let lastId = 0
  return async (calls, signal) => {
    const requests = calls.map((call) => ({ jsonrpc: '2.0', id: ++lastId, ...call }))
    const first = requests[0]?.id ?? 0
    const ordinary = calls.length === 1 && calls[0]!.method !== 'eth_getLogs'
    const timeout = ordinary ? Math.min(ORDINARY_TIMEOUT, rangeTimeout) : rangeTimeout
    const answers = await within(timeout, signal, (inTime) => postList(address, requests, inTime))
    // A node that takes no lists answers with one error.
    if (!Array.isArray(answers)) {
      const error = (answers as { error?: { code?: unknown; message?: unknown } } | null)?.error
      throw error ? faultOfError(error.code, error.message) : new RpcFault('wrong', 'the answer is no list')
    }
    const results = new Array<unknown>(calls.length)
    let seen = 0
    for (const answer of answers as {
      id?: unknown
      result?: unknown
      error?: { code?: unknown; message?: unknown }
    }[]) {
      if (answer?.error) throw faultOfError(answer.error.code, answer.error.message)
      const index = typeof answer?.id === 'number' ? answer.id - first : Number.NaN
      if (!(index in requests) || results[index] !== undefined || answer.result === undefined)
        throw new RpcFault('wrong', 'an answer belongs to no request')
      results[index] = answer.result
      seen += 1
    }
    if (seen !== calls.length) throw new RpcFault('wrong', `${seen} answers to ${calls.length} requests`)
    return results
  }
}

/**
 * Ends the work when `signal` does or the time is up. With a timer of its own: a signal of `AbortSignal.timeout` that only
 * `AbortSignal.any` knows may be collected as garbage, and then never fires.
 */
async function within<Result>(
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

async function postList(
  address: NodeAddress,
  requests: readonly object[],
  signal: AbortSignal,
): Promise<unknown> {
  const limits = { signal, maximumBytes: MAXIMUM_BYTES }
  const { status, retryAfter, content } = await postAndRead(
    address,
    JSON.stringify(requests),
    limits,
    // Of a fault the status alone counts.
    (bytes, isOk) => (isOk ? readAnswers(bytes, requests.length) : { bytes: bytes.length }),
  )
  if (status === 429) throw new RpcFault('limited', 'HTTP 429', waitOf(retryAfter))
  if (status === 413) throw new RpcFault('tooLarge', 'HTTP 413')
  if (status < 200 || status > 299) throw new RpcFault('refused', `HTTP ${status}`)
  if ('answers' in content) return content.answers
  throw new RpcFault('wrong', `the answer is not JSON (${content.bytes} bytes)`)
}

function readAnswers(bytes: Buffer, most: number): { answers: unknown } | { bytes: number } {
  try {
    return { answers: readPlainAnswers(bytes, most) ?? JSON.parse(bytes.toString('utf8')) }
  } catch {
    return { bytes: bytes.length }
  }
}

/** Longest wait a node may impose: an hour in a header must not stop indexing for an hour. */
const LONGEST_RETRY_AFTER = 30_000

function waitOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Math.min(Number(header) * 1000, LONGEST_RETRY_AFTER) : null
}
