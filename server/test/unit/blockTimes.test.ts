/** Times of blocks never go back, because points and earnings are computed between them. */
import { expect, it } from 'vitest'
import { NodeFaultError } from '../../src/chain/rpc/fault.ts'
import { fetchRange, KnownHeaders } from '../../src/chain/rpc/fetchRange.ts'
import type { Ask } from '../../src/chain/rpc/jsonRpc.ts'
import { logQuery } from '../../src/chain/rpc/logQuery.ts'
import { NodeLimits } from '../../src/chain/rpc/nodeLimits.ts'
import { paperHeader, type PaperHeader } from '../support/paperHeader.ts'

const address = `0x${'5a'.repeat(20)}`
const topic = `0x${'01'.repeat(32)}`
const query = logQuery([{ address, topics: [topic] }])

/** A node with these blocks, each with one of our logs. @param said the times in its logs; null: none */
function nodeOf(times: readonly number[], said: readonly number[] | null) {
  const chain: PaperHeader[] = []
  for (const [number, timestamp] of times.entries())
    chain.push(paperHeader({ number, timestamp, parentHash: chain.at(-1)?.hash ?? `0x${'00'.repeat(32)}` }))
  const logs = chain.map(({ number, hash }, index) => ({
    address,
    topics: [topic],
    data: '0x',
    blockNumber: number,
    blockHash: hash,
    logIndex: '0x0',
    transactionHash: hash,
    ...(said !== null && { blockTimestamp: `0x${said[index]!.toString(16)}` }),
  }))
  const headers: number[] = []
  const ask: Ask = (calls) =>
    Promise.resolve(
      calls.map(({ method, params }) => {
        if (method === 'eth_getLogs') return logs
        headers.push(Number(params[0]))
        return chain[Number(params[0])]
      }),
    )
  return { ask, limits: new NodeLimits(), headers }
}

function read(node: ReturnType<typeof nodeOf>, trustsTimes: boolean, known?: KnownHeaders) {
  const question = { from: 0, to: 2, withParent: false, trustsTimes, ...(known && { known }) }
  return fetchRange(node, query, question, AbortSignal.timeout(5_000))
}

it.each([[[7_200, 7_200, 7_201]], [[1, 2, 9_000]]])(
  '%j is read, from headers and from logs',
  async (times) => {
    for (const [said, trustsTimes, headers] of [
      [null, false, [2, 0, 1]],
      [times, false, [2, 0, 1]],
      [null, true, [2, 0, 1]],
      [times, true, [2]],
    ] as const) {
      const node = nodeOf(times, said)
      expect([...(await read(node, trustsTimes)).times.values()]).toEqual(times)
      expect(node.headers).toEqual(headers)
    }
  },
)

it.each([[[7_200, 7_199, 7_201]], [[5, 6, 4]]])('%j is refused', async (times) => {
  for (const said of [null, times]) {
    const reading = read(nodeOf(times, said), said !== null)
    await expect(reading).rejects.toThrow(NodeFaultError)
    await expect(reading).rejects.toThrow(/earlier time/)
  }
})

it('the times in one node’s logs do not count', async () => {
  const { times } = await read(nodeOf([5, 6, 7], [1, 2, 3]), false)
  expect([...times.values()]).toEqual([5, 6, 7])
})

it('known headers are not requested again; headers of other blocks with the same number are', async () => {
  const known = new KnownHeaders()
  const node = nodeOf([5, 6, 7], null)
  await read(node, false, known)
  const again = await read(node, false, known)
  expect([...again.times.values()]).toEqual([5, 6, 7])
  expect(node.headers).toEqual([2, 0, 1, 2])
  const other = nodeOf([5, 8, 9], null)
  expect([...(await read(other, false, known)).times.values()]).toEqual([5, 8, 9])
  expect(other.headers).toEqual([2, 1])
})
