/** A contract wallet's word is asked of two nodes before somebody gets its session. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { acceptsSignature } from '../../src/accounts/signIn/verifySignature.ts'
import { ChainUnavailable, createChainReader } from '../../src/chain/chainReader.ts'
import { createNodes } from '../../src/chain/rpc/nodes.ts'

const YES = `0x1626ba7e${'0'.repeat(56)}`
const NO = `0x${'0'.repeat(64)}`
const YES_UNDEPLOYED = '0x01'
const signed = { address: `0x${'1'.repeat(40)}`, hash: `0x${'2'.repeat(64)}`, signature: '0x1234' } as const
const undeployed = { ...signed, signature: `0x12${'6492'.repeat(16)}` } as const

/** What each node answers; null: nothing, its connection is cut. */
let answers: (string | null)[]
let asked: number[]
let counted: number
let servers: Server[]

beforeEach(async () => {
  asked = [0, 0]
  counted = 0
  servers = [0, 1].map((place) =>
    createServer((request, response) => {
      asked[place]! += 1
      request.resume()
      const result = answers[place]
      if (result === null) return request.socket.destroy()
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
})
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

function chainOf(count: number) {
  const urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return createChainReader(createNodes(urls.slice(0, count)), () => {
    counted += 1
    return Promise.resolve()
  })
}

it.each([
  [signed, YES],
  [undeployed, YES_UNDEPLOYED],
])('what both accept is accepted: %j', async (one, yes) => {
  answers = [yes, yes]
  expect(await acceptsSignature(chainOf(2), one)).toBe(true)
  expect({ asked, counted }).toEqual({ asked: [1, 1], counted: 2 })
})

it.each([
  [signed, YES],
  [undeployed, YES_UNDEPLOYED],
])('what the first alone accepts is not: %j', async (one, yes) => {
  answers = [yes, NO]
  await expect(acceptsSignature(chainOf(2), one)).rejects.toThrow(ChainUnavailable)
})

it('what the first refuses is refused, and nobody else is asked', async () => {
  answers = [NO, YES]
  expect(await acceptsSignature(chainOf(2), signed)).toBe(false)
  expect({ asked, counted }).toEqual({ asked: [1, 0], counted: 1 })
})

it('a node that is alone is believed, and costs one request', async () => {
  answers = [YES, NO]
  expect(await acceptsSignature(chainOf(1), signed)).toBe(true)
  expect({ asked, counted }).toEqual({ asked: [1, 0], counted: 1 })
})

it.each([0, 1])('a node whose only other one, %i, does not answer is believed', async (away) => {
  answers = [YES, YES]
  answers[away] = null
  const chain = chainOf(2)
  expect(await acceptsSignature(chain, signed)).toBe(true)
  // It is left alone for a while then.
  const before = asked[away]
  expect(await acceptsSignature(chain, signed)).toBe(true)
  expect(asked[away]).toBe(before)
})
