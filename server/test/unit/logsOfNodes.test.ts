/** Each field of each log is checked, even if the log before it was right. */
import { describe, expect, it } from 'vitest'
import { NodeFaultError } from '../../src/chain/rpc/fault.ts'
import { readLogs } from '../../src/chain/rpc/shapes.ts'

const HASH = `0x${'ab'.repeat(32)}`
const OTHER = `0x${'cd'.repeat(32)}`
const right = {
  address: `0x${'5A'.repeat(20)}`,
  blockHash: HASH,
  blockNumber: '0x7',
  logIndex: '0x0',
  transactionHash: HASH,
  topics: [HASH, OTHER],
  data: `0x${'00'.repeat(32)}`,
  removed: false,
}
const read = {
  address: right.address.toLowerCase(),
  blockHash: HASH,
  blockNumber: 7,
  logIndex: 0,
  transactionHash: HASH,
  topics: [HASH, OTHER],
  data: right.data,
}

it('a log may have as many topics as the chain allows', () => {
  for (const topics of [[], [HASH, HASH, HASH, HASH]])
    expect(readLogs([{ ...right, topics }])).toEqual([{ ...read, topics }])
})

it('logs with equal texts are read like others', () => {
  const lower = { ...right, address: read.address }
  expect(readLogs([right, right, lower, lower])).toEqual([read, read, read, read])
  const other = { ...right, blockHash: OTHER, topics: [OTHER, OTHER, HASH], address: `0x${'00'.repeat(20)}` }
  const { blockHash, topics, address } = other
  expect(readLogs([right, other, { ...right, topics: [HASH] }])).toEqual([
    read,
    { ...read, blockHash, topics, address },
    { ...read, topics: [HASH] },
  ])
})

const wrongValues = [undefined, null, 1, {}, [HASH], '', '0x', `${HASH}00`, HASH.toUpperCase()]
const wrongTexts: [string, unknown][] = [
  'blockHash',
  'transactionHash',
  'blockNumber',
  'logIndex',
  'data',
].flatMap((field) =>
  wrongValues
    .filter((value) => field !== 'data' || value !== '0x')
    .map((value): [string, unknown] => [field, value]),
)

describe.each([
  ...wrongTexts,
  ...wrongValues.map((value): [string, unknown] => ['topics', [value]]),
  ...wrongValues.map((value): [string, unknown] => ['topics', [HASH, value]]),
  ...[undefined, null, 'x', {}].map((value): [string, unknown] => ['topics', value]),
  ...[undefined, null, 1, {}].map((value): [string, unknown] => ['address', value]),
  ['removed', true],
  ['topics', [HASH, HASH, HASH, HASH, HASH]],
])('%s: %j', (field, value) => {
  it.each([0, 1])('is refused after %i others', (place) => {
    const logs: object[] = Array.from({ length: place }, () => right)
    expect(() => readLogs([...logs, { ...right, [field]: value }])).toThrow(NodeFaultError)
  })
})

it.each([null, 'x', 7, {}, [null], [1], ['x']])('%j is not a list of logs', (value) => {
  expect(() => readLogs(value)).toThrow(NodeFaultError)
})
