/**
 * Reads one range of blocks with our logs from one node. The cost depends on the range and the events: a few `eth_getLogs`, the header of
 * the last block, and one header for each block with our logs if the logs' own times are not trusted. Missing or changed logs show in the
 * answers of other nodes (agreement.ts) and in the contracts' own sums.
 */
import type { Endpoint } from './endpoints.ts'
import { NodeFaultError } from './fault.ts'
import type { Ask, Call } from './jsonRpc.ts'
import { keccak } from './keccak.ts'
import type { LogQuery } from './logQuery.ts'
import { readHeader, readLogs, type Header, type RawLog } from './shapes.ts'

export type BlockRange = {
  from: number
  to: number
  /** the header of the last block */
  end: Header
  /** the hash of the block before the first block; null if the node was not asked for it */
  parentHash: string | null
  /** in chain order */
  logs: RawLog[]
  /** unix seconds of each block that has logs */
  times: ReadonlyMap<number, number>
  /** whether every header's hash was computed from its fields */
  isComputed: boolean
}

type RangeQuestion = {
  from: number
  to: number
  /** whether the block before the range is requested too */
  withParent: boolean
  /** trust the times in logs, because other nodes confirm them */
  trustsTimes: boolean
  /** headers of earlier ranges */
  known?: KnownHeaders
}

/** Ranges of at most this many blocks get their logs in one request. */
const SHORT_RANGE = 64
/** The number of `eth_getLogs` requests that are sent together, each for its own blocks. */
const SPANS_AT_ONCE = 16
/** The largest number of logs in one range. If a range has more logs, fewer blocks are read at once. */
const MOST_LOGS = 100_000
/** The number of headers in one request. */
const HEADERS_AT_ONCE = 100

type Node = Pick<Endpoint, 'ask' | 'limits'>
type Span = { from: number; to: number }
/** The facts about the last block that its logs contain too, so that no header is needed. */
type End = Pick<Header, 'number' | 'hash' | 'timestamp'>
type Digested = Pick<BlockRange, 'logs' | 'times'> & { end: End }

/** @throws NodeFaultError if the node fails, lags, or contradicts itself; `refused` if the node refuses a single block */
export async function fetchRange(
  node: Node,
  query: LogQuery,
  question: RangeQuestion,
  signal: AbortSignal,
): Promise<BlockRange> {
  const { from, to } = question
  const headers = [to, ...(question.withParent && from > 0 && from < to ? [from - 1] : [])]
  const logs: RawLog[] = []
  let heads: Header[] = []
  for (let at = from; at <= to;) {
    const blocks = node.limits.blocks
    const spans = spansOf(at, to, blocks)
    const last = spans.at(-1)!.to
    const wanted = last === to ? headers : []
    const answers = await askFor(node, query, spans, wanted, signal)
    if (answers === null) continue
    heads = answers.headers
    for (const log of answers.logs) if (query.isWanted(log)) logs.push(log)
    if (logs.length > MOST_LOGS && from < to)
      throw new NodeFaultError('tooLarge', `blocks ${from} to ${last} have ${logs.length} logs`)
    at = last + 1
  }
  const [end, parent] = heads as [Header, Header | undefined]
  checkNumbers(heads, headers)
  const ordered = inOrder(logs)
  checkPlaces(ordered, question, end)
  const own = await headersOf(node.ask, ordered, end, question, signal)
  const times = timesOf(ordered, own, end)
  const isComputed = [...heads, ...own.values()].every((header) => header.isComputed)
  const parentHash = from === to ? end.parentHash : (parent?.hash ?? null)
  return { from, to, end, parentHash, logs: ordered, times, isComputed }
}

function spansOf(from: number, to: number, blocks: number): Span[] {
  const spans: Span[] = []
  for (let at = from; at <= to && spans.length < SPANS_AT_ONCE; at += blocks)
    spans.push({ from: at, to: Math.min(to, at + blocks - 1) })
  return spans
}

/**
 * @param headers the blocks whose headers are requested, the last block of the range first; empty unless the spans end the range
 * @returns null if the node wants fewer blocks in a request; its limits are then lowered
 * @throws NodeFaultError
 */
