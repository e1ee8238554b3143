/** The source of answers: a node by its address, or a wallet's provider. */
import type { Hex } from 'viem'

export type Request = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** An error answer. `data`: the data of a contract's revert. */
export class NodeError extends Error {
  override name = 'NodeError'
  readonly code: number | null
  readonly data: Hex | null
  constructor(message: string, code: number | null = null, data: Hex | null = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Milliseconds that a node has for an answer. */
const PATIENCE = 20_000

/** @param url the typed address, http or https */
export function requestOfNode(url: string): Request {
  let id = 0
  return async (method, params = []) => {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), PATIENCE)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params }),
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: ending.signal,
      })
      const answer = (await response.json()) as { result?: unknown; error?: unknown }
      if (answer.error !== undefined && answer.error !== null) throw errorOf(answer.error)
      return answer.result
    } finally {
      clearTimeout(timer)
    }
  }
}

export type Provider = {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: () => void): unknown
}

export function requestOfWallet(provider: Provider): Request {
  return async (method, params = []) => {
    try {
      return await provider.request({ method, params })
    } catch (error) {
      throw errorOf(error)
    }
  }
}

function errorOf(error: unknown): NodeError {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  return new NodeError(
    typeof message === 'string' ? message : JSON.stringify(error),
    typeof code === 'number' ? code : null,
    revertIn(error, 0),
  )
}

/** Nodes and wallets put a revert's data at different depths. */
function revertIn(error: unknown, depth: number): Hex | null {
  if (typeof error === 'string') return (/^0x([0-9a-f]{2}){4,}$/i.exec(error)?.[0] as Hex | undefined) ?? null
  if (typeof error !== 'object' || error === null || depth > 4) return null
  const { data, error: inner, originalError, cause } = error as Record<string, unknown>
  for (const one of [data, inner, originalError, cause]) {
    const found = revertIn(one, depth + 1)
    if (found !== null) return found
  }
  return null
}
