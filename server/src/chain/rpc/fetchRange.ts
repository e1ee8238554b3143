/**
 * One range of blocks with our logs, verified as far as one node's answers can be: each header hashes to the block's hash, the
 * headers form a chain, every log is in a block of that chain whose bloom filter holds its address and topics, and blocks
 * whose filter speaks of our logs while none was given are asked about again one by one, as is the last block with logs (a
 * node that caps its answers cuts there). All from one node, so that a mixture of two nodes' views cannot pass. What a log's
 * data says, only other nodes can confirm (agreement.ts).
 */
import { bloomBits, mayHold, mayHoldLog, type BloomBits } from './bloom.ts'
import { RpcFault } from './fault.ts'
import type { Ask, Call } from './jsonRpc.ts'
import { keccak } from './keccak.ts'
import { LogTable, type Logs } from './logTable.ts'
import { readHeader, readLogs, type Header, type RawLog } from './shapes.ts'

export type BlockHeader = Pick<Header, 'number' | 'hash' | 'parentHash' | 'timestamp'>

export type BlockRange = {
  from: number
  to: number
  /** of every block, in order */
  headers: BlockHeader[]
  /** in chain order */
  logs: Logs
}

/** Calls in one POST: public nodes refuse much longer lists. */
const CALLS_PER_POST = 100
/** POSTs under way at once. */
const POSTS_AT_ONCE = 4
/** Ranges this short follow the head: there every block with logs is asked about twice. */
const SHORT_RANGE = 16

/** Logs of one contract: `topics` are the events, `recipient` an address that must be the third topic. */
export type LogFilter = { address: string; topics: readonly string[]; recipient?: string }

/** What a node is asked, and how its answer is compared with that. Made once for a list of filters. */
export type LogQuery = {
  /** one `eth_getLogs` each, without the blocks */
  requests: readonly object[]
  isWanted(logs: LogTable, row: number): boolean
  /** whether a block's bloom speaks of a wanted log */
  mayHold(logsBloom: string): boolean
}

/** Filters without a recipient share one request, which may bring logs that nobody wants: they are left out. */
export function logQuery(filters: readonly LogFilter[]): LogQuery {
  const shared = filters.filter(({ recipient }) => recipient === undefined)
  const single = filters.filter(({ recipient }) => recipient !== undefined)
  const asTopic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
  const wanted = new Map(
    filters.map(({ address, topics, recipient }) => [
      address,
      { topics: new Set(topics), recipient: recipient === undefined ? null : asTopic(recipient) },
    ]),
  )
  if (wanted.size !== filters.length) throw new TypeError('two filters name the same address')
  const bits = filters.map(({ address, topics, recipient }) => ({
    all: [address, ...(recipient === undefined ? [] : [asTopic(recipient)])].map(bloomBits),
    topics: topics.map(bloomBits),
  }))
  return {
    requests: [
      ...(shared.length === 0
        ? []
        : [
            {
              address: shared.map(({ address }) => address),
              topics: [[...new Set(shared.flatMap(({ topics }) => topics))]],
            },
          ]),
      ...single.map(({ address, topics, recipient }) => ({
        address,
        topics: [topics, null, asTopic(recipient!)],
      })),
    ],
    isWanted: (logs, row) => {
      const filter = wanted.get(logs.address(row))
      const topics = logs.topicCount(row)
      return (
        filter !== undefined &&
        topics > 0 &&
        filter.topics.has(logs.topic(row, 0)) &&
        (filter.recipient === null || (topics > 2 && logs.topic(row, 2) === filter.recipient))
      )
    },
    mayHold: (bloom) =>
      bits.some(
        ({ all, topics }: { all: BloomBits[]; topics: BloomBits[] }) =>
          all.every((one) => mayHold(bloom, one)) && topics.some((one) => mayHold(bloom, one)),
      ),
  }
}

function hex(number: number): string {
  return `0x${number.toString(16)}`
}
function headerCall(number: number): Call {
  return {
    method: 'eth_getBlockByNumber',
    params: [hex(number), false],
  }
}

function logCall(request: object): Call {
  return { method: 'eth_getLogs', params: [request] }
}
/** The last header first: a node that lacks the block must not be believed about its logs. */
function rangeCalls({ requests }: LogQuery, from: number, to: number): Call[] {
  return [
    headerCall(to),
    ...requests.map((request) => logCall({ ...request, fromBlock: hex(from), toBlock: hex(to) })),
  ]
}
/** What a node gave as logs. @throws RpcFault `wrong` for what is no list of mined logs */
export function tableOf(answer: unknown): LogTable {
  return answer instanceof LogTable ? answer : LogTable.of(readLogs(answer))
}

/** In chain order. */
function wantedLogs(query: LogQuery, answers: readonly unknown[]): LogTable {
  const logs = LogTable.joined(answers.map(tableOf))
  const rows = wantedRows(query, logs)
  if (rows.length === logs.length && isInOrder(logs)) return logs
  return logs.select(rows.sort((a, b) => compare(logs, a, b)))
}

function wantedRows(query: LogQuery, logs: LogTable): number[] {
  const rows: number[] = []
  for (let row = 0; row < logs.length; row += 1) if (query.isWanted(logs, row)) rows.push(row)
  return rows
}

