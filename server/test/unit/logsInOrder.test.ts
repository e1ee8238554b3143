/** Logs are in chain order and those that are wanted, whatever the order in which a node gives them and whatever else it gives. */
import { expect, test } from 'vitest'
import { digestOf, fetchDigest, logQuery } from '../../src/chain/rpc/fetchRange.ts'
import { readPlainAnswers } from '../../src/chain/rpc/plainAnswers.ts'
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
  return { address, blockHash: hash, blockNumber, logIndex, transactionHash: hash, topics, data: '0x' }
}

function written({ blockNumber, logIndex, ...log }: RawLog) {
  return { ...log, blockNumber: `0x${blockNumber.toString(16)}`, logIndex: `0x${logIndex.toString(16)}` }
}

/** @param answers to the two requests @returns what is made of them, the same whether they come as objects or as bytes */
async function digest(...answers: RawLog[][]): Promise<string> {
  const results = [header, ...answers.map((logs) => logs.map(written))]
  const text = JSON.stringify(results.map((result, id) => ({ id, result })))
  const read = readPlainAnswers(Buffer.from(text), results.length)!
  const [ofObjects, ofBytes] = await Promise.all(
    [results, read.map(({ result }) => result)].map((given) =>
      fetchDigest(() => Promise.resolve(given), query, 7, 9, AbortSignal.timeout(5_000)),
    ),
  )
  expect(ofBytes).toBe(ofObjects)
  return ofBytes!
}

const first = logAt(7, 0, ours, [event])
const second = logAt(7, 12, token, [transfer, toOther, toFund])
const third = logAt(8, 2, ours, [event, other])
const fourth = logAt(8, 10, ours, [event])
const expected = digestOf(header.hash, [first, second, third, fourth])

test('logs of two requests are put in one order', async () => {
  expect(await digest([first, third, fourth], [second])).toBe(expected)
})

test('a node may give them in any order', async () => {
  expect(await digest([fourth, first, third], [second])).toBe(expected)
  const own = digestOf(header.hash, [first, third, fourth])
  expect(await digest([third, fourth, first], [])).toBe(own)
})

test.each([
  ['of another event', logAt(7, 3, ours, [other])],
  ['without topics', logAt(7, 3, ours, [])],
  ['of another contract', logAt(7, 3, fund, [event])],
  ['to another recipient', logAt(7, 3, token, [transfer, toFund, toOther])],
  ['to nobody', logAt(7, 3, token, [transfer, toFund])],
])('a log %s is left out', async (_name, log) => {
  expect(await digest([first, log, third, fourth], [second])).toBe(expected)
  const own = digestOf(header.hash, [first, third, fourth])
  expect(await digest([first, log, third, fourth], [])).toBe(own)
  // So many that their texts are not kept.
  expect(await digest([log, first, ...Array<RawLog>(9).fill(log), fourth, third], [])).toBe(own)
})
