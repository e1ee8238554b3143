/** JSON-RPC over HTTP, one POST for a list of calls. Every fault becomes an `RpcFault`. */
import { RpcFault, faultOfError } from './fault.ts'

export type Call = { method: string; params: readonly unknown[] }

/** @returns the calls' results in order @throws RpcFault */
export type Ask = (calls: readonly Call[], signal: AbortSignal) => Promise<unknown[]>

/** Milliseconds for the answer to one call about no range: whoever is silent for so long is asked no more for a while. */
const ORDINARY_TIMEOUT = 1_500

/** @param rangeTimeout milliseconds for an answer about many blocks, or about logs */
export function jsonRpc(url: string, rangeTimeout: number): Ask {
  let lastId = 0
  return async (calls, signal) => {
    const requests = calls.map((call) => ({ jsonrpc: '2.0', id: ++lastId, ...call }))
    const first = requests[0]?.id ?? 0
    const ordinary = calls.length === 1 && calls[0]!.method !== 'eth_getLogs'
    const timeout = ordinary ? Math.min(ORDINARY_TIMEOUT, rangeTimeout) : rangeTimeout
    const answers = await post(
      url,
      JSON.stringify(requests),
      AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    )
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
      const index = Number(answer?.id) - first
      if (!(index in requests) || results[index] !== undefined || answer.result === undefined)
        throw new RpcFault('wrong', 'an answer belongs to no question')
      results[index] = answer.result
      seen += 1
    }
    if (seen !== calls.length) throw new RpcFault('wrong', `${seen} answers to ${calls.length} questions`)
    return results
  }
}

async function post(url: string, body: string, signal: AbortSignal): Promise<unknown> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal,
    })
    text = await response.text()
  } catch (error) {
    const { name, message, cause } = error as Error
    const why =
      name === 'TimeoutError' ? 'no answer in time' : ((cause as Error | undefined)?.message ?? message)
    throw new RpcFault('unreachable', why)
  }
  if (response.status === 429)
    throw new RpcFault('limited', 'HTTP 429', retryAfter(response.headers.get('retry-after')))
  if (response.status === 413) throw new RpcFault('tooLarge', 'HTTP 413')
  if (!response.ok) throw new RpcFault('refused', `HTTP ${response.status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new RpcFault('wrong', `the answer is not JSON (${text.length} characters)`)
  }
}

/** Longest wait a node may impose: an hour in a header must not stop indexing for an hour. */
const LONGEST_RETRY_AFTER = 30_000

function retryAfter(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Math.min(Number(header) * 1000, LONGEST_RETRY_AFTER) : null
}
