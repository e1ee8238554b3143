/**
 * JSON-RPC reads. The configured endpoint first; the connected wallet where that does not answer, provided its chain is
 * the configured one.
 */
import { currentConfig } from '../config/configStore.ts'
import { checkGenesis } from '../wallet/genesis.ts'
import { inTime } from '../wallet/answerTimeout.ts'
import { useWalletStore } from '../wallet/walletStore.ts'

const RPC_TIMEOUT = 10_000

/** The node answered with an error: the request is at fault, not the connection. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  constructor(
    message: string,
    readonly code: number,
    readonly data: unknown,
  ) {
    super(message)
  }
}

/** No node answered: nothing is known. */
export class ChainUnreachable extends Error {
  override readonly name = 'ChainUnreachable'
}

/** @throws RpcError when the node refuses, ChainUnreachable when none answers */
export async function readRpc(method: string, params: readonly unknown[]): Promise<unknown> {
  const { rpcUrl, genesisHash } = currentConfig()
  try {
    return await httpRpc(rpcUrl, method, params)
  } catch (error) {
    if (error instanceof RpcError) throw error
    const provider = useWalletStore.getState().connected?.provider
    if (provider === undefined || (await checkGenesis(provider, genesisHash)) !== 'same')
      throw unreachable(error)
    try {
      return await inTime(provider.request({ method, params }), RPC_TIMEOUT)
    } catch (fromWallet) {
      throw asRpcError(fromWallet)
    }
  }
}

/**
 * Whether a node refuses a request because it does not have the block, or its state, yet: nodes behind one address lag behind each other. That says
 * nothing of a contract.
 */
export function lacksBlock(error: RpcError): boolean {
  return (
    revertData(error.data) === null &&
    /(block|header|state) not found|unknown block|missing trie/i.test(error.message)
  )
}

let nextId = 1

/** Bytes of the headers of a request and its answer, about. */
const HEADERS = 700
let transferred = 0

/** Bytes sent to and received from nodes since the page was opened. */
export function bytesTransferred(): number {
  return transferred
}

/** One request to one endpoint. Also the demo wallet's way to the chain. */
export async function httpRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), RPC_TIMEOUT)
  const body = JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params })
  transferred += body.length + HEADERS
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: abort.signal,
    })
    const text = await response.text()
    transferred += text.length
    const answer = JSON.parse(text) as {
      result?: unknown
      error?: { code: number; message: string; data?: unknown }
    }
    if (answer.error) {
      const { code, message, data } = answer.error
      throw response.status === 429 || code === BUSY ? new Error(message) : new RpcError(message, code, data)
    }
    if (!('result' in answer)) throw new Error(`HTTP ${response.status} from the chain node`)
    return answer.result
  } finally {
    clearTimeout(timer)
  }
}

/** EIP-1474: more was asked of the node than it answers now. That says nothing of the request, and nothing of a contract. */
const BUSY = -32005
/** EIP-1193: the wallet has lost its own connection, to every chain or to this one. So has one whose node is busy. */
const DISCONNECTED: readonly unknown[] = [4900, 4901, BUSY]

/** A wallet's error about a read, in the shape of the endpoint's; for a wallet without a connection it is not a refusal. */
function asRpcError(error: unknown): Error {
  const { code, message, data } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >
  if (typeof code !== 'number' || DISCONNECTED.includes(code)) return unreachable(error)
  return new RpcError(typeof message === 'string' ? message : `error ${code}`, code, data)
}

function unreachable(cause: unknown): ChainUnreachable {
  const { message } = (typeof cause === 'object' && cause !== null ? cause : {}) as { message?: unknown }
  return new ChainUnreachable(typeof message === 'string' ? message : String(cause))
}

/** The `0x…` revert data within an error of eth_call or eth_estimateGas, however deep the node or wallet has put it. */
export function revertData(error: unknown): `0x${string}` | null {
  let current: unknown = error
  for (let depth = 0; depth < 6; depth += 1) {
    if (typeof current === 'string') return (/0x[0-9a-fA-F]{8,}/.exec(current)?.[0] as `0x${string}`) ?? null
    if (typeof current !== 'object' || current === null) return null
    const { data, originalError, error: inner, cause } = current as Record<string, unknown>
    current = data ?? originalError ?? inner ?? cause
  }
  return null
}
