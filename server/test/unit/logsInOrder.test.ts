/** Only wanted logs come out, in chain order, whatever the order and the contents of a node's answer. */
import { expect, test } from 'vitest'
import { fetchRange } from '../../src/chain/rpc/fetchRange.ts'
import { logQuery } from '../../src/chain/rpc/logQuery.ts'
import { NodeLimits } from '../../src/chain/rpc/nodeLimits.ts'
import type { RawLog } from '../../src/chain/rpc/shapes.ts'
import { paperHeader } from '../support/paperHeader.ts'

const [ours, token] = ['11', '22'].map((byte) => `0x${byte.repeat(20)}`) as [string, string]
const [event, transfer, other] = ['0e', '0f', '0d'].map((byte) => `0x${byte.repeat(32)}`) as [
  string,
  string,
  string,
]
const fund = `0x${'33'.repeat(20)}`
const toFund = `0x${'00'.repeat(12)}${'33'.repeat(20)}`
const toOther = `0x${'00'.repeat(12)}${'44'.repeat(20)}`

const query = logQuery([
  { address: ours, topics: [event] },
  { address: token, topics: [transfer], recipient: fund },
])
const header = paperHeader({ number: 9, parentHash: `0x${'00'.repeat(32)}`, timestamp: 1 })

function logAt(blockNumber: number, logIndex: number, address: string, topics: string[]): RawLog {
  const hash = `0x${blockNumber.toString(16).padStart(64, '0')}`
  return {
    address,
    blockHash: hash,
    blockNumber,
    logIndex,
    transactionHash: hash,
    topics,
    data: '0x',
    blockTimestamp: 1,
  }
}

function written({ blockNumber, logIndex, ...log }: RawLog) {
  const place = { blockNumber: `0x${blockNumber.toString(16)}`, logIndex: `0x${logIndex.toString(16)}` }
  return { ...log, ...place, blockTimestamp: '0x1' }
}

/** @param answers to the two requests of a long range; one answer: to the request of a short range @returns the read logs */
async function read(...answers: RawLog[][]): Promise<RawLog[]> {
  const from = answers.length === 1 ? 7 : 9 - 5_000
  const limits = new NodeLimits()
  limits.restore({ blocks: 10_000, calls: 100, callsPerSecond: null })
  for (let blocks = limits.blocks; blocks < 10_000; blocks = limits.blocks) limits.rangeTaken(blocks)
  const results = [header, ...answers.map((logs) => logs.map(written))]
  const question = { from, to: 9, withParent: false, trustsTimes: true }
  const range = await fetchRange(
    { ask: () => Promise.resolve(results), limits },
    query,
    question,
    AbortSignal.timeout(5_000),
  )
  return range.logs
}

const first = logAt(7, 0, ours, [event])
const second = logAt(7, 12, token, [transfer, toOther, toFund])
const third = logAt(8, 2, ours, [event, other])
const fourth = logAt(8, 10, ours, [event])
const all = [first, second, third, fourth]

test('logs of two requests are merged in one order', async () => {
  expect(await read([first, third, fourth], [second])).toEqual(all)
})

test('a node may return logs in any order', async () => {
  expect(await read([fourth, first, third], [second])).toEqual(all)
  expect(await read([third, second, fourth, first])).toEqual(all)
})

test.each([
  ['of another event', logAt(7, 3, ours, [other])],
  ['without topics', logAt(7, 3, ours, [])],
  ['of another contract', logAt(7, 3, fund, [event])],
  ['to another recipient', logAt(7, 3, token, [transfer, toFund, toOther])],
  ['to nobody', logAt(7, 3, token, [transfer, toFund])],
])('a log %s is left out', async (_name, log) => {
  expect(await read([first, log, third, fourth], [second])).toEqual(all)
  expect(await read([log, first, log, second, fourth, third])).toEqual(all)
})

test.each([
  ['twice', [first, first], 'came twice'],
  ['of a block beyond the range', [logAt(12, 0, ours, [event])], 'which is outside'],
  ['of the last block by another hash', [logAt(9, 0, ours, [event])], 'its header'],
  [
    'of one block by two hashes',
    [first, { ...logAt(7, 1, ours, [event]), blockHash: third.blockHash }],
    'two different block hashes',
  ],
])('a log %s is refused', async (_name, logs, words) => {
  const results = [header, logs.map(written)]
  const reading = fetchRange(
    { ask: () => Promise.resolve(results), limits: new NodeLimits() },
    query,
    { from: 7, to: 9, withParent: false, trustsTimes: true },
    AbortSignal.timeout(5_000),
  )
  await expect(reading).rejects.toThrow(words)
})
