/**
 * JSON-RPC reads from the node that the holder has chosen (nodeChoice.ts), by default the site's node. If that node does not answer, the
 * next node is asked. The wallet's node is asked only if the wallet is on the configured chain.
 */
import { isRevert, revertData } from '@galx/protocol/nodeErrors'
import { partsOf } from '@galx/protocol/walletErrors'
import { currentConfig } from '../config/configStore.ts'
import { checkGenesis } from '../wallet/genesis.ts'
import { withTimeout } from '../wallet/answerTimeout.ts'
import { useWalletStore } from '../wallet/walletStore.ts'
import { nodesInTurn, useNodeChoice, type NodeName } from './nodeChoice.ts'

const RPC_TIMEOUT = 10_000

/** A node or wallet answered a request with an error. From `readRpc` the error always means that the contract reverts. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError'
  constructor(
    message: string,
    readonly code: number,
    readonly data: unknown,
  ) {
    super(message)
  }
}

/** No node answered. */
export class ChainUnreachableError extends Error {
  override readonly name: string = 'ChainUnreachableError'
}

/** Every requested node refuses to answer, for example because of a rate limit. The refusal says nothing about the request or about a contract. */
export class NodeRefusedError extends ChainUnreachableError {
  override readonly name = 'NodeRefusedError'
  /** @param code the JSON-RPC code, or the HTTP status */
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message)
  }
}

/** Methods that answer null if the node does not know the object. */
const NULLABLE: readonly string[] = [
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
  'eth_getBlockByNumber',
]

/**
 * @param isUsable whether an answer can be used; an unusable answer counts as no answer
 * @throws RpcError if the contract reverts, ChainUnreachableError (or its subclass NodeRefusedError) if no node answers
 */
export async function readRpc(
  method: string,
  params: readonly unknown[],
  isUsable?: (answer: unknown) => boolean,
): Promise<unknown> {
  return (await askNodes(method, params, isUsable)).answer
}

/** As readRpc; also returns the node that answered. */
export async function askNodes(
  method: string,
  params: readonly unknown[],
  isUsable = (answer: unknown) => answer != null || NULLABLE.includes(method),
): Promise<{ answer: unknown; from: NodeName }> {
  const errors: unknown[] = []
  for (const from of nodesInTurn()) {
    try {
      const answer = await askNode(from, method, params)
      if (isUsable(answer)) return { answer, from }
      errors.push(new Error(`${method} has no usable answer`))
    } catch (error) {
      if (isReverted(error)) throw error
      errors.push(error)
    }
  }
  throw unanswered(...errors)
}

/** Sends one request to one node. @throws RpcError if the node answers with an error */
export async function askNode(node: NodeName, method: string, params: readonly unknown[]): Promise<unknown> {
  const { rpcUrl, genesisHash } = currentConfig()
  if (node !== 'wallet')
    return httpRpc(node === 'site' ? rpcUrl : useNodeChoice.getState().own, method, params)
  const provider = useWalletStore.getState().connected?.provider
  if (provider === undefined || (await checkGenesis(provider, genesisHash)) !== 'same')
    throw new Error('no connected wallet is on this chain')
  try {
    return await withTimeout(provider.request({ method, params }), RPC_TIMEOUT)
  } catch (error) {
    throw asRpcError(error)
  }
}

let nextId = 1

/** The approximate bytes of the headers of a request and its answer. */
const HEADERS = 700
let transferred = 0

/** Bytes sent to and received from nodes since the page was opened. */
export function bytesTransferred(): number {
  return transferred
}

/** Sends one request to one endpoint. The demo wallet also uses this function. */
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
    const answer = parse(text)
    if (answer.error) {
      const { code, message, data } = answer.error
      throw new RpcError(message ?? String(answer.error), code ?? response.status, data)
    }
    if (!('result' in answer)) throw new RpcError(`HTTP ${response.status}`, response.status, null)
    return answer.result
  } finally {
    clearTimeout(timer)
  }
}

type Answer = { result?: unknown; error?: { code?: number; message?: string; data?: unknown } }

/** Empty if the text is not JSON, for example a proxy's page. */
function parse(text: string): Answer {
  try {
    return Object(JSON.parse(text)) as Answer
  } catch {
    return {}
  }
}

/** EIP-1193: the wallet has lost its own connection, to every chain or to this chain. */
const DISCONNECTED: readonly unknown[] = [4900, 4901]

/** Converts a wallet's error about a read to an RpcError. An error of the wallet's own connection is returned unchanged. */
function asRpcError(error: unknown): unknown {
  const { code, message } = Object(error) as Record<string, unknown>
  const known = typeof code === 'number' && !DISCONNECTED.includes(code)
  if (!known && !partsOf(error).some(isRevertPart)) return error
  return new RpcError(String(message ?? code), Number(code), error)
}

/** Whether the error says that a contract reverted, however deep the node or wallet has nested it. */
export function isReverted(error: unknown): error is RpcError {
  return error instanceof RpcError && partsOf(error).some(isRevertPart)
}

function isRevertPart(part: unknown): boolean {
  return isRevert(part as object)
}

/** The `0x…` bytes with which a contract reverted; null if the error has none. */
export function revertDataOf(error: RpcError): `0x${string}` | null {
  const found = partsOf(error).map((part) => revertData(part as object))
  return found.find((data) => data !== null && data !== '0x') ?? null
}

function unanswered(...errors: unknown[]): ChainUnreachableError {
  const refusal = errors.find((error) => error instanceof RpcError)
  return refusal === undefined
    ? new ChainUnreachableError(String(errors[0]))
    : new NodeRefusedError(refusal.message, refusal.code)
}
