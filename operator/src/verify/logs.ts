/** Reads logs range by range. A node's limit of blocks is learnt from its refusals and kept while the program runs. */
import { numberToHex, toEventSelector, type AbiEvent, type Address, type Hex, type PublicClient } from 'viem'
import { mapConcurrently } from '../chain/mapConcurrently.ts'
import { NodeRefusedError, NodeSilentError, nodeErrorOf } from '../chain/nodeFaults.ts'
import { RangeSize } from '@galx/protocol/rangeSize'

export type LogQuery = {
  /** one contract, or several */
  address: Address | readonly Address[]
  /** logs of any of these events */
  events: readonly AbiEvent[]
  fromBlock: bigint
  toBlock: bigint
  /** the newest block of all queries; absent: `toBlock` */
  newest?: bigint
}

export type FoundLog = {
  address: Address
  topics: readonly Hex[]
  data: Hex
  blockNumber: bigint
  blockHash: Hex
  /** unix seconds of its block, if the node adds them to the log; else null */
  time: bigint | null
  /** within the block */
  logIndex: number
  transactionHash: Hex
}

/** All logs of the blocks from `from` to `to`. */
export type LogRange = { from: bigint; to: bigint; logs: readonly FoundLog[] }

/** The node's answer contains a malformed log. */
export class LogError extends Error {
  override name = 'LogError'
}

const USUAL_RANGE = 10_000n
/** The number of ranges that are requested before the first is used. */
const AHEAD = 4

export class LogReader {
  readonly #reader: PublicClient
  readonly #size: RangeSize

  /** @param largest the greatest number of blocks in one request */
  constructor(reader: PublicClient, largest = USUAL_RANGE) {
    this.#reader = reader
    this.#size = new RangeSize(largest)
  }

  /**
   * Yields the ranges in order, without gaps.
   * @throws NodeError with the node's message, if the node refuses even one block, or for a reason that a smaller range cannot change; LogError
   */
  async *ranges(query: LogQuery): AsyncGenerator<LogRange> {
    for await (const pieces of mapConcurrently(this.#planned(query), AHEAD, (range) =>
      this.#read(query, range),
    ))
      yield* pieces
  }

  /** All logs at once. @throws the errors of `ranges` */
  async read(query: LogQuery): Promise<FoundLog[]> {
    const found: FoundLog[] = []
    for await (const { logs } of this.ranges(query)) for (const log of logs) found.push(log)
    return found
  }

  *#planned({ fromBlock, toBlock }: LogQuery): Generator<Omit<LogRange, 'logs'>> {
    for (let from = fromBlock; from <= toBlock;) {
      const to = smaller(from + this.#size.blocks - 1n, toBlock)
      yield { from, to }
      from = to + 1n
    }
  }

  /** @returns the range, split into as many pieces as the node needs */
  async #read(query: LogQuery, { from, to }: Omit<LogRange, 'logs'>): Promise<LogRange[]> {
    const pieces: LogRange[] = []
    for (let begin = from; begin <= to;) {
      const end = smaller(begin + this.#size.blocks - 1n, to)
      const blocks = end - begin + 1n
      try {
        const logs =
          end === (query.newest ?? query.toBlock)
            ? this.#askNewest(query, begin, end)
            : this.#ask(query, begin, end)
        pieces.push({ from: begin, to: end, logs: await logs })
        this.#size.accepted(blocks)
        begin = end + 1n
      } catch (error) {
        const named = limitOf(error)
        if (named === undefined || !this.#size.refused(blocks, named, partOf(error))) throw error
      }
    }
    return pieces
  }

  /**
   * Near the head, a node that lacks the last blocks may answer with the logs of earlier blocks only. So the header of the last block is
   * requested before the logs in the same POST: a node that gives the header has the last block.
   */
  async #askNewest(query: LogQuery, from: bigint, to: bigint): Promise<FoundLog[]> {
    const [last, logs] = await Promise.all([
      this.#reader.request({ method: 'eth_getBlockByNumber', params: [numberToHex(to), false] }),
      this.#ask(query, from, to),
    ])
    if (last === null) throw new LogError(`the node lacks block ${to}, and perhaps its logs`)
    return logs
  }

  async #ask({ address, events }: LogQuery, from: bigint, to: bigint): Promise<FoundLog[]> {
    const topics = [events.map((event) => toEventSelector(event))]
    const filter = { address, topics, fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    const logs: unknown = await this.#reader.request({ method: 'eth_getLogs', params: [filter] } as never)
    if (!Array.isArray(logs)) throw new LogError('the node’s answer to eth_getLogs is not a list of logs')
    return (logs as unknown[]).map(logOf)
  }
}

/** @returns the number of blocks that the node accepts; null if the node names no number; undefined if a smaller range does not help */
function limitOf(error: unknown): bigint | null | undefined {
  const fault = nodeErrorOf(error)
  if (fault instanceof NodeSilentError) return fault.tooLarge ? null : undefined
  if (!(fault instanceof NodeRefusedError) || fault.isGivenUp) return undefined
  const { kind, largestRange, suggested } = fault.refusal
  if (!['range', 'timeout', 'rate', 'broken'].includes(kind)) return undefined
  const blocks = largestRange ?? (suggested === null ? null : suggested.to - suggested.from + 1)
  return blocks === null || blocks < 1 ? null : BigInt(blocks)
}

/** The divisor of the next range. It is large after a rate limit, because each attempt costs a wait. */
function partOf(error: unknown): bigint {
  const fault = nodeErrorOf(error)
  return fault instanceof NodeRefusedError && fault.refusal.kind === 'rate' ? 16n : 2n
}

const WORD = /^0x[0-9a-f]{64}$/i

function logOf(given: unknown): FoundLog {
  const log = (given ?? {}) as Record<string, unknown>
  const { address, topics, data, blockHash, transactionHash, removed } = log
  const [blockNumber, logIndex] = [quantityOf(log.blockNumber), quantityOf(log.logIndex)]
  if (
    !matches(address, /^0x[0-9a-f]{40}$/i) ||
    !Array.isArray(topics) ||
    !topics.every((topic) => matches(topic, WORD)) ||
    !matches(data, /^0x(?:[0-9a-f]{2})*$/i) ||
    !matches(blockHash, WORD) ||
    blockNumber === null ||
    logIndex === null ||
    removed === true
  )
    throw new LogError(`the node gives a malformed log: ${JSON.stringify(given).slice(0, 200)}`)
  return {
    address: address as Address,
    topics: topics as Hex[],
    data: data as Hex,
    blockNumber,
    blockHash: blockHash as Hex,
    time: quantityOf(log.blockTimestamp),
    logIndex: Number(logIndex),
    transactionHash: matches(transactionHash, WORD) ? (transactionHash as Hex) : '0x',
  }
}

function quantityOf(value: unknown): bigint | null {
  return matches(value, /^0x[0-9a-f]{1,16}$/i) ? BigInt(value as Hex) : null
}

function matches(value: unknown, shape: RegExp): boolean {
  return typeof value === 'string' && shape.test(value)
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
