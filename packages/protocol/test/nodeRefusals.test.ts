import { describe, expect, it } from 'vitest'
import { isRevert, readRefusal, revertData } from '../src/nodeErrors.ts'
import { sortRefusal, type NodeRefusal, type Refusal } from '../src/nodeRefusals.ts'
import { isSeedWithoutLogs } from '../src/nodes.ts'
import { TABLE } from './nodeRefusals.table.ts'

function sort(message: string): Refusal {
  return sortRefusal({ httpStatus: null, code: null, message, retryAfter: null })
}

describe('a refusal', () => {
  it.each(TABLE.map((row) => [`${row.who}: ${row.refusal.message.slice(0, 70)}`, row] as const))(
    'is sorted correctly: %s',
    (_, { refusal, asked, expected }) => {
      expect(sortRefusal(refusal, asked)).toMatchObject(expected)
      expect(isRevert({ code: refusal.code, message: refusal.message })).toBe(false)
    },
  )

  it('prefers the wait in the header to the wait in the message', () => {
    const refusal = { httpStatus: 429, code: null, message: 'retry in 10s', retryAfter: 2_000 }
    expect(sortRefusal(refusal).retryAfter).toBe(2_000)
  })

  it('is one short line without tags, however the node words it', () => {
    expect(sort('<b>Bad</b>\r\n\u001b[31m gateway').message).toBe('Bad [31m gateway')
    expect(sort('x'.repeat(100_000)).message).toHaveLength(200)
  })

  it('is sorted in a time that grows with the length of the message, and not with its square', () => {
    const started = performance.now()
    for (const piece of ['exceed ', 'max ', 'range ', 'batch ', 'a a ', '0x1, ', 'retry in 1m ', 'log ']) {
      sort(piece.repeat(1_000_000 / piece.length))
    }
    // A pattern that reads the message again from each of its characters would take hours.
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  it('proposes no range that ends before it begins', () => {
    expect(sort('query exceeds max results 20000, retry with the range 500-100').suggested).toBeNull()
  })

  it('names the seeds that serve no logs', () => {
    for (const host of [
      'bsc-dataseed.binance.org',
      'bsc-dataseed2.ninicoin.io',
      'data-seed-prebsc-1-s1.bnbchain.org',
    ])
      expect(isSeedWithoutLogs(host)).toBe(true)
    for (const host of ['bsc-rpc.publicnode.com', 'bsc-dataseed.binance.org.example', 'example.org'])
      expect(isSeedWithoutLogs(host)).toBe(false)
  })
})

describe('the words of an error', () => {
  const WORDS = 'query returned more than 10000 results'
  const read = (error: unknown): NodeRefusal => readRefusal(error, 400, null)

  it.each([
    ['in a JSON-RPC answer', { jsonrpc: '2.0', id: 1, error: { code: -32005, message: WORDS } }],
    ['in the body of an HTTP answer', JSON.stringify({ error: { code: -32005, message: WORDS } })],
    [
      'in the first error of a batch',
      JSON.stringify([{ result: '0x1' }, { error: { code: -32005, message: WORDS } }]),
    ],
    ['in JSON as the message', { code: -32005, message: JSON.stringify({ code: -32005, message: WORDS }) }],
    ['in an error inside the data', { code: -32005, message: '', data: { message: WORDS } }],
    ['in an error inside the error', { error: { code: -32005, error: { message: WORDS } } }],
  ])('are found %s', (_, error) => {
    expect(read(error)).toEqual({ httpStatus: 400, code: -32005, message: WORDS, retryAfter: null })
  })

  it('are found behind a general message', () => {
    const refusal = read({ code: -32603, message: 'Internal error', data: { message: WORDS } })
    expect(sortRefusal(refusal).kind).toBe('range')
  })

  it('are the body if the body is not JSON, and the HTTP status if the body is empty', () => {
    expect(read('error code: 1015').message).toBe('error code: 1015')
    expect(read('{ not JSON').message).toBe('{ not JSON')
    expect(read('').message).toBe('HTTP 400')
    expect(readRefusal({}, null, null).message).toBe('no message')
  })

  it('come with the wait that Infura names', () => {
    const error = { code: -32005, message: 'project ID request rate exceeded', data: { backoff_seconds: 30 } }
    expect(read(error).retryAfter).toBe(30_000)
    expect(readRefusal(error, 429, 1_000).retryAfter).toBe(1_000)
  })

  it('are searched for only to a limited depth', () => {
    let error: unknown = WORDS
    for (let depth = 0; depth < 10_000; depth++) error = { error }
    expect(read(error).message).toBe('HTTP 400')
  })
})

describe('a revert', () => {
  const DATA = '0x08c379a0'

  it.each([
    ['geth, BSC, Erigon', { code: 3, message: 'execution reverted', data: DATA }],
    ['geth without a reason', { code: -32000, message: 'execution reverted' }],
    ['Nethermind', { code: -32015, message: 'VM execution error.', data: `Reverted ${DATA}` }],
    ['reth and anvil', { code: 3, message: 'execution reverted: custom error 0x08c379a0', data: DATA }],
    ['anvil out of gas', { code: -32003, message: 'EVM error OutOfGas' }],
    ['Ganache', { code: -32603, message: 'VM Exception while processing transaction: revert' }],
    [
      'a wallet that wraps it',
      { code: -32603, message: 'Internal JSON-RPC error.', data: { code: 3, data: DATA } },
    ],
    ['geth at an invalid opcode', { code: -32000, message: 'invalid opcode: INVALID' }],
  ])('is recognised in the answer of %s', (_, error) => {
    expect(isRevert(error)).toBe(true)
  })

  it('returns the reason’s bytes, without the word that some clients put before them', () => {
    expect(revertData({ data: DATA })).toBe(DATA)
    expect(revertData({ data: `Reverted ${DATA}` })).toBe(DATA)
    expect(revertData({ data: { data: DATA } })).toBe(DATA)
    expect(revertData({ data: 'Reverted' })).toBeNull()
    expect(revertData({ data: { message: 'no' } })).toBeNull()
    expect(revertData({})).toBeNull()
  })

  it('is not recognised if the data is empty and the message names another error', () => {
    expect(isRevert({ code: -32000, message: 'header not found', data: '0x' })).toBe(false)
  })
})
