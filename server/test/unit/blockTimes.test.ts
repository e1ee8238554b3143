/** Times of blocks: points and earnings are computed between them, so they never go back. */
import { expect, it } from 'vitest'
import { RpcFault } from '../../src/chain/rpc/fault.ts'
import { fetchRange, logQuery } from '../../src/chain/rpc/fetchRange.ts'
import type { Ask } from '../../src/chain/rpc/jsonRpc.ts'
import { paperHeader, type PaperHeader } from '../support/paperHeader.ts'

/** A node with these blocks and no logs. */
function nodeOf(times: readonly number[]): Ask {
  const chain: PaperHeader[] = []
  for (const [number, timestamp] of times.entries())
    chain.push(paperHeader({ number, timestamp, parentHash: chain.at(-1)?.hash ?? `0x${'00'.repeat(32)}` }))
  return (calls) =>
    Promise.resolve(
      calls.map(({ method, params }) => (method === 'eth_getLogs' ? [] : chain[Number(params[0])])),
    )
}

const query = logQuery([{ address: `0x${'5a'.repeat(20)}`, topics: [`0x${'01'.repeat(32)}`] }])

it.each([[[7_200, 7_200, 7_201]], [[1, 2, 9_000]]])('%j is read', async (times) => {
  const { headers } = await fetchRange(nodeOf(times), query, 0, 2, AbortSignal.timeout(5_000))
  expect(headers.map(({ timestamp }) => timestamp)).toEqual(times)
})

it.each([[[7_200, 7_199, 7_201]], [[5, 6, 4]]])('%j is refused', async (times) => {
  const reading = fetchRange(nodeOf(times), query, 0, 2, AbortSignal.timeout(5_000))
  await expect(reading).rejects.toThrow(RpcFault)
  await expect(reading).rejects.toThrow(/earlier time/)
})
