/**
 * The logs of final blocks, range by range, from one node or from several nodes that must agree. Reads only the necessary headers: the
 * header of each range's last block, and headers of blocks with logs whose time no second node confirms. `everyHeader` reads all headers.
 */
import { numberToHex, toEventSelector, type AbiEvent, type Address, type Hex, type PublicClient } from 'viem'
import { mapConcurrently } from '../../chain/mapConcurrently.ts'
import type { FoundLog, LogRange, LogReader } from '../../verify/logs.ts'
import {
  AuditError,
  BlockMissingError,
  StateDroppedError,
  type AuditEvent,
  type Position,
} from '../events.ts'
import { firstBlockAt } from './firstBlockAt.ts'
import { checkHeader, mayHold, type CheckedHeader } from './headers.ts'

export type Node = { name: string; reader: PublicClient; logs: LogReader }

/** The contracts and events that are read, and the decoder of their logs. */
export type EventDecoder<Event> = {
  addresses: readonly Address[]
  events: readonly AbiEvent[]
  /** @returns undefined for a log of another event. @throws AuditError if the words do not fit the event */
  decode(log: FoundLog, position: Position): Event | undefined
}

type ChainSourceOptions<Event> = {
  nodes: readonly [Node, ...Node[]]
  decoder: EventDecoder<Event>
  /** reads every block's header, to check that none is missing and that each follows its parent */
  everyHeader: boolean
  /** whether a single node is trusted on headers whose hash this program cannot compute; several nodes confirm one another */
  trustsUnknownHeaders?: boolean
  /** receives a line if the hash of a header cannot be computed */
  announce?: (line: string) => void
}

/** A final block, and its age when it was read. */
export type FinalHead = CheckedHeader & {
  /** seconds from this block to the newest block of the first node */
  behind: number
  /** the time of the request: milliseconds of a monotonic clock */
  askedAt: number
}

/** Seconds for which every node keeps a block's state. Most nodes keep the state only a little longer. */
export const STATE_KEPT = 50
/** The number of ranges whose headers are read at once. */
const RANGES_AT_ONCE = 4
/** The number of headers of a range that are read to check the times in a single node's logs. */
const TIMES_TESTED = 8
/** The number of cached headers. */
const KEPT = 1_000

export class ChainSource<Event = AuditEvent> {
  readonly #options: ChainSourceOptions<Event>
  readonly #first: Node
  /** the last block that was read: later blocks must follow it, and it must not change */
  #last: { number: bigint; hash: Hex } | undefined
  readonly #known = new Map<bigint, CheckedHeader>()
  #announced = false

  constructor(options: ChainSourceOptions<Event>) {
    this.#options = options
    this.#first = options.nodes[0]
  }

  /** Sets the last block of an earlier computation. */
  continueFrom(number: bigint, hash: Hex): void {
    this.#last = { number, hash }
  }

  /** @returns the newest block that every node calls final. @throws AuditError if nodes differ or a final block was replaced */
  async finalized(): Promise<FinalHead> {
    const askedAt = performance.now()
    const [newest, ...heads] = await Promise.all([
      this.#blockAt(this.#first, 'latest'),
      ...this.#options.nodes.map((node) => this.#blockAt(node, 'finalized')),
    ])
    const lowest = heads.reduce((low, { number }) => (number < low ? number : low), heads[0]!.number)
    const head = await this.agreedHeader(lowest)
    if (this.#last && this.#last.number <= lowest) {
      const { number, hash } = this.#last
      const now = await this.agreedHeader(number)
      if (now.hash !== hash)
        throw new AuditError(`the final block ${number} was ${hash} and is now ${now.hash}`)
    }
    return { ...head, behind: Number(newest.timestamp - head.timestamp), askedAt }
  }

