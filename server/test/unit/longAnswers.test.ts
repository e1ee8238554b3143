/** Answers above the limit. A contract's long answer says something about the contract. After a node's own long answer the next node is asked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChainUnavailableError, createChainReader, type ChainReader } from '../../src/chain/chainReader.ts'
import { firstAnswering } from '../../src/chain/rpc/nodes.ts'
import { startNodes, type AnsweringNodes } from '../support/answeringNodes.ts'

const LONG = 2_000_000
const PAGE = `<!doctype html><html><body>${' '.repeat(LONG)}`
const ACCOUNT = `0x${'1'.repeat(40)}` as const
const WORD = `0x${'2'.repeat(64)}` as const

/** The first node's answer to everything. */
let text: string
let asked: { first: number; second: number }
let nodes: AnsweringNodes

/** The answers of an honest node. */
function resultOf(method: string): unknown {
  if (method === 'eth_getBlockByNumber') return { number: '0x7', timestamp: '0x8' }
  return method === 'eth_call' ? WORD : '0x5'
}

beforeEach(async () => {
  asked = { first: 0, second: 0 }
  nodes = await startNodes(2, (place, request, response) => {
    const name = place === 0 ? 'first' : 'second'
    void (async () => {
      asked[name] += 1
      let body = ''
      for await (const part of request) body += String(part)
      if (name === 'first') {
        // The answer comes in two parts, so that neither part is a complete frame.
        return void response.write(text.slice(0, 6), () => response.end(text.slice(6)))
      }
      const { method } = JSON.parse(body) as { method: string }
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: resultOf(method) }))
    })()
  })
})
afterEach(() => nodes.stop())

function chainOf(count: number): ChainReader {
  // With a clock that stands still, a resting node stays at rest.
  return createChainReader(firstAnswering(nodes.urls(count), () => 0))
}
function callWord(chain: ChainReader) {
  return chain.callWord({ to: ACCOUNT, data: '0x' })
}

const questions: [string, (chain: ChainReader) => Promise<unknown>, unknown][] = [
  ['head', (chain) => chain.head(), { number: 7, timestamp: 8 }],
  ['callWord', callWord, WORD],
  ['transactionCount', (chain) => chain.transactionCount(ACCOUNT), 5],
]

describe.each(questions)('%s', (_name, ask, answer) => {
  it('is answered by the second node if the first sends a page, and the first then rests', async () => {
    text = PAGE
    const chain = chainOf(2)
    for (let round = 1; round <= 3; round += 1) {
      expect(await ask(chain)).toEqual(answer)
      expect(asked).toEqual({ first: 1, second: round })
    }
  })

  it('is unavailable if the only node sends a page', async () => {
    text = PAGE
    await expect(ask(chainOf(1))).rejects.toThrow(ChainUnavailableError)
  })
})

const hex = '0'.repeat(LONG)
const frames = {
  'returns too much': `{"jsonrpc":"2.0","id":1,"result":"0x${hex}"}`,
  'returns too much, in another order': `{"id":1,"result":"0x${hex}","jsonrpc":"2.0"}`,
  'returns too much, in lines': `\r\n{\n  "result" : "0x${hex}" }`,
  'reverts with too much': `{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"reverted","data":"0x${hex}"}}`,
  'reverts with too much, in another order': `{"error":{"code":3,"data":"0x${hex}"},"id":1}`,
}

describe.each(Object.entries(frames))('a contract that %s', (_what, frame) => {
  it('gives no word, and no other node is asked or rests', async () => {
    text = frame
    const chain = chainOf(2)
    for (let round = 1; round <= 2; round += 1) {
      expect(await callWord(chain)).toBeNull()
      expect(asked).toEqual({ first: round, second: 0 })
    }
  })

  it('does not affect other requests', async () => {
    text = frame
    expect(await chainOf(2).transactionCount(ACCOUNT)).toBe(5)
    await expect(chainOf(1).transactionCount(ACCOUNT)).rejects.toThrow(ChainUnavailableError)
  })
})

it.each([
  ['other JSON', `{"message":"${hex}"}`],
  ['a text that contains a frame', `"{\\"jsonrpc\\":\\"2.0\\",${hex}"`],
  ['a list', `[${hex}]`],
  ['only white space', ' '.repeat(LONG)],
])('a call is answered by the second node if the first sends %s', async (_what, long) => {
  text = long
  expect(await callWord(chainOf(2))).toBe(WORD)
  expect(asked).toEqual({ first: 1, second: 1 })
})
