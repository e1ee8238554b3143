/** The time that the client waits for a silent node. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonRpc, type Call } from '../../src/chain/rpc/jsonRpc.ts'

const BLOCK: Call = { method: 'eth_getBlockByNumber', params: ['finalized', false] }
const LOGS: Call = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x1' }] }

let silent: Server
let url: string
beforeAll(async () => {
  silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
})
afterAll(() => silent?.close())

/** Milliseconds until the calls give up. */
async function waited(calls: readonly Call[], rangeTimeout: number): Promise<number> {
  const started = performance.now()
  await expect(jsonRpc(url, rangeTimeout)(calls, new AbortController().signal)).rejects.toThrow(
    'no answer in time',
  )
  return performance.now() - started
}

it('is 1.5 s for one call, whatever the limit of a range; for logs and batches it is the range’s limit', async () => {
  const [one, short, logs, list] = await Promise.all([
    waited([BLOCK], 60_000),
    waited([BLOCK], 300),
    waited([LOGS], 2_500),
    waited([BLOCK, BLOCK], 2_500),
  ])
  expect(one).toBeGreaterThan(1_450)
  expect(one).toBeLessThan(30_000)
  expect(short).toBeLessThan(one)
  expect(logs).toBeGreaterThan(2_450)
  expect(list).toBeGreaterThan(2_450)
})
