/** A hostile node in RPC_URL cannot make an operator's command do more than read its answers. The endless audit needs this above all. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openReader } from '../src/deploy/session.ts'

let node: Server
let url: string
let requests: number
let answer: (response: ServerResponse) => unknown

beforeEach(async () => {
  requests = 0
  node = createServer((request, response) => {
    requests += 1
    request.resume()
    answer(response)
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterEach(async () => {
  vi.useRealTimers()
  node.closeAllConnections()
  await new Promise((resolve) => node.close(resolve))
})

it('the reader follows no redirect of a node', async () => {
  let elsewhere = 0
  const inside = createServer((_, response) => {
    elsewhere += 1
    response.end('{"jsonrpc":"2.0","id":0,"result":"0x1"}')
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`
  answer = (response) => response.writeHead(307, { location }).end()
  try {
    await expect(openReader(url)).rejects.toThrow(/does not answer: it redirects/)
    expect({ elsewhere, asked: requests > 0 }).toEqual({ elsewhere: 0, asked: true })
  } finally {
    inside.closeAllConnections()
    inside.close()
  }
})

it('the reader cuts off an endless answer', async () => {
  const cut: Promise<unknown>[] = []
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const part = Buffer.alloc(1024 * 1024, ' ')
    const more = () => void response.write(part, (error) => error ?? more())
    cut.push(new Promise((resolve) => response.on('close', resolve)))
    more()
  }
  await expect(openReader(url)).rejects.toThrow('does not answer')
  await Promise.all(cut)
  expect(cut.length).toBeGreaterThan(0)
})

it.each([
  ['at once', (_response: ServerResponse, begun: () => void) => begun()],
  [
    'in the middle of an answer',
    (response: ServerResponse, begun: () => void) =>
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc":', begun),
  ],
])('the reader gives up a node that goes silent %s', async (_when, begin) => {
  let silent = 0
  answer = (response) => {
    response.on('close', () => (silent -= 1))
    begin(response, () => (silent += 1))
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let failed: Error | undefined
  openReader(url).catch((error: Error) => (failed = error))
  // The test moves the clock: far while the node is silent, a millisecond otherwise. After each move the sockets are read.
  while (failed === undefined) {
    await vi.advanceTimersByTimeAsync(silent > 0 ? 10_000 : 1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(failed.message).toMatch(/does not answer: /)
  expect(requests).toBeGreaterThan(0)
})
