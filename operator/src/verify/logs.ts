/** Logs in ranges that shrink where the node refuses them, and grow again where it does not. */
import {
  BaseError,
  HttpRequestError,
  LimitExceededRpcError,
  numberToHex,
  TimeoutError,
  toEventSelector,
  type AbiEvent,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem'
import { AnswerTooLarge } from '../fetchWhole.ts'

export type LogQuery = {
  /** one contract, or any of several */
  address: Address | readonly Address[]
  /** any of these */
  events: readonly AbiEvent[]
  fromBlock: bigint
  /** default: the head */
  toBlock?: bigint | undefined
  /** most blocks of one request; default 5 000 */
  range?: bigint | undefined
}

export type FoundLog = {
  address: Address
  topics: readonly Hex[]
  data: Hex
  blockNumber: bigint
  blockHash: Hex
  /** within the block */
  logIndex: number
  transactionHash: Hex
}

/**
 * @throws what the node says when it refuses even a single block, and at once what a smaller range cannot fix: the
 * connection has tried such a request again before it gave up
 */
export async function readLogs(reader: PublicClient, query: LogQuery): Promise<FoundLog[]> {
  const head = query.toBlock ?? (await reader.getBlockNumber())
  const topics = query.events.map((event) => toEventSelector(event))
  const found: FoundLog[] = []
  const largest = query.range ?? 5_000n
  let range = largest
  for (let from = query.fromBlock; from <= head;) {
    const to = from + range - 1n < head ? from + range - 1n : head
    try {
      const logs = await reader.request({
        method: 'eth_getLogs',
        params: [
          {
            address: typeof query.address === 'string' ? query.address : [...query.address],
            topics: [topics],
            fromBlock: numberToHex(from),
            toBlock: numberToHex(to),
          },
        ],
      })
      for (const log of logs)
        found.push({
          address: log.address,
          topics: log.topics,
          data: log.data,
          blockNumber: BigInt(log.blockNumber ?? 0),
          blockHash: log.blockHash ?? '0x',
          logIndex: Number(log.logIndex ?? 0),
          transactionHash: log.transactionHash ?? '0x',
        })
    } catch (error) {
      if (range === 1n || !refusesRange(error)) throw error
      range = range / 4n || 1n
      continue
    }
    from = to + 1n
    // By small steps: a limit on blocks is the same everywhere, one on logs or time only where there are many.
    const grown = range + range / 8n + 1n
    range = grown < largest ? grown : largest
  }
  return found
}

/** Nodes agree neither on codes nor on words. */
const TOO_LARGE =
  /range|too (many|large|big|wide)|more than \d|exceed|limited to|max(imum)? .*(block|result|log|size)|response size|timed? ?out/i
/** Asking for less would only mean asking more often. */
const TOO_OFTEN = /\brate\b|too many requests|capacity|quota|throttl|per second/i

/** Whether the node might answer for fewer blocks: it says that these are too many, says more than is read, or does not answer in time. */
function refusesRange(error: unknown): boolean {
  if (!(error instanceof BaseError) || TOO_OFTEN.test(error.details)) return false
  const telling = error.walk(
    (cause) =>
      cause instanceof TimeoutError ||
      cause instanceof AnswerTooLarge ||
      cause instanceof LimitExceededRpcError ||
      (cause instanceof HttpRequestError && [408, 413, 504].includes(cause.status ?? 0)),
  )
  return telling !== null || TOO_LARGE.test(error.details)
}
