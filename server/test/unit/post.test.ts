/** Answers of a node over real connections, one after another and concurrently: each is complete and separate. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import { post } from '../../src/chain/rpc/post.ts'
import { startNodes } from '../support/answeringNodes.ts'

const MEBIBYTE = 1024 * 1024
let server: Server

/** The server repeats the body's letter as often as the body says ("a 70000"). It sends the answer in two parts. */
beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const part of request) body += String(part)
      const text = textFor(body)
      const half = text.length >> 1
      response.write(text.slice(0, half))
      response.end(text.slice(half))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server?.closeAllConnections()
  server?.close()
})

function textFor(body: string): string {
  const [letter, length] = body.split(' ')
  return letter!.repeat(Number(length))
}

async function ask(body: string, maximumBytes = 64 * MEBIBYTE): Promise<string> {
  const { port } = server.address() as AddressInfo
  const address = nodeAddress(`http://127.0.0.1:${port}`)
  const { text } = await post(address, body, { signal: AbortSignal.timeout(10_000), maximumBytes })
  return text
}

/** The tests compare this flag and not the texts, because a difference would print megabytes. */
async function isWhole(body: string): Promise<boolean> {
  return (await ask(body)) === textFor(body)
}

it('a short answer after a long one has its own length', async () => {
  for (const body of ['a 3000000', 'b 5', 'é 70001', 'c 0', 'd 65536', 'e 65537', 'f 1'])
    expect(await isWhole(body), body).toBe(true)
})

it('concurrent answers do not share their memory', async () => {
  const bodies = [...'abcdefgh'].map((letter, index) => `${letter} ${(index % 4) * 400_000 + 7}`)
  expect(await Promise.all(bodies.map(isWhole))).toEqual(bodies.map(() => true))
  expect(await Promise.all(bodies.reverse().map(isWhole))).toEqual(bodies.map(() => true))
})

it('an answer above the limit is refused, and the next one is read', async () => {
  await expect(ask('x 200001', 200_000)).rejects.toThrow('the answer is longer than 200000 bytes')
  expect(await isWhole('y 200001')).toBe(true)
})

it('a date to wait for is read with the node’s own clock, whatever the time is here', async () => {
  const HOUR = 3_600_000
  const nodes = await startNodes(1, (_place, _request, response) => {
    const now = Date.now() - HOUR
    response.setHeader('date', new Date(now).toUTCString())
    response.setHeader('retry-after', new Date(now + 30_000).toUTCString())
    response.end('{}')
  })
  try {
    const limits = { signal: AbortSignal.timeout(10_000), maximumBytes: MEBIBYTE }
    const { retryAfter } = await post(nodeAddress(nodes.urls(1)[0]!), '{}', limits)
    expect(retryAfter).toBe(30_000)
  } finally {
    nodes.stop()
  }
})