  /** @returns the time of the newest block that every node calls final. The time is unchecked: use it to decide on a wait, but not in computations */
  async finalTime(): Promise<bigint> {
    const heads = await Promise.all(this.#options.nodes.map((node) => this.#blockAt(node, 'finalized')))
    return heads.reduce(
      (least, { timestamp }) => (timestamp < least ? timestamp : least),
      heads[0]!.timestamp,
    )
  }

  /** The header from the first node, cached; from all nodes if its hash cannot be computed. */
  async header(number: bigint): Promise<CheckedHeader> {
    const known = this.#known.get(number)
    if (known) return known
    const header = await this.#headerOf(this.#first, number)
    if (header.unknownField !== null && this.#options.nodes.length > 1) return this.agreedHeader(number)
    this.#keep(header)
    return header
  }

  /** Reads the header again, ignoring the cache. @throws AuditError if the nodes do not have the same block */
  async agreedHeader(number: bigint): Promise<CheckedHeader> {
    const headers = await Promise.all(this.#options.nodes.map((node) => this.#headerOf(node, number)))
    // The time is compared too: a hash that cannot be computed does not prove the time.
    for (const [index, { hash, timestamp }] of headers.entries())
      if (hash !== headers[0]!.hash || timestamp !== headers[0]!.timestamp)
        throw new AuditError(
          `${this.#first.name} and ${this.#options.nodes[index]!.name} have different blocks ${number}`,
        )
    this.#keep(headers[0]!)
    return headers[0]!
  }

  /**
   * @param high its time is at least `time`
   * @returns the lowest block from `low` to `high` with a time of at least `time`
   * @throws AuditError if the nodes do not have the same block there, or the same parent: both decide the end of an epoch
   */
  async firstBlockAt(time: bigint, low: bigint, high: CheckedHeader): Promise<CheckedHeader> {
    const found = await firstBlockAt((number) => this.header(number), time, low, high)
    if (found.number > low) await this.agreedHeader(found.number - 1n)
    return this.agreedHeader(found.number)
  }

  /**
   * A view's answer at a final block, from all nodes.
   * @throws StateDroppedError if the block is so old that its state would need an archive node; AuditError if the nodes differ
   */
  async viewAt(head: FinalHead, call: { to: Hex; data: Hex }): Promise<Hex> {
    const age = head.behind + (performance.now() - head.askedAt) / 1_000
    if (age > STATE_KEPT)
      throw new StateDroppedError(
        `an archive is needed: the final block ${head.number} is ${Math.round(age)} s behind the newest block, and other nodes keep state for ${STATE_KEPT} s only`,
      )
    const params: [typeof call, Hex] = [call, numberToHex(head.number)]
    const answers = await Promise.all(
      this.#options.nodes.map(({ reader }) =>
        reader.request<{ Method: 'eth_call'; Parameters: typeof params; ReturnType: Hex }>({
          method: 'eth_call',
          params,
        }),
      ),
    )
    for (const [index, answer] of answers.entries())
      if (answer !== answers[0])
        throw new AuditError(
          `${this.#first.name} and ${this.#options.nodes[index]!.name} give different state of the block ${head.number}`,
        )
    return answers[0]!
  }

  /** All events of the blocks, in order, range by range; `end` is a range's last block. @throws AuditError if a check fails */
  async *events(from: bigint, to: bigint): AsyncGenerator<{ end: bigint; events: Event[] }> {
    if (from > to) return
    const ranges = this.#first.logs.ranges(this.#query(from, to))
    for await (const read of mapConcurrently(ranges, RANGES_AT_ONCE, (range) => this.#readRange(range, to))) {
      if (this.#options.everyHeader) await this.#checkComplete(read.headers, read.range.logs)
      yield { end: read.range.to, events: this.#checkedEvents(read.headers, read.range) }
      const { number, hash } = read.headers.get(read.range.to)!
      this.#last = { number, hash }
    }
  }

  async #readRange(
    range: LogRange,
    newest: bigint,
  ): Promise<{ range: LogRange; headers: Map<bigint, CheckedHeader> }> {
    const { nodes, everyHeader } = this.#options
    const { from, to, logs } = range
    const others = await Promise.all(
      nodes.slice(1).map((node) => node.logs.read({ ...this.#query(from, to), newest })),
    )
    let confirmed = others.length > 0
    for (const [index, other] of others.entries()) {
      if (!agree(logs, other))
        throw new AuditError(
          `${this.#first.name} and ${nodes[index + 1]!.name} give different logs for the blocks ${from} to ${to}`,
        )
      confirmed &&= other.every(({ time }) => time !== null)
    }
    const last = await this.agreedHeader(to)
    const wanted = everyHeader
      ? Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index))
      : blocksToRead(logs, confirmed)
    const headers = new Map<bigint, CheckedHeader>()
    for (const header of await Promise.all(wanted.map((number) => this.header(number))))
      headers.set(header.number, header)
    return { range, headers: headers.set(to, last) }
  }

  #query(fromBlock: bigint, toBlock: bigint) {
    const { addresses, events } = this.#options.decoder
    return { address: addresses, events, fromBlock, toBlock }
  }

  #keep(header: CheckedHeader): void {
    this.#known.delete(header.number)
    this.#known.set(header.number, header)
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!)
  }

  async #blockAt({ name, reader }: Node, tag: 'latest' | 'finalized') {
    const block = await reader.request({ method: 'eth_getBlockByNumber', params: [tag, false] })
    if (!block?.number) throw new BlockMissingError(`${name} has no ${tag} block`)
    return { number: BigInt(block.number), timestamp: BigInt(block.timestamp) }
  }

  async #headerOf({ name, reader }: Node, number: bigint): Promise<CheckedHeader> {
    const block = await reader.request({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(number), false],
    })
    const header = checkHeader(block, number, name)
    if (header.unknownField !== null) this.#acceptUnknown(header, header.unknownField)
    return header
  }

  /** @throws AuditError if a single node is not trusted */
  #acceptUnknown({ number }: CheckedHeader, field: string): void {
    const { nodes, trustsUnknownHeaders = false, announce } = this.#options
    const what = `the hash of block ${number} cannot be computed: this version does not know the field ${field} of its header`
    if (nodes.length === 1 && !trustsUnknownHeaders)
      throw new AuditError(
        `${what}. Install a version that knows the field, name a second node, or set RPC_TRUST_UNKNOWN_HEADERS=true`,
      )
    if (this.#announced) return
    this.#announced = true
    const trust = nodes.length > 1 ? 'The nodes agree on the hash' : 'The only node is trusted'
    announce?.(`${what}. ${trust}. Install a version that knows the field`)
  }

  /**
   * Checks that each block follows its parent. If the bloom filter of a block without logs admits a log of our contracts, this method
   * requests the logs of that block by its hash.
   */
  async #checkComplete(
    headers: ReadonlyMap<bigint, CheckedHeader>,
    logs: readonly FoundLog[],
  ): Promise<void> {
    const { decoder, nodes } = this.#options
    const selectors = decoder.events.map((event) => toEventSelector(event))
    const withLogs = new Set(logs.map(({ blockNumber }) => blockNumber))
    let parent = this.#last
    for (const header of headers.values()) {
      if (parent && parent.number === header.number - 1n && parent.hash !== header.parentHash)
        throw new AuditError(
          `the parent of block ${header.number} is ${header.parentHash}; block ${parent.number} is ${parent.hash}`,
        )
      parent = header
      if (withLogs.has(header.number)) continue
      const admits =
        decoder.addresses.some((address) => mayHold(header.bloom, address)) &&
        selectors.some((selector) => mayHold(header.bloom, selector))
      if (!admits) continue
      const found = await nodes[0].reader.request({
        method: 'eth_getLogs',
        params: [{ address: [...decoder.addresses], topics: [selectors], blockHash: header.hash }],
      })
      if (found.length > 0)
        throw new AuditError(`${this.#first.name} leaves out the logs of block ${header.number}`)
    }
  }

  #checkedEvents(headers: ReadonlyMap<bigint, CheckedHeader>, { from, to, logs }: LogRange): Event[] {
    const latest = headers.get(to)!.timestamp
    const events: Event[] = []
    let before = { blockNumber: -1n, logIndex: -1, blockHash: '' as string, time: 0n }
    for (const log of logs) {
      const { blockNumber, logIndex, blockHash } = log
      const header = headers.get(blockNumber)
      const refuse = (why: string): never => {
        throw new AuditError(`${this.#first.name} gives log ${logIndex} of block ${blockNumber} ${why}`)
      }
      if (blockNumber < from || blockNumber > to) refuse('for other blocks')
      if (header && blockHash !== header.hash)
        refuse(`with the hash ${blockHash}; the block has ${header.hash}`)
      const sameBlock = blockNumber === before.blockNumber
      if (sameBlock && blockHash !== before.blockHash)
        refuse('with a block hash that differs from the previous log’s')
      if (!(blockNumber > before.blockNumber || (sameBlock && logIndex > before.logIndex)))
        refuse('out of order')
      const time = header?.timestamp ?? log.time!
      if (log.time !== null && log.time !== time) refuse(`with the time ${log.time}; its block has ${time}`)
      if (time < before.time || time > latest || (sameBlock && time !== before.time))
        refuse(`with the time ${time}, which is not between the times of the neighbouring blocks`)
      before = { blockNumber, logIndex, blockHash, time }
      const values = [log.address.toLowerCase() as Hex, ...log.topics]
      if (header && !values.every((value) => mayHold(header.bloom, value)))
        refuse('that its header’s bloom filter excludes')
      const position = { block: blockNumber, logIndex, time: Number(time) }
      const event = this.#options.decoder.decode(log, position)
      if (event) events.push(event)
    }
    return events
  }
}

