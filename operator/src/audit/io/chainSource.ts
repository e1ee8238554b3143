/** The logs of final blocks, from one node or several that must agree, each checked against its block's header. */
import { numberToHex, toEventSelector, type Hex, type PublicClient } from 'viem'
import { readLogs, type FoundLog } from '../../verify/logs.ts'
import { AuditFault, type AuditEvent } from '../events.ts'
import type { LogDecoder } from './decode.ts'
import { checkHeader, mayHold, type CheckedHeader } from './headers.ts'

export type Node = { name: string; reader: PublicClient }

type ChainSourceOptions = {
  nodes: readonly [Node, ...Node[]]
  decoder: LogDecoder
  /** most blocks of one request for logs */
  logRange: bigint
  /** reads every block's header, so that none is missing and each follows its parent; otherwise only those that are needed */
  everyHeader: boolean
}

/** Headers asked for at a time. */
const HEADERS_AT_ONCE = 200n

export class ChainSource {
  readonly #options: ChainSourceOptions
  readonly #first: Node
  /** the last block that was read: what comes must follow it, and it must not change */
  #last: { number: bigint; hash: Hex } | undefined

  constructor(options: ChainSourceOptions) {
    this.#options = options
    this.#first = options.nodes[0]
  }

  /** The block that a computation went up to before. */
  continueFrom(number: bigint, hash: Hex): void {
    this.#last = { number, hash }
  }