async function askFor(
  { ask, limits }: Node,
  query: LogQuery,
  spans: readonly Span[],
  headers: readonly number[],
  signal: AbortSignal,
): Promise<{ headers: Header[]; logs: RawLog[] } | null> {
  const [first] = spans
  const blocks = first!.to - first!.from + 1
  const isShort = spans.at(-1)!.to - first!.from < SHORT_RANGE
  const requests = isShort ? [query.short] : query.requests
  try {
    // The header of the last block comes first, and the newest logs follow in the same POST: a node without the block cannot know its logs.
    const logs = [...spans].reverse().flatMap(({ from, to }) => requests.map((one) => logCall(one, from, to)))
    const [end, others] = [headers.slice(0, 1), headers.slice(1)]
    const answers = await ask([...end.map(headerCall), ...logs, ...others.map(headerCall)], signal)
    limits.rangeTaken(blocks)
    const afterLogs = end.length + logs.length
    return {
      headers: [...answers.slice(0, end.length), ...answers.slice(afterLogs)].map(readHeader),
      logs: answers.slice(end.length, afterLogs).flatMap(readLogs),
    }
  } catch (error) {
    if (!(error instanceof NodeFaultError)) throw error
    if (error.kind === 'tooLarge') {
      if (blocks === 1) throw new NodeFaultError('refused', error.message, error.hint)
      limits.rangeRefused(blocks, error.hint.largestRange)
      return null
    }
    if (error.kind === 'unreachable' || error.kind === 'refused') limits.rangeFailed(blocks)
    throw error
  }
}

/** One header of each block with logs except the last block, if the logs' own times are not trusted. */
async function headersOf(
  ask: Ask,
  logs: readonly RawLog[],
  end: Header,
  { trustsTimes, known }: RangeQuestion,
  signal: AbortSignal,
): Promise<Map<number, Header>> {
  if (trustsTimes && logs.every(({ blockTimestamp }) => blockTimestamp !== undefined)) return new Map()
  const hashes = new Map(logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]))
  hashes.delete(end.number)
  const headers = [...hashes].flatMap(([number, hash]) => known?.of(number, hash) ?? [])
  for (const { number } of headers) hashes.delete(number)
  const numbers = [...hashes.keys()]
  const asked: Header[] = []
  for (let next = 0; next < numbers.length; next += HEADERS_AT_ONCE) {
    const part = numbers.slice(next, next + HEADERS_AT_ONCE)
    asked.push(...(await ask(part.map(headerCall), signal)).map(readHeader))
  }
  checkNumbers(asked, numbers)
  for (const { number, hash } of asked)
    if (hash !== hashes.get(number))
      throw new NodeFaultError(
        'wrong',
        `a log gives block ${number} the hash ${hashes.get(number)}, but its header has the hash ${hash}`,
      )
  known?.keep(asked)
  return new Map([...headers, ...asked].map((header) => [header.number, header]))
}

function checkNumbers(headers: readonly Header[], asked: readonly number[]): void {
  for (const [index, { number }] of headers.entries())
    if (number !== asked[index])
      throw new NodeFaultError('wrong', `asked for block ${asked[index]}, got ${number}`)
}

