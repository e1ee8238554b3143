/** Sends one JSON-RPC request to one node. The outcome is a result, an error answer, or a NodeFaultError. */
import { readRefusal } from '@galx/protocol/nodeErrors'
import { sortRefusal, type Refusal, type RefusalKind } from '@galx/protocol/nodeRefusals'
import type { Backoff } from './backoff.ts'
import { NodeFaultError, wordsOf } from './fault.ts'
import type { NodeAddress } from '@galx/protocol/nodeAddress'
import { ResponseTooLargeError, post } from './post.ts'

export type NodeRequest = {
  method: string
  params: readonly unknown[]
  /** of the answer */
  maximumBytes: number
}

/** A node's error answer. */
export type ErrorAnswer = { code: unknown; message: string; data: unknown }

export type NodeAnswer = { result: unknown } | { error: ErrorAnswer }

/** The request to a silent node that shows whether the node answers again. */
export const PROBE: NodeRequest = { method: 'eth_chainId', params: [], maximumBytes: 4 * 1024 }

let lastId = 0

/** @throws NodeFaultError; ResponseTooLargeError if the contract of an `eth_call` returns too much */
export async function askNode(
  address: NodeAddress,
  { method, params, maximumBytes }: NodeRequest,
  signal: AbortSignal,
): Promise<NodeAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params })
  try {
    return readAnswer(await post(address, body, { signal, maximumBytes }))
  } catch (error) {
    if (!(error instanceof ResponseTooLargeError) || isOfContract(method, error)) throw error
    throw new NodeFaultError('wrong', error.message)
  }
}

/**
 * Whether a too long answer comes from the called contract. A contract's result is always inside a JSON-RPC answer. A provider's or a proxy's page
 * is not.
 */
function isOfContract(method: string, { start }: ResponseTooLargeError): boolean {
  return method === 'eth_call' && /^\s*\{\s*"(?:jsonrpc|id|result|error)"\s*:/.test(start)
}

/** Sorts an error answer that is the node's own, not a contract's revert. */
export function refusalIn(error: ErrorAnswer, { method }: NodeRequest): Refusal {
  return sortRefusal(readRefusal(error, null, null), { methods: [method] })
}

/** A refusal in a sentence. If a wait does not help, the sentence names the missing thing. */
export function refusalText({ kind, message }: Refusal): string {
  if (kind === 'state') return `is no archive, and no longer has the state of that block: ${message}`
  if (kind === 'plan') return `has used up its plan: ${message}`
  if (kind === 'credentials') return `does not accept our key: ${message}`
  return `refuses: ${message}`
}

/** Whether the node would refuse the next request too. Then other nodes are asked first. */
export function isOfNode({ kind }: Refusal): boolean {
  return kind === 'rate' || kind === 'plan' || kind === 'credentials'
}

/**
 * A node that would refuse the next request too rests for a while; any other refusal shows that the node answers.
 * @returns the kind of the refusal, and a sentence that names the node
 */
export function recordRefusal<Node extends { address: NodeAddress }>(
  backoff: Backoff<Node>,
  node: Node,
  error: ErrorAnswer,
  request: NodeRequest,
): { kind: RefusalKind; fault: string } {
  const refusal = refusalIn(error, request)
  if (isOfNode(refusal)) backoff.recordFailure(node, new NodeFaultError('limited', refusal.message))
  else backoff.recordSuccess(node)
  return { kind: refusal.kind, fault: `${node.address.name} ${refusalText(refusal)}` }
}

function readAnswer({ status, text }: { status: number; text: string }): NodeAnswer {
  let answer: { result?: unknown; error?: { code?: unknown; message?: unknown; data?: unknown } } | null
  try {
    answer = JSON.parse(text) as typeof answer
  } catch {
    const { kind } = sortRefusal(readRefusal(text, status, null))
    const isLimit = status > 299 && kind === 'rate'
    throw new NodeFaultError(isLimit ? 'limited' : 'wrong', `HTTP ${status}, and the answer is not JSON`)
  }
  if (answer?.error) {
    const { code, message, data } = answer.error
    return { error: { code, message: wordsOf(message), data } }
  }
  if (answer?.result === undefined)
    throw new NodeFaultError('wrong', `HTTP ${status}, and the answer holds no result`)
  return { result: answer.result }
}
