/** The API's and the indexer's record of the nodes that answer, tested over real connections. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAnswering } from '../../src/chain/rpc/nodes.ts'
import { waitFor } from '../support/wait.ts'

let first: Server
let second: Server
let silent = false
let page = ''
const asked = { first: 0, second: 0 }
/** requests without an answer */
const open = { first: 0, second: 0 }

beforeAll(async () => {
  const serve = (name: 'first' | 'second') =>
    createServer((request, response) => {
      asked[name] += 1
      open[name] += 1
      response.once('close', () => (open[name] -= 1))
      request.resume()
      if (name === 'first' && silent) return
      if (name === 'first' && page !== '') return response.end(page)
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: name }))
    }).listen(0, '127.0.0.1')
  ;[first, second] = [serve('first'), serve('second')]
  await Promise.all([once(first, 'listening'), once(second, 'listening')])
})
afterAll(() => {
  for (const server of [first, second]) {
    server?.closeAllConnections()
    server?.close()
  }
})

test('a silent node is retried in parallel with the others, and used again once it has answered', async () => {
  let now = 0
  const urls = [first, second].map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const nodes = firstAnswering(urls, () => now)
  const ask = async () => {
    const answer = await nodes.ask({ method: 'eth_blockNumber', params: [], maximumBytes: 1_000 })
    return 'result' in answer ? answer.result : null
  }
  expect(await ask()).toBe('first')
  silent = true
  expect(await ask()).toBe('second')
  const before = asked.first
  for (let round = 0; round < 5; round += 1) expect(await ask()).toBe('second')
  expect(asked.first).toBe(before)
  // Each time that the silent node's wait is over, the node gets one request, and no caller waits for the answer.
  const times: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    now += 60_001
    const started = performance.now()
    expect(await ask()).toBe('second')
    times.push(performance.now() - started)
    await waitFor('the parallel request', () => Promise.resolve(asked.first === before + round))
    await waitFor('the parallel request to end', () => Promise.resolve(open.first === 0))
  }
  // Waiting for the silent node would take 1.5 s each time.
  expect(Math.min(...times)).toBeLessThan(1_450)
  silent = false
  // A page that is longer than any answer does not end the parallel requests.
  page = `<html>${' '.repeat(8_000)}`
  await waitFor('the page', async () => {
    now += 60_001
    expect(await ask()).toBe('second')
    return asked.first > before + 3
  })
  page = ''
  await waitFor('the first node to be used again', async () => {
    now += 60_001
    return (await ask()) === 'first'
  })
})