/** Sorts logs in chain order. A node sorts each answer, but one list has the logs of several answers. */
function inOrder(logs: RawLog[]): RawLog[] {
  return logs.sort((one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex)
}

/** Checks that each log lies in the range, no log came twice, and all logs of a block name the same hash. @throws NodeFaultError `wrong` */
function checkPlaces(logs: readonly RawLog[], { from, to }: Span, end: End): void {
  let before: RawLog | null = null
  for (const log of logs) {
    const { blockNumber: block, blockHash, logIndex } = log
    if (block < from || block > to)
      throw new NodeFaultError('wrong', `a log names block ${block}, which is outside ${from} to ${to}`)
    if (block === to && blockHash !== end.hash)
      throw new NodeFaultError(
        'wrong',
        `a log gives block ${block} the hash ${blockHash}, but its header has the hash ${end.hash}`,
      )
    if (before?.blockNumber === block) {
      if (before.logIndex === logIndex)
        throw new NodeFaultError('wrong', `log ${logIndex} of block ${block} came twice`)
      if (before.blockHash !== blockHash)
        throw new NodeFaultError('wrong', `logs of block ${block} give two different block hashes`)
    }
    before = log
  }
}

/** The times from headers, or else from the logs. @throws NodeFaultError `wrong` if a time goes back, or logs of one block differ */
function timesOf(
  logs: readonly RawLog[],
  headers: ReadonlyMap<number, Header>,
  end: End,
): Map<number, number> {
  const times = new Map<number, number>()
  let latest = 0
  for (const { blockNumber: block, blockTimestamp } of logs) {
    const time = block === end.number ? end.timestamp : (headers.get(block)?.timestamp ?? blockTimestamp!)
    if ((times.get(block) ?? time) !== time)
      throw new NodeFaultError('wrong', `logs of block ${block} give two different times`)
    if (time < latest || time > end.timestamp)
      throw new NodeFaultError('wrong', `block ${block} has an earlier time than a lower block`)
    times.set(block, (latest = time))
  }
  return times
}

/**
 * The digest of a short range from one call. The logs of the last block name its hash and time, and show that the node has the block.
 * @returns null if the last block has no such logs here, or the node refuses the range
 * @throws NodeFaultError
 */
export async function digestOfLogs(
  { ask, limits }: Node,
  { short, isWanted }: LogQuery,
  { from, to }: Span,
  signal: AbortSignal,
): Promise<string | null> {
  if (to - from >= limits.blocks) return null
  const answer = await ask([logCall(short, from, to)], signal).catch((error: unknown) => {
    if (error instanceof NodeFaultError && error.kind === 'tooLarge') return null
    throw error
  })
  if (answer === null) return null
  const logs = inOrder(answer.flatMap(readLogs).filter(isWanted))
  const last = logs.at(-1)
  if (last?.blockNumber !== to || logs.some(({ blockTimestamp }) => blockTimestamp === undefined)) return null
  const end = { number: to, hash: last.blockHash, timestamp: last.blockTimestamp! }
  checkPlaces(logs, { from, to }, end)
  return digestOf({ end, logs, times: timesOf(logs, new Map(), end) })
}

/** A node's answer for a range, in 32 bytes. Equal digests mean the same last block, so the same chain, and the same logs and times. */
export function digestOf({ end, logs, times }: Digested): string {
  return digest(`${end.hash} ${end.timestamp}`, logs, (log) => ` ${times.get(log.blockNumber)}`)
}

/** The digest of earlier versions, without times. It confirms ranges that those versions stored. */
export function timelessDigestOf({ end, logs }: BlockRange): string {
  return digest(end.hash, logs, () => '')
}

function digest(head: string, logs: readonly RawLog[], suffix: (log: RawLog) => string): string {
  const lines = logs.map((log) => {
    const { blockHash, blockNumber, logIndex, transactionHash, address, topics, data } = log
    return `${blockNumber} ${logIndex} ${blockHash} ${transactionHash} ${address} ${topics.join()} ${data}${suffix(log)}`
  })
  return keccak(Buffer.from([head, ...lines].join('\n')))
}

function hex(number: number): string {
  return `0x${number.toString(16)}`
}
export function headerCall(number: number): Call {
  return { method: 'eth_getBlockByNumber', params: [hex(number), false] }
}
export function logCall(request: object, from: number, to: number | 'finalized'): Call {
  const toBlock = typeof to === 'number' ? hex(to) : to
  return { method: 'eth_getLogs', params: [{ ...request, fromBlock: hex(from), toBlock }] }
}

/** The number of headers that are kept: more than three ranges need, if each range has some hundred blocks with logs of ours. */
const KEPT = 2_000

/**
 * Keeps the headers of a range, because the range is read again in parts if an epoch ends within it. Each header's hash was computed from
 * its fields, so a header is right even if a dishonest node gave it.
 */
export class KnownHeaders {
  readonly #byHash = new Map<string, Header>()

  /** @returns the header of a block that a log names; undefined if the header is not kept */
  of(number: number, hash: string): Header | undefined {
    const header = this.#byHash.get(hash)
    return header?.number === number ? header : undefined
  }

  keep(headers: Iterable<Header>): void {
    for (const header of headers) if (header.isComputed) this.#byHash.set(header.hash, header)
    for (const hash of this.#byHash.keys()) {
      if (this.#byHash.size <= KEPT) return
      this.#byHash.delete(hash)
    }
  }
}