function isInOrder(logs: LogTable): boolean {
  for (let row = 1; row < logs.length; row += 1) if (compare(logs, row - 1, row) > 0) return false
  return true
}

function compare(logs: LogTable, a: number, b: number): number {
  return logs.blockNumber(a) - logs.blockNumber(b) || logs.logIndex(a) - logs.logIndex(b)
}

/** What a node says of a range, in 32 bytes. Equal digests: the same last block, so the same chain, and the same logs. */
export function digestOf(lastHash: string, logs: Iterable<RawLog>): string {
  return keccak(
    Buffer.from(
      [
        lastHash,
        ...Array.from(
          logs,
          ({ blockHash, blockNumber, logIndex, transactionHash, address, topics, data }) =>
            `${blockNumber} ${logIndex} ${blockHash} ${transactionHash} ${address} ${topics.join()} ${data}`,
        ),
      ].join('\n'),
    ),
  )
}

/** The same as `digestOf` what `fetchRange` gives, at the cost of one header. @throws RpcFault when the node fails or lags */
export async function fetchDigest(
  ask: Ask,
  query: LogQuery,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<string> {
  const [last, ...answers] = await askAll(ask, rangeCalls(query, from, to), signal)
  return digestOf(readHeader(last).hash, wantedLogs(query, answers))
}

/** @throws RpcFault when the node fails, lags, or contradicts itself */
export async function fetchRange(
  ask: Ask,
  query: LogQuery,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<BlockRange> {
  const { requests } = query
  const calls: Call[] = [
    ...rangeCalls(query, from, to),
    ...Array.from({ length: to - from }, (_, index) => headerCall(from + index)),
  ]
  const [last, ...rest] = await askAll(ask, calls, signal)
  const headers = [...rest.slice(requests.length).map(readHeader), readHeader(last)]
  const logs = wantedLogs(query, rest.slice(0, requests.length))
  checkHeaders(headers, from)
  checkLogs(logs, headers, from)

  const counts = countsByBlock(logs)
  const lastWithLogs = logs.length === 0 ? null : logs.blockNumber(logs.length - 1)
  const doubtful = headers.filter(({ number, logsBloom }) =>
    counts.has(number) ? number === lastWithLogs || to - from < SHORT_RANGE : query.mayHold(logsBloom),
  )
  const again = await askAll(
    ask,
    doubtful.flatMap(({ hash }) => requests.map((request) => logCall({ ...request, blockHash: hash }))),
    signal,
  )
  for (const [index, { number }] of doubtful.entries()) {
    const found = again
      .slice(index * requests.length, (index + 1) * requests.length)
      .reduce<number>((sum, answer) => sum + wantedRows(query, tableOf(answer)).length, 0)
    if (found !== (counts.get(number) ?? 0))
      throw new RpcFault(
        'wrong',
        `block ${number} has ${found} logs of ours, the range gave ${counts.get(number) ?? 0}`,
      )
  }
  return { from, to, headers, logs }
}

/** A function of its own: once a loop is hot, V8 compiles the whole function that it is in. */
function countsByBlock(logs: LogTable): Map<number, number> {
  const counts = new Map<number, number>()
  for (let row = 0; row < logs.length; row += 1) {
    const block = logs.blockNumber(row)
    counts.set(block, (counts.get(block) ?? 0) + 1)
  }
  return counts
}

async function askAll(ask: Ask, calls: readonly Call[], signal: AbortSignal): Promise<unknown[]> {
  const posts: Call[][] = []
  for (let start = 0; start < calls.length; start += CALLS_PER_POST)
    posts.push(calls.slice(start, start + CALLS_PER_POST))
  const answers: unknown[][] = []
  for (let start = 0; start < posts.length; start += POSTS_AT_ONCE)
    answers.push(
      ...(await Promise.all(posts.slice(start, start + POSTS_AT_ONCE).map((post) => ask(post, signal)))),
    )
  return answers.flat()
}

function checkHeaders(headers: readonly Header[], from: number): void {
  for (const [index, { number, parentHash, timestamp }] of headers.entries()) {
    if (number !== from + index) throw new RpcFault('wrong', `asked for block ${from + index}, got ${number}`)
    const before = headers[index - 1]
    if (before && before.hash !== parentHash)
      throw new RpcFault('wrong', `block ${number} does not follow block ${number - 1}`)
    if (before && timestamp < before.timestamp)
      throw new RpcFault('wrong', `block ${number} is of an earlier time than block ${number - 1}`)
  }
}

function checkLogs(logs: LogTable, headers: readonly Header[], from: number): void {
  for (let row = 0; row < logs.length; row += 1) {
    const block = logs.blockNumber(row)
    const header = headers[block - from]
    if (header?.hash !== logs.blockHash(row))
      throw new RpcFault(
        'wrong',
        `a log names block ${block} ${logs.blockHash(row)}, which the range does not hold`,
      )
    if (!mayHoldLog(header.logsBloom, logs, row))
      throw new RpcFault(
        'forged',
        `block ${block} has no log such as ${logs.logIndex(row)}: its bloom filter says so`,
      )
    if (row > 0 && compare(logs, row - 1, row) === 0)
      throw new RpcFault('wrong', `log ${logs.logIndex(row)} of block ${block} came twice`)
  }
}
