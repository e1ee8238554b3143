/** Sends requests, either to the address of a node or to a wallet's provider. */
import { readAnswer } from '@galx/protocol/rpcAnswer'
import { isRefusal } from '@galx/protocol/walletErrors'
import type { Hex } from 'viem'

export type Request = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** An answer with an error. `code`: of JSON-RPC, or the HTTP status. `data`: the revert data, if a contract has reverted. `isRefusal`: the person declined in the wallet. */
export class NodeError extends Error {
  override name = 'NodeError'
  readonly code: number | null
  readonly data: Hex | null
  readonly isRefusal: boolean
  constructor(message: string, code: number | null = null, data: Hex | null = null, isRefusal = false) {
    super(message)
    this.code = code
    this.data = data
    this.isRefusal = isRefusal
  }
}

/** Milliseconds to wait for an answer of a node, or of a wallet that need not ask the person. */
const PATIENCE = 20_000

/** Requests that the wallet answers after the person has answered. */
const ASKS_PERSON: readonly string[] = [
  'eth_requestAccounts',
  'wallet_switchEthereumChain',
  'eth_sendTransaction',
]

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
      const answer = readAnswer(await response.text(), response.status)
      if ('error' in answer) throw errorOf(answer.error)
      if ('words' in answer) throw new NodeError(answer.words, response.status)
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
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = new Promise<never>((_, reject) => {
      if (ASKS_PERSON.includes(method)) return
      timer = setTimeout(() => reject(new Error(`${method}: ${PATIENCE / 1_000} s`)), PATIENCE)
    })
    try {
      return await Promise.race([provider.request({ method, params }), over])
    } catch (error) {
      throw errorOf(error, isRefusal(error))
    } finally {
      clearTimeout(timer)
    }
  }
}

function errorOf(error: unknown, isRefused = false): NodeError {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  return new NodeError(
    typeof message === 'string' ? message : JSON.stringify(error),
    typeof code === 'number' ? code : null,
    revertIn(error, 0),
    isRefused,
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
