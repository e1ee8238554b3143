/** Any malformed answer of a node is a fault of the node. Another error class would end the indexer, or give callers 500. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NodeFaultError } from '../../src/chain/rpc/fault.ts'
import { jsonRpc } from '../../src/chain/rpc/jsonRpc.ts'
import { NodeLimits } from '../../src/chain/rpc/nodeLimits.ts'
import { firstAnswering } from '../../src/chain/rpc/nodes.ts'

let node: Server
let url: string
let answer = ''

beforeAll(async () => {
  node = createServer((request, response) => {
    request.resume()
    response.end(answer)
  }).listen(0, '127.0.0.1')
  await once(node, 'listening')
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => {
  node?.closeAllConnections()
  node?.close()
})

/** This value converts to neither a text nor a number in JavaScript. */
const WORDLESS = '{"toString":1,"valueOf":1}'
const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

const texts = {
  nothing: '',
  'half an answer': '{"result":',
  null: 'null',
  'a text': '"x"',
  'an empty list': '[]',
  'a list of null': '[null]',
  'an error without words': '{"error":{}}',
  'an error whose words are not a text': `{"error":{"code":1,"message":${WORDLESS}}}`,
  'an error whose code is not a number': `{"error":{"code":${WORDLESS},"message":"x"}}`,
  'an error with a deep message': `{"error":{"code":1,"message":${DEEP}}}`,
  'a list with this error': `[{"id":1,"error":{"code":${WORDLESS},"message":${WORDLESS}}}]`,
  'an answer without a question': '[{"id":7,"result":1}]',
  'an answer whose question is invalid': `[{"id":${WORDLESS},"result":1}]`,
  'an answer to a deep question': `[{"id":${DEEP},"result":1}]`,
}

describe.each(Object.entries(texts))('%s', (_what, text) => {
  it('is a fault of the node', async () => {
    answer = text
    const call = { method: 'eth_chainId', params: [] }
    await expect(jsonRpc(url, 1_000)([call], AbortSignal.timeout(5_000))).rejects.toThrow(NodeFaultError)
    await expect(firstAnswering([url]).ask({ ...call, maximumBytes: 1_000_000 })).rejects.toThrow(
      NodeFaultError,
    )
  })
})

/** A rate limit, wherever a node puts its words. */
const NESTED = {
  'as text': '{"error":"rate limit exceeded"}',
  'in the data':
    '{"error":{"code":-32603,"message":"Internal error","data":{"message":"rate limit exceeded"}}}',
  'as JSON in the message': String.raw`{"error":{"code":-32000,"message":"{\"error\":\"rate limit exceeded\"}"}}`,
}

describe.each(Object.entries(NESTED))('a refusal whose words are %s', (_where, text) => {
  it('is classified by its words', async () => {
    answer = text
    const timeout = AbortSignal.timeout(20_000)
    const asked = jsonRpc(url, 1_000)([{ method: 'eth_chainId', params: [] }], timeout)
    await expect(asked).rejects.toMatchObject({ kind: 'limited' })
  })
})

describe('an answer that is too large', () => {
  let strict: Server
  let strictUrl: string

  beforeAll(async () => {
    strict = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const calls = [JSON.parse(Buffer.concat(chunks).toString()) as { id: number }].flat() as {
          id: number
        }[]

        const error = { code: -32_005, message: 'response size exceeded' }
        response.end(
          JSON.stringify(calls.map(({ id }) => (calls.length > 2 ? { id, error } : { id, result: id }))),
        )
      })
    }).listen(0, '127.0.0.1')
    await once(strict, 'listening')
    strictUrl = `http://127.0.0.1:${(strict.address() as AddressInfo).port}`
  })
  afterAll(() => {
    strict?.closeAllConnections()
    strict?.close()
  })

  it('to a list of headers is requested again in parts', async () => {
    const call = { method: 'eth_getBlockByNumber', params: ['0x1', false] }
    const limits = new NodeLimits()
    const ask = jsonRpc(strictUrl, 1_000, limits)
    expect(await ask(new Array(8).fill(call), AbortSignal.timeout(5_000))).toHaveLength(8)
    expect(limits.learnt.calls).toBe(2)
  })

  it('to a request for logs means too many blocks', async () => {
    const call = { method: 'eth_getLogs', params: [{}] }
    const limits = new NodeLimits()
    const asked = jsonRpc(strictUrl, 1_000, limits)(new Array(8).fill(call), AbortSignal.timeout(5_000))
    await expect(asked).rejects.toMatchObject({ kind: 'tooLarge' })
    expect(limits.learnt.calls).toBe(100)
  })
})
