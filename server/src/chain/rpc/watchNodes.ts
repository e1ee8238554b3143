/** The state of each configured node. All nodes are asked together, and rarely, for any number of callers. */
import { ttlCache } from '../../platform/ttlCache.ts'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import { post } from './post.ts'
import { wholeOf } from './quantity.ts'

export type NodeStatus = {
  /** host and port alone: the address may carry a key */
  host: string
  /** null: the node does not say */
  head: number | null
  finalised: number | null
  /** time of the answer; null: no answer */
  milliseconds: number | null
}

/** Milliseconds that a node has for its answer. */
const TIMEOUT = 1_500
/** Milliseconds for which all callers share an answer. */
const FRESH = 2_000
/** The size of the largest answer: two headers with the hashes of their transactions. */
const MAXIMUM_BYTES = 1024 * 1024
const BLOCKS = ['latest', 'finalized']
const QUESTION = JSON.stringify(
  BLOCKS.map((block, id) => ({ jsonrpc: '2.0', id, method: 'eth_getBlockByNumber', params: [block, false] })),
)

/** @param clock milliseconds */
export function watchNodes(
  urls: readonly string[],
  clock: () => number = () => performance.now(),
): () => Promise<NodeStatus[]> {
  const nodes = urls.map((url) => ({ host: new URL(url).host, address: nodeAddress(url) }))

  const probe = async ({ host, address }: (typeof nodes)[number]): Promise<NodeStatus> => {
    const started = clock()
    try {
      const signal = AbortSignal.timeout(TIMEOUT)
      const { text } = await post(address, QUESTION, { signal, maximumBytes: MAXIMUM_BYTES })
      const milliseconds = Math.round(clock() - started)
      const answers = JSON.parse(text) as { id: number; result?: unknown }[]
      const [head = null, finalised = null] = BLOCKS.map((_, id) =>
        numberOf(answers.find((answer) => answer.id === id)?.result),
      )
      return { host, head, finalised, milliseconds }
    } catch {
      return { host, head: null, finalised: null, milliseconds: null }
    }
  }
  return ttlCache(FRESH, () => Promise.all(nodes.map(probe)), clock)
}

function numberOf(block: unknown): number | null {
  return wholeOf((block as { number?: unknown } | null | undefined)?.number)
}
