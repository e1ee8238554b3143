/**
 * A range as it goes from one thread to another: its logs as one text, of which the bytes are handed over, and one list of numbers. To copy an object for each log would cost as
 * much as to read it; and objects that are made when they are looked at, and then forgotten, cost least of all.
 */
import type { BlockHeader, BlockRange, Logs } from './fetchRange.ts'
import type { RawLog } from './shapes.ts'

export type PackedRange = {
  from: number
  to: number
  headers: BlockHeader[]
  /** the contracts that the logs are of */
  addresses: string[]
  /** NUMBERS of each log */
  numbers: Float64Array
  /** of each log its transaction's hash, its topics and its data: the characters, a byte each */
  text: Uint8Array
}

/** Block, index in the block, which of the addresses, how many topics, characters of data. */
const NUMBERS = 5
/** Characters of a hash or a topic. */
const WORD = 66

export function packRange({ from, to, headers, logs }: BlockRange): PackedRange {
  const numbers = new Float64Array(logs.length * NUMBERS)
  const text = Buffer.from(new ArrayBuffer(lengthOf(logs)))
  const places = new Map<string, number>()
  let next = 0
  let at = 0
  for (const { address, blockNumber, logIndex, transactionHash, topics, data } of logs) {
    let place = places.get(address)
    if (place === undefined) places.set(address, (place = places.size))
    numbers[next] = blockNumber
    numbers[next + 1] = logIndex
    numbers[next + 2] = place
    numbers[next + 3] = topics.length
    numbers[next + 4] = data.length
    next += NUMBERS
    let own = transactionHash
    for (const topic of topics) own += topic
    at += text.write(own + data, at, 'latin1')
  }
  const ofBlocks = headers.map(({ number, hash, parentHash, timestamp }) => ({
    ...{ number, hash, parentHash, timestamp },
  }))
  return { from, to, headers: ofBlocks, addresses: [...places.keys()], numbers, text }
}

function lengthOf(logs: Logs): number {
  let length = 0
  for (const { topics, data } of logs) length += WORD + topics.length * WORD + data.length
  return length
}

export function unpackRange(packed: PackedRange): BlockRange {
  const { from, to, headers } = packed
  return { from, to, headers, logs: new PackedLogs(packed) }
}

class PackedLogs implements Logs {
  readonly length: number
  readonly #packed: PackedRange

  constructor(packed: PackedRange) {
    this.#packed = packed
    this.length = packed.numbers.length / NUMBERS
  }

  *[Symbol.iterator](): Generator<RawLog, void> {
    const { from, headers, addresses, numbers } = this.#packed
    const { buffer, byteOffset, byteLength } = this.#packed.text
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    let at = 0
    const take = (length: number) => text.slice(at, (at += length))
    for (let next = 0; next < numbers.length; next += NUMBERS) {
      const blockNumber = numbers[next]!
      const transactionHash = take(WORD)
      const topics: string[] = []
      for (let topic = 0; topic < numbers[next + 3]!; topic += 1) topics.push(take(WORD))
      yield {
        address: addresses[numbers[next + 2]!]!,
        // Each log's was compared with its block's when it was read.
        blockHash: headers[blockNumber - from]!.hash,
        blockNumber,
        logIndex: numbers[next + 1]!,
        transactionHash,
        topics,
        data: take(numbers[next + 4]!),
      }
    }
  }
}