  /** @returns the newest block that every node calls final. @throws AuditFault where nodes differ or a final block was replaced */
  async finalized(): Promise<CheckedHeader> {
    const heads = await Promise.all(
      this.#options.nodes.map(async ({ name, reader }) => {
        const block = await reader.request({
          method: 'eth_getBlockByNumber',
          params: ['finalized', false],
        })
        if (!block?.number) throw new AuditFault(`${name} knows no final block`)
        return BigInt(block.number)
      }),
    )
    const lowest = heads.reduce((low, head) => (head < low ? head : low))
    const head = await this.agreedHeader(lowest)
    if (this.#last && this.#last.number <= lowest) {
      const { number, hash } = this.#last
      const now = await this.agreedHeader(number)
      if (now.hash !== hash)
        throw new AuditFault(`the final block ${number} was ${hash} and is now ${now.hash}`)
    }
    return head
  }

  /** @returns the time of the newest block that every node calls final, unchecked: good enough to decide when to wait, not to compute with */
  async finalTime(): Promise<bigint> {
    const heads = await Promise.all(
      this.#options.nodes.map(({ reader }) => reader.getBlock({ blockTag: 'finalized' })),
    )
    return heads.reduce(
      (least, { timestamp }) => (timestamp < least ? timestamp : least),
      heads[0]!.timestamp,
    )
  }

  header(number: bigint): Promise<CheckedHeader> {
    return this.#headerOf(this.#first, number)
  }

  /** @throws AuditFault where the nodes do not have the same block */
  async agreedHeader(number: bigint): Promise<CheckedHeader> {
    const headers = await Promise.all(this.#options.nodes.map((node) => this.#headerOf(node, number)))
    for (const [index, { hash }] of headers.entries())
      if (hash !== headers[0]!.hash)
        throw new AuditFault(
          `${this.#first.name} and ${this.#options.nodes[index]!.name} have different blocks ${number}`,
        )
    return headers[0]!
  }

  /** @returns the lowest block from `low` to `high` with a time of at least `time`, which `high` has */
  async firstBlockAt(time: bigint, low: bigint, high: CheckedHeader): Promise<CheckedHeader> {
    let found = high
    let begin = low
    // In growing steps: the next epoch's first block is near.
    for (let step = 1n; begin + step < found.number; step *= 2n) {
      const header = await this.header(begin + step)
      if (header.timestamp >= time) {
        found = header
        break
      }
      begin = header.number + 1n
    }
    while (begin < found.number) {
      const middle = await this.header((begin + found.number) / 2n)
      if (middle.timestamp >= time) found = middle
      else begin = middle.number + 1n
    }
    return found
  }

  /** All events of the blocks, in order, range by range; `end` is a range's last block. @throws AuditFault where a check fails */
  async *events(from: bigint, to: bigint): AsyncGenerator<{ end: bigint; events: AuditEvent[] }> {
    const { logRange, everyHeader } = this.#options
    for (let begin = from; begin <= to; begin += logRange) {
      const end = begin + logRange - 1n < to ? begin + logRange - 1n : to
      const logs = await this.#agreedLogs(begin, end)
      const wanted = everyHeader
        ? Array.from({ length: Number(end - begin + 1n) }, (_, index) => begin + BigInt(index))
        : [...new Set([...logs.map(({ blockNumber }) => blockNumber), end])]
      const headers = await this.#headers(wanted)
      if (everyHeader) await this.#checkComplete(headers, logs)
      yield { end, events: this.#checkedEvents(headers, logs) }
      const last = headers.get(end)!
      this.#last = { number: end, hash: last.hash }
    }
  }

  async #agreedLogs(fromBlock: bigint, toBlock: bigint): Promise<FoundLog[]> {
    const { nodes, decoder, logRange } = this.#options
    const query = {
      address: decoder.addresses,
      events: decoder.events,
      fromBlock,
      toBlock,
      range: logRange,
    }
    const answers = await Promise.all(nodes.map(({ reader }) => readLogs(reader, query)))
    const [first] = answers
    for (const [index, answer] of answers.entries())
      if (textOf(answer) !== textOf(first!))
        throw new AuditFault(
          `${this.#first.name} and ${nodes[index]!.name} give different logs for the blocks ${fromBlock} to ${toBlock}`,
        )
    return first!
  }

  async #headers(numbers: readonly bigint[]): Promise<Map<bigint, CheckedHeader>> {
    const headers = new Map<bigint, CheckedHeader>()
    for (let begin = 0; begin < numbers.length; begin += Number(HEADERS_AT_ONCE)) {
      const some = numbers.slice(begin, begin + Number(HEADERS_AT_ONCE))
      for (const header of await Promise.all(some.map((number) => this.header(number))))
        headers.set(header.number, header)
    }
    return headers
  }

  async #headerOf({ name, reader }: Node, number: bigint): Promise<CheckedHeader> {
    const block = await reader.request({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(number), false],
    })
    return checkHeader(block, number, name)
  }

  /** Each block follows its parent; one whose filter admits a log of ours and that gave none is asked about by its hash. */
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
        throw new AuditFault(
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
        throw new AuditFault(`${this.#first.name} leaves out the logs of block ${header.number}`)
    }
  }

  #checkedEvents(headers: ReadonlyMap<bigint, CheckedHeader>, logs: readonly FoundLog[]): AuditEvent[] {
    const events: AuditEvent[] = []
    let before = { blockNumber: -1n, logIndex: -1 }
    for (const log of logs) {
      const { blockNumber, logIndex } = log
      const header = headers.get(blockNumber)
      const refuse = (why: string): never => {
        throw new AuditFault(`${this.#first.name} gives log ${logIndex} of block ${blockNumber} ${why}`)
      }
      if (!header) return refuse('for other blocks')
      if (log.blockHash !== header.hash)
        refuse(`with the hash ${log.blockHash}; the block has ${header.hash}`)
      if (!(
        blockNumber > before.blockNumber ||
        (blockNumber === before.blockNumber && logIndex > before.logIndex)
      ))
        refuse('out of order')
      before = log
      const values = [log.address.toLowerCase() as Hex, ...log.topics]
      if (!values.every((value) => mayHold(header.bloom, value)))
        refuse('that its header’s bloom filter excludes')
      const position = { block: blockNumber, logIndex, time: Number(header.timestamp) }
      const event = this.#options.decoder.decode(log, position)
      if (event) events.push(event)
    }
    return events
  }
}

function textOf(logs: readonly FoundLog[]): string {
  return logs
    .map(({ address, topics, data, blockHash, logIndex }) =>
      [address.toLowerCase(), blockHash, logIndex, data, ...topics].join(' '),
    )
    .join('\n')
}
