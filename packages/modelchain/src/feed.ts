/** What the product's contracts do on the model chain: their logs, and their state. */

export type FeedLog = {
  /** the model chain's block */
  block: number
  /** 0x-hex, lower case, as all of these */
  address: string
  topics: readonly string[]
  data: string
  /** its hash where there is a real one; logs of one transaction follow each other. Without one each log has a transaction of its own */
  transactionHash?: string
}

/** An error in a JSON-RPC answer. */
export class NodeError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

export type Feed = {
  /** those of blocks `from` to `to`, in the order in which they happened */
  logs(from: number, to: number): readonly FeedLog[]
  /**
   * answers a method about contracts' code and state, or about transactions
   * @param block of the model chain at which it is asked
   * @throws NodeError
   */
  answer(method: string, params: readonly unknown[], block: number): Promise<unknown>
}

/** A feed of logs that are ready. @param logs ordered by block */
export function listFeed(logs: readonly FeedLog[], answer: Feed['answer'] = noState): Feed {
  return { logs: (from, to) => logs.slice(firstFrom(logs, from), firstFrom(logs, to + 1)), answer }
}

/** @returns the index of the first log at `block` or later */
export function firstFrom(logs: readonly { block: number }[], block: number): number {
  let [low, high] = [0, logs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (logs[middle]!.block < block) low = middle + 1
    else high = middle
  }
  return low
}

function noState(method: string): Promise<never> {
  return Promise.reject(new NodeError(-32601, `the method ${method} does not exist/is not available`))
}

/** The parameter that names a block, by method. */
export const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
}
