/** Milliseconds within which the node answers whatever it is asked; one that does not has stopped for good. */
export const ANSWER_LIMIT = 60_000

/** One JSON-RPC call over HTTP, for the node's own methods that viem has no action for. */
export async function rpc<T = unknown>(rpcUrl: string, method: string, ...params: unknown[]): Promise<T> {
  const [first] = await rpcBatch<T>(rpcUrl, [{ method, params }])
  return first as T
}

/**
 * Several calls in one HTTP request, answered in their order.
 * @param limit milliseconds within which the node has to answer
 * @throws naming the method whose answer was an error; a TimeoutError where there was none in time
 */
export async function rpcBatch<T = unknown>(
  rpcUrl: string,
  calls: readonly { method: string; params: readonly unknown[] }[],
  limit = ANSWER_LIMIT,
): Promise<T[]> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(limit),
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
  })
  if (!response.ok) throw new Error(`${new URL(rpcUrl).origin} answered HTTP ${response.status}`)
  const answers = (await response.json()) as { id: number; result?: T; error?: { message: string } }[]
  answers.sort((a, b) => a.id - b.id)
  return answers.map((answer) => {
    if (answer.error) throw new Error(`${calls[answer.id]!.method}: ${answer.error.message}`)
    return answer.result as T
  })
}
