/** Runs the check in a worker, so that the page stays responsive. The worker has no access to the wallet, the session or storage. */
import '../../builtIns/at.ts'
import { checkBonus } from './checkBonus.ts'
import type { CheckInput } from './input.ts'

const TIMEOUT = 20_000

async function get(url: string, body?: string): Promise<Response> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), TIMEOUT)
  try {
    const response = await fetch(url, {
      signal: abort.signal,
      ...(body !== undefined && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
    })
    // The time limit includes the body.
    return new Response(await response.arrayBuffer(), { status: response.status })
  } finally {
    clearTimeout(timer)
  }
}

async function text(url: string): Promise<string | null> {
  const response = await get(url)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}

let id = 0

addEventListener('message', ({ data }: MessageEvent<CheckInput>) => {
  const rpc = async (method: string, params: readonly unknown[]) => {
    id += 1
    const response = await get(data.rpcUrl, JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (answer.error !== undefined || !('result' in answer))
      throw new Error(answer.error?.message ?? `HTTP ${response.status}`)
    return answer.result
  }
  checkBonus(data, { text, rpc, now: () => performance.now() }).then(
    (result) => postMessage(result),
    // A worker reports no rejection to its page, only a thrown error.
    (error: unknown) =>
      setTimeout(() => {
        throw error
      }),
  )
})
