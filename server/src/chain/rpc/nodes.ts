/**
 * What the API asks nodes, on behalf of callers: one request at a time, each with a deadline and a longest answer. The first
 * node that answers is used; one that failed is asked last for a while (backoff.ts), so that it costs its time-out once.
 */
import type { RefusalKind } from '@galx/protocol/nodeRefusals'
import {
  askNode,
  isOfNode,
  PROBE,
  refusalIn,
  refusalText,
  type ErrorAnswer,
  type NodeAnswer,
  type NodeRequest,
} from './askNode.ts'
import { NodeFaultError } from './fault.ts'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import { ResponseTooLargeError } from './post.ts'
import { Backoff } from './backoff.ts'

/** No node that was asked has the state of the block any more: an archive is needed. */
export class StateGoneError extends NodeFaultError {
  override name = 'StateGoneError'
}

/** `by`: the node that gave it, by its place among those configured. */
export type Answer = { by: number } & NodeAnswer

export type Nodes = {
  /** how many are configured */
  count: number
  /**
   * @param isAnswer which error answers are the chain's word; at any other the next node is asked
   * @param except nodes that have answered and are not asked again; a too large answer of another node counts as no answer
   * @throws NodeFaultError when no node answers in time; StateGoneError where all of them answer that an archive is needed; ResponseTooLargeError where the contract of an `eth_call` returns too much
   */
  ask(
    request: NodeRequest,
    isAnswer?: (error: ErrorAnswer) => boolean,
    except?: readonly number[],
  ): Promise<Answer>
}

/** Milliseconds for a request, all nodes together. */
const DEADLINE_MS = 4_000
/** Milliseconds that a node may take while there is another one to ask. */
const TIMEOUT_MS = 1_500

/** @param urls asked in this order */
export function createNodes(urls: readonly string[], clock: () => number = () => performance.now()): Nodes {
  const nodes = urls.map((url) => ({ address: nodeAddress(url) }))
  const backoff = new Backoff<(typeof nodes)[number]>(clock)
  const askOne = ({ address }: (typeof nodes)[number], request: NodeRequest, timeout: number) =>
    askNode(address, request, AbortSignal.timeout(Math.ceil(timeout)))

  return {
    count: nodes.length,

    async ask(request, isAnswer = () => false, except = []) {
      const started = clock()
      backoff.probe((node) => askOne(node, PROBE, TIMEOUT_MS))
      const order = backoff.inOrder(nodes).filter((node) => !except.includes(nodes.indexOf(node)))
      const faults: string[] = []
      const refused: RefusalKind[] = []
      for (const [index, node] of order.entries()) {
        const left = DEADLINE_MS - (clock() - started)
        if (left <= 0) break
        // Nobody waits long for one that was silent, where another one has answered.
        const isBrief = index < order.length - 1 || (except.length > 0 && !backoff.isAvailable(node))
        const timeout = isBrief ? Math.min(TIMEOUT_MS, left) : left
        try {
          const answer = await askOne(node, request, timeout)
          if ('result' in answer || isAnswer(answer.error)) {
            backoff.recordSuccess(node)
            return { by: nodes.indexOf(node), ...answer }
          }
          const refusal = refusalIn(answer.error, request)
          if (isOfNode(refusal)) backoff.recordFailure(node, new NodeFaultError('limited', refusal.message))
          else backoff.recordSuccess(node)
          refused.push(refusal.kind)
          faults.push(`${node.address.name} ${refusalText(refusal)}`)
        } catch (error) {
          if (!(error instanceof NodeFaultError)) throw error
          // A contract's long answer must not make us ask every node or back off from one.
          if (error instanceof ResponseTooLargeError) {
            if (except.length === 0) throw error
          } else backoff.recordFailure(node, error)
          faults.push(`${node.address.name}: ${error.message}`)
        }
      }
      if (refused.length > 0 && refused.length === order.length && refused.every((kind) => kind === 'state'))
        throw new StateGoneError('refused', faults.join('; '))
      throw new NodeFaultError('unreachable', faults.join('; ') || 'there is no node to ask')
    },
  }
}
