/**
 * The API's requests to nodes on behalf of callers. Each request has a deadline and a largest answer. The first node that answers is used.
 * A failed node is asked last for a while (backoff.ts), so that callers wait for its time-out once. allNodes.ts asks two nodes, for the signer;
 * endpoints.ts reads ranges of blocks that nodes agree on, for the indexer.
 */
import type { RefusalKind } from '@galx/protocol/nodeRefusals'
import {
  askNode,
  PROBE,
  recordRefusal,
  type ErrorAnswer,
  type NodeAnswer,
  type NodeRequest,
} from './askNode.ts'
import { NodeFaultError } from './fault.ts'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import { ResponseTooLargeError } from './post.ts'
import { Backoff } from './backoff.ts'

/** None of the asked nodes has the state of the block any more. An archive is needed. */
export class StateGoneError extends NodeFaultError {
  override name = 'StateGoneError'
}

/** `by`: index of the answering node among the configured nodes. */
export type Answer = { by: number } & NodeAnswer

export type Nodes = {
  /** number of configured nodes */
  count: number
  /**
   * @param isAnswer whether an error answer comes from the chain; after any other error the next node is asked
   * @param except nodes that have answered and are not asked again. If `except` names a node, a too large answer counts as no answer
   * @throws NodeFaultError if no node answers in time; StateGoneError if all nodes answer that an archive is needed; ResponseTooLargeError if
   * the contract of an `eth_call` returns too much
   */
  ask(
    request: NodeRequest,
    isAnswer?: (error: ErrorAnswer) => boolean,
    except?: readonly number[],
  ): Promise<Answer>
}

/** Milliseconds for a request, all nodes together. */
const DEADLINE_MS = 4_000
/** Milliseconds that a node may take while another node can be asked. */
const TIMEOUT_MS = 1_500

/** @param urls the nodes' URLs, in the order in which nodes are asked */
export function firstAnswering(
  urls: readonly string[],
  clock: () => number = () => performance.now(),
): Nodes {
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
        // If another node has answered, the wait for a silent node is short.
        const isBrief = index < order.length - 1 || (except.length > 0 && !backoff.isAvailable(node))
        const timeout = isBrief ? Math.min(TIMEOUT_MS, left) : left
        try {
          const answer = await askOne(node, request, timeout)
          if ('result' in answer || isAnswer(answer.error)) {
            backoff.recordSuccess(node)
            return { by: nodes.indexOf(node), ...answer }
          }
          const { kind, fault } = recordRefusal(backoff, node, answer.error, request)
          refused.push(kind)
          faults.push(fault)
        } catch (error) {
          if (!(error instanceof NodeFaultError)) throw error
          // After a contract's long answer, no other node is asked, and the node does not rest.
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