/** The blocks whose headers give or check the logs' times. @param confirmed whether another node gives the same times */
function blocksToRead(logs: readonly FoundLog[], confirmed: boolean): bigint[] {
  const blocks = [...new Set(logs.map(({ blockNumber }) => blockNumber))]
  if (logs.some(({ time }) => time === null)) return blocks
  if (confirmed) return []
  if (blocks.length <= TIMES_TESTED) return blocks
  // Spread over the range, at positions that the node cannot predict.
  const step = blocks.length / TIMES_TESTED
  const offset = Math.random()
  return Array.from({ length: TIMES_TESTED }, (_, index) => blocks[Math.floor((index + offset) * step)]!)
}

/** Whether two nodes give the same logs. A block's time counts if both nodes give it. */
function agree(logs: readonly FoundLog[], others: readonly FoundLog[]): boolean {
  return (
    logs.length === others.length &&
    logs.every((log, index) => {
      const other = others[index]!
      const timesDiffer = log.time !== null && other.time !== null && log.time !== other.time
      return !timesDiffer && textOf(log) === textOf(other)
    })
  )
}

function textOf({ address, topics, data, blockHash, logIndex }: FoundLog): string {
  return [address.toLowerCase(), blockHash, logIndex, data, ...topics].join(' ')
}
