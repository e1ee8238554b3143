/** The product's contracts on the model chain: their logs and their state. */

export type FeedLog = {
  /** the model chain's block */
  block: number
  /** 0x-hex, lowercase, like all other fields */
  address: string
  topics: readonly string[]
  data: string
  /** the hash of a real transaction, whose logs follow each other; without it each log has its own transaction */
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
  /** the logs of blocks `from` to `to`, in their order */
  logs(from: number, to: number): readonly FeedLog[]
  /**
   * Answers a method about contracts' code and state, or about transactions.
   * @param block the model chain's block of the request
   * @throws NodeError
   */
  answer(method: string, params: readonly unknown[], block: number): Promise<unknown>
}

/** A feed of prepared logs. @param logs ordered by block */
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

/** The parameter with the block, by method. */
export const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
}
