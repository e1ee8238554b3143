/** The state of nodes, requested from real HTTP servers. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { watchNodes } from '../../src/chain/rpc/watchNodes.ts'

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

/** @returns the node's address and the number of requests */
async function node(answer: (body: string) => string) {
  const asked = { count: 0 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      asked.count += 1
      response.end(answer(body))
    })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, url: `http://user:secret@127.0.0.1:${port}/key`, asked }
}

function blocks(head: string, finalised: string) {
  return JSON.stringify([
    { id: 1, result: { number: finalised } },
    { id: 0, result: { number: head } },
  ])
}

test('each node is asked once in two seconds, for any number of callers, and named only by its host', async () => {
  let now = 0
  const one = await node(() => blocks('0x20', '0x1e'))
  const watch = watchNodes([one.url], () => now)
  const answers = await Promise.all(Array.from({ length: 50 }, () => watch()))
  now = 1_999
  expect(await watch()).toEqual([{ host: one.host, head: 32, finalised: 30, milliseconds: 0 }])
  expect(new Set(answers).size).toBe(1)
  expect(one.asked.count).toBe(1)
  now = 2_000
  await watch()
  expect(one.asked.count).toBe(2)
})

test('a node that is away, answers nonsense or sends too much counts as silent, and the others do not', async () => {
  const good = await node(() => blocks('0x20', '0x1e'))
  const nonsense = await node(() => 'no JSON')
  const endless = await node(() => `[${'1,'.repeat(2_000_000)}1]`)
  const partly = await node(() =>
    JSON.stringify([
      { id: 0, result: { number: '0x21' } },
      { id: 1, error: {} },
    ]),
  )
  const urls = [good.url, nonsense.url, endless.url, partly.url, 'http://127.0.0.1:9']
  const silent = { head: null, finalised: null, milliseconds: null }
  expect(await watchNodes(urls)()).toMatchObject([
    { head: 32, finalised: 30 },
    silent,
    silent,
    { head: 33, finalised: null, milliseconds: expect.any(Number) },
    silent,
  ])
})
