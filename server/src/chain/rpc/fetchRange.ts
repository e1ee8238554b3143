/**
 * One range of blocks with our logs, verified as far as one node can be held to its word: the headers form a chain, every
 * log lies in a block of that chain, and blocks whose bloom filter speaks of our logs while none was given are asked about
 * again one by one, as is the last block with logs (a node that caps its answers cuts there). All from one node, so that a
 * mixture of two nodes' views cannot pass.
 */
import { TOPIC_LIST, type RawLog } from '../../staking/events.ts'
import { bloomBits, mayHold } from './bloom.ts'
import { RpcFault } from './fault.ts'
import type { Ask, Call } from './jsonRpc.ts'
import { readHeader, readLogs, type Header } from './shapes.ts'

export type BlockRange = {
  from: number
  to: number
  /** of every block, in order */
  headers: Header[]
  /** in chain order */
  logs: RawLog[]
}

/** Calls in one POST: public nodes refuse much longer lists. */
const CALLS_PER_POST = 100
/** POSTs under way at once. */
const POSTS_AT_ONCE = 4
/** Ranges this short follow the head: there every block with logs is asked about twice. */
const SHORT_RANGE = 16

const TOPIC_BITS = TOPIC_LIST.map(bloomBits)
const hex = (number: number): string => `0x${number.toString(16)}`
const headerCall = (number: number): Call => ({
  method: 'eth_getBlockByNumber',
  params: [hex(number), false],
})

/**
 * @param address the contract, lowercase
 * @throws RpcFault when the node fails, lags, or contradicts itself
 */
export const fetchRange = async (
  ask: Ask,
  address: string,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<BlockRange> => {
  const filter = { address, topics: [TOPIC_LIST] }
  const calls: Call[] = [
    // The last header first: a node that lacks the block must not be believed about its logs.
    headerCall(to),
    { method: 'eth_getLogs', params: [{ ...filter, fromBlock: hex(from), toBlock: hex(to) }] },
    ...Array.from({ length: to - from }, (_, index) => headerCall(from + index)),
  ]
  const [last, logAnswer, ...others] = await askAll(ask, calls, signal)
  const headers = [...others.map(readHeader), readHeader(last)]
  const logs = readLogs(logAnswer).sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  checkHeaders(headers, from)
  checkLogs(logs, headers, from, address)

  const counts = new Map<number, number>()
  for (const { blockNumber } of logs) counts.set(blockNumber, (counts.get(blockNumber) ?? 0) + 1)
  const lastWithLogs = logs.at(-1)?.blockNumber
  const addressBits = bloomBits(address)
  const doubtful = headers.filter(({ number, logsBloom }) =>
    counts.has(number)
      ? number === lastWithLogs || to - from < SHORT_RANGE
      : mayHold(logsBloom, addressBits, TOPIC_BITS),
  )
  const again = await askAll(
    ask,
    doubtful.map(({ hash }) => ({ method: 'eth_getLogs', params: [{ ...filter, blockHash: hash }] })),
    signal,
  )
  for (const [index, { number }] of doubtful.entries()) {
    const found = readLogs(again[index]).length
    if (found !== (counts.get(number) ?? 0))
      throw new RpcFault(
        'wrong',
        `block ${number} has ${found} logs of ours, the range gave ${counts.get(number) ?? 0}`,
      )
  }
  return { from, to, headers, logs }
}

const askAll = async (ask: Ask, calls: readonly Call[], signal: AbortSignal): Promise<unknown[]> => {
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

const checkHeaders = (headers: readonly Header[], from: number): void => {
  for (const [index, { number, parentHash }] of headers.entries()) {
    if (number !== from + index) throw new RpcFault('wrong', `asked for block ${from + index}, got ${number}`)
    const before = headers[index - 1]
    if (before && before.hash !== parentHash)
      throw new RpcFault('wrong', `block ${number} does not follow block ${number - 1}`)
  }
}

const checkLogs = (
  logs: readonly RawLog[],
  headers: readonly Header[],
  from: number,
  address: string,
): void => {
  for (const [index, log] of logs.entries()) {
    const before = logs[index - 1]
    if (log.address !== address || !TOPIC_LIST.includes(log.topics[0] ?? ''))
      throw new RpcFault('wrong', `a log of ${log.address} was not asked for`)
    if (headers[log.blockNumber - from]?.hash !== log.blockHash)
      throw new RpcFault(
        'wrong',
        `a log names block ${log.blockNumber} ${log.blockHash}, which the range does not hold`,
      )
    if (before?.blockNumber === log.blockNumber && before.logIndex === log.logIndex)
      throw new RpcFault('wrong', `log ${log.logIndex} of block ${log.blockNumber} came twice`)
  }
}
