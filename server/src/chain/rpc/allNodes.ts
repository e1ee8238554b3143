/**
 * Asks all nodes the same question, because no single node may decide it. If several nodes are configured, two must answer. Once enough
 * nodes have answered, the others have REST_MS left. A failed node rests for a while (backoff.ts), so callers wait for its time-out once.
 */
import { askNode, PROBE, recordRefusal, type NodeRequest } from './askNode.ts'
import { Backoff } from './backoff.ts'
import { NodeFaultError } from './fault.ts'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import { ResponseTooLargeError } from './post.ts'

export type AllNodes = {
  /**
   * @returns the results of the nodes that answer; an error counts as no answer
   * @throws NodeFaultError if too few nodes answer in time
   */
  ask(request: NodeRequest): Promise<unknown[]>
}

/** Milliseconds for a request. */
const DEADLINE_MS = 4_000
/** Milliseconds that the other nodes still have once enough have answered. */
const REST_MS = 1_500

export function twoAnswering(
  urls: readonly string[],
  clock: () => number = () => performance.now(),
): AllNodes {
  const nodes = urls.map((url) => ({ address: nodeAddress(url) }))
  const backoff = new Backoff<(typeof nodes)[number]>(clock)
  const enough = Math.min(2, nodes.length)

  return {
    async ask(request) {
      backoff.probe(({ address }) => askNode(address, PROBE, AbortSignal.timeout(REST_MS)))
      const available = nodes.filter((node) => backoff.isAvailable(node))
      const late = new AbortController()
      const { signal } = late
      // Not AbortSignal.timeout: such a signal may be collected as garbage if only AbortSignal.any holds it, and then never fires.
      const end = () => late.abort(new DOMException('The time is up', 'TimeoutError'))
      let timer = setTimeout(end, DEADLINE_MS)
      const shortenDeadline = () => {
        clearTimeout(timer)
        timer = setTimeout(end, REST_MS)
      }
      const results: unknown[] = []
      const faults: string[] = []
      const ask = async (node: (typeof nodes)[number]) => {
        try {
          const answer = await askNode(node.address, request, signal)
          if ('result' in answer) {
            backoff.recordSuccess(node)
            if (results.push(answer.result) === enough) shortenDeadline()
            return
          }
          faults.push(recordRefusal(backoff, node, answer.error, request).fault)
        } catch (error) {
          // Only our own contracts are called here, and none of them returns so much.
          const fault =
            error instanceof ResponseTooLargeError ? new NodeFaultError('wrong', error.message) : error
          if (!(fault instanceof NodeFaultError)) throw fault
          backoff.recordFailure(node, fault)
          faults.push(`${node.address.name}: ${fault.message}`)
        }
      }
      // If too few nodes are available, all nodes are asked.
      await Promise.all((available.length < enough ? nodes : available).map(ask)).finally(() => {
        clearTimeout(timer)
        late.abort()
      })
      if (results.length < enough) {
        const count =
          enough === 1 ? '' : `only ${results.length} of ${nodes.length} nodes answer, but two must: `
        throw new NodeFaultError('unreachable', `${count}${faults.join('; ')}`)
      }
      return results
    },
  }
}
