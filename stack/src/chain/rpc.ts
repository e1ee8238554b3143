/** Milliseconds in which the node answers any request. A node that takes longer has hung. */
export const ANSWER_LIMIT = 60_000

/** One JSON-RPC call over HTTP, for the node's own methods without an action in viem. */
export async function rpc<T = unknown>(rpcUrl: string, method: string, ...params: unknown[]): Promise<T> {
  const [first] = await rpcBatch<T>(rpcUrl, [{ method, params }])
  return first as T
}

/**
 * Several calls in one HTTP request. The answers are in the order of the calls.
 * @param limit milliseconds in which the node must answer
 * @throws Error that names the method with an error as its answer; TimeoutError without an answer in time
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
