/**
 * A model of BNB Smart Chain. A block is computed when a client asks for it, from its number, the feed's logs and the hash of its parent.
 * There is one difference from a real chain: the parent hash of every `segment`th block belongs to no block, because hashing a year of
 * blocks from the first block on would take too long.
 */
import type { Feed, FeedLog } from './feed.ts'
import { hashHeader, headerJson, makeHeader, strangersTransactions, type HeaderFields } from './header.ts'
import { randomBytes, randomWords } from './random.ts'

export const BLOCK_MILLISECONDS = 450
/** The number of blocks by which the newest final block is behind the head. */
export const FINALITY = 2
const SEGMENTS_KEPT = 8192
const HASHES_KEPT = 500_000

export type ModelChainOptions = {
  feed: Feed
  /** a block and its time in unix milliseconds */
  anchor: { number: number; time: number }
  /** the newest block at the start */
  head: number
  /** the number of blocks in a segment, default 512. Segments begin at multiples of it; within a segment each block has its parent's hash */
  segment?: number
  /** the first block with a hashed header field that clients do not know yet; default: never */
  forkAt?: number
  chainId?: number
}
export type BlockLog = FeedLog & { logIndex: number; transactionIndex: number; transactionHash: string }

export class ModelChain {
  readonly feed: Feed
  readonly chainId: number
  readonly #anchor: { number: number; time: number }
  readonly #segment: number
  readonly #forkAt: number
  #head: { at: number; number: number; running: boolean }
  /** the hashes of the first blocks of each segment */
  readonly #segments = new Map<number, { hashes: Buffer; count: number }>()
  /** by hash: the number of each block whose hash was in an answer */
  readonly #numbers = new Map<string, number>()

  constructor(options: ModelChainOptions) {
    this.feed = options.feed
    this.chainId = options.chainId ?? 56
    this.#anchor = options.anchor
    this.#segment = options.segment ?? 512
    this.#forkAt = options.forkAt ?? Number.POSITIVE_INFINITY
    this.#head = { at: 0, number: options.head, running: false }
  }

  get head(): number {
    const { at, number, running } = this.#head
    return running ? number + Math.floor((performance.now() - at) / BLOCK_MILLISECONDS) : number
  }

  /** Moves the head to `number` and stops it there. */
  moveTo(number: number): void {
    this.#head = { at: 0, number, running: false }
  }

  advance(blocks = 1): number {
    this.moveTo(this.head + blocks)
    return this.head
  }

  /** Adds a block every 450 ms of real time, until `moveTo` or `advance`. */
  run(): void {
    this.#head = { at: performance.now(), number: this.head, running: true }
  }

  /** @returns unix milliseconds */
  timeOf(number: number): number {
    return this.#anchor.time + (number - this.#anchor.number) * BLOCK_MILLISECONDS
  }

  /** @returns the first block whose time is `seconds` (unix) or later; for whole seconds, the `timestamp` of its header is `seconds` */
  firstAt(seconds: number): number {
    return this.#anchor.number + Math.ceil((seconds * 1000 - this.#anchor.time) / BLOCK_MILLISECONDS)
  }

  /** @returns 0x-hex */
  hashOf(number: number): string {
    const hash = `0x${this.#hash(number).toString('hex')}`
    if (this.#numbers.size >= HASHES_KEPT) this.#numbers.clear()
    this.#numbers.set(hash, number)
    return hash
  }

  /** @returns null for a hash that was in no answer */
  numberOf(hash: string): number | null {
    return this.#numbers.get(hash.toLowerCase()) ?? null
  }

  /** Every field of `eth_getHeaderByNumber`. */
  header(number: number): Record<string, unknown> {
    return {
      ...headerJson(this.#fields(number)),
      hash: this.hashOf(number),
      totalDifficulty: hex(2 * number),
      milliTimestamp: hex(this.timeOf(number)),
      size: hex(80_000 + (number % 100_000)),
    }
  }

  /** Every field of `eth_getBlockByNumber`. @param full transactions instead of their hashes */
  block(number: number, full: boolean): Record<string, unknown> {
    const hashes = this.transactions(number)
    return {
      ...this.header(number),
      uncles: [],
      withdrawals: [],
      transactions: full ? hashes.map((hash, index) => this.#transaction(number, hash, index)) : hashes,
    }
  }

  /** Hashes of a block's transactions, ours first. */
  transactions(number: number): string[] {
    const hashes = strangersTransactions(number)
    for (const { transactionIndex, transactionHash } of this.logs(number, number))
      hashes[transactionIndex] = transactionHash
    return hashes
  }

  /** Our logs in blocks `from` to `to`. Logs of other contracts lie between our logs, so the positions of our logs are not consecutive. */
  logs(from: number, to: number): BlockLog[] {
    let block = -1
    let place = 0
    let transaction: string | undefined
    let index = 0
    return this.feed.logs(from, to).map((log) => {
      if (log.block !== block) [block, place, index, transaction] = [log.block, 4, -1, undefined]
      place += 3
      if (log.transactionHash === undefined || log.transactionHash !== transaction) index += 1
      transaction = log.transactionHash
      const transactionHash = log.transactionHash ?? ownTransaction(block, index)
      return { ...log, logIndex: place, transactionIndex: index, transactionHash }
    })
  }

  #transaction(number: number, hash: string, index: number): Record<string, unknown> {
    const words = randomWords(number * 256 + index, 3)
    const random = (length: number) => `0x${randomBytes(words, length).toString('hex')}`
    return {
      blockHash: this.hashOf(number),
      blockNumber: hex(number),
      from: random(20),
      gas: hex(300_000),
      gasPrice: hex(50_000_000),
      hash,
      input: random(132),
      nonce: hex(words() % 100_000),
      to: random(20),
      transactionIndex: hex(index),
      value: '0x0',
      type: '0x0',
      chainId: hex(this.chainId),
      v: '0x94',
      r: random(32),
      s: random(32),
    }
  }

  #fields(number: number): HeaderFields {
    const parentHash = number % this.#segment === 0 ? unknownParent(number) : this.#hash(number - 1)
    return this.#fieldsUnder(number, parentHash)
  }

  #fieldsUnder(number: number, parentHash: Uint8Array): HeaderFields {
    const logged = this.feed.logs(number, number).flatMap(({ address, topics }) => [address, ...topics])
    const forked = number >= this.#forkAt
    return makeHeader({ number, time: this.timeOf(number), parentHash, logged, forked })
  }

  #hash(number: number): Buffer {
    const segment = Math.floor(number / this.#segment)
    const begin = segment * this.#segment
    const known = this.#segments.get(segment) ?? { hashes: Buffer.alloc(32 * this.#segment), count: 0 }
    this.#segments.delete(segment)
    this.#segments.set(segment, known)
    if (this.#segments.size > SEGMENTS_KEPT) this.#segments.delete(this.#segments.keys().next().value!)
    const { hashes } = known
    const at = (index: number) => hashes.subarray(32 * index, 32 * index + 32)
    for (; known.count <= number - begin; known.count += 1) {
      const next = begin + known.count
      const parent = known.count === 0 ? unknownParent(next) : at(known.count - 1)
      at(known.count).set(hashHeader(this.#fieldsUnder(next, parent)))
    }
    return at(number - begin)
  }
}

function unknownParent(number: number): Buffer {
  return randomBytes(randomWords(number, 4), 32)
}

function ownTransaction(block: number, index: number): string {
  return `0x${randomBytes(randomWords(block * 1024 + index, 5), 32).toString('hex')}`
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`
}
