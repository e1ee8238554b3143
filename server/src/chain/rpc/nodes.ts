/**
 * What the API asks nodes, on behalf of callers: one question at a time, each with a deadline and a longest answer. The first
 * node that answers is used; one that did not answer is asked last for a while, so that it costs its time-out once.
 */
import { RpcFault } from './fault.ts'
import { nodeAddress } from './nodeAddress.ts'
import { AnswerTooLarge, post } from './post.ts'

export type Question = {
  method: string
  params: readonly unknown[]
  /** of the answer */
  maximumBytes: number
}

/** An error answer of a node's. */
export type ErrorAnswer = { code: unknown; message: string; data: unknown }

export type Nodes = {
  /**
   * @param isAnswer which error answers are the chain's word; at any other the next node is asked
   * @throws RpcFault when no node answers in time; AnswerTooLarge
   */
  ask(
    question: Question,
    isAnswer?: (error: ErrorAnswer) => boolean,
  ): Promise<{ result: unknown } | { error: ErrorAnswer }>
}

/** Milliseconds for a question, all nodes together. */
const DEADLINE_MS = 4_000
/** Milliseconds that a node may take while there is another one to ask. */
const PATIENCE_MS = 1_500
/** Milliseconds for which a node that did not answer is asked last. */
const AVOIDED_MS = 30_000

/** @param urls asked in this order */
export function createNodes(urls: readonly string[], clock: () => number = () => performance.now()): Nodes {
  const nodes = urls.map((url) => ({ address: nodeAddress(url), avoidedUntil: Number.NEGATIVE_INFINITY }))
  let lastId = 0

  return {
    async ask({ method, params, maximumBytes }, isAnswer = () => false) {
      const started = clock()
      const order = nodes.toSorted(
        (one, other) => Number(one.avoidedUntil > started) - Number(other.avoidedUntil > started),
      )
      const faults: string[] = []
      for (const [index, node] of order.entries()) {
        const left = DEADLINE_MS - (clock() - started)
        if (left <= 0) break
        const patience = index < order.length - 1 ? Math.min(PATIENCE_MS, left) : left
        try {
          const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params })
          const signal = AbortSignal.timeout(Math.ceil(patience))
          const answer = readAnswer(await post(node.address, body, { signal, maximumBytes }))
          node.avoidedUntil = Number.NEGATIVE_INFINITY
          if ('result' in answer || isAnswer(answer.error)) return answer
          faults.push(`${node.address.name} refuses: ${answer.error.message}`)
        } catch (error) {
          if (!(error instanceof RpcFault) || error instanceof AnswerTooLarge) throw error
          node.avoidedUntil = clock() + AVOIDED_MS
          faults.push(`${node.address.name}: ${error.message}`)
        }
      }
      throw new RpcFault('unreachable', faults.join('; ') || 'no node is configured')
    },
  }
}

function readAnswer({ status, text }: { status: number; text: string }) {
  let answer: { result?: unknown; error?: { code?: unknown; message?: unknown; data?: unknown } } | null
  try {
    answer = JSON.parse(text) as typeof answer
  } catch {
    throw new RpcFault('wrong', `HTTP ${status}, and the answer is not JSON`)
  }
  if (answer?.error) {
    const { code, message, data } = answer.error
    return { error: { code, message: String(message).slice(0, 200), data } }
  }
  if (answer?.result === undefined)
    throw new RpcFault('wrong', `HTTP ${status}, and the answer holds no result`)
  return { result: answer.result }
}
