import { afterEach, expect, it, vi } from 'vitest'
import { requestOfNode } from '../src/node.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['<html><body><h1>429 Too Many Requests</h1></body></html>', 429, '429 Too Many Requests'],
  ['{"message":"Forbidden"}', 403, 'Forbidden'],
  ['', 502, 'HTTP 502'],
])('gives the words of the answer %s', async (body, status, words) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))
  await expect(requestOfNode('https://node.example')('eth_chainId')).rejects.toThrow(words)
})
