/** Whether an answer counts as the chain's answer, or as a fault of the node, after which the next node is asked. */
import { json } from 'node:stream/consumers'
import { encodeErrorResult, parseAbi } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { ChainUnavailableError, createChainReader } from '../../src/chain/chainReader.ts'
import type { ErrorAnswer } from '../../src/chain/rpc/askNode.ts'
import { NodeFaultError } from '../../src/chain/rpc/fault.ts'
import { firstAnswering, type Nodes } from '../../src/chain/rpc/nodes.ts'
import { watchVoucherTerms } from '../../src/ledger/voucherTerms.ts'
import { startNodes, type AnsweringNodes } from '../support/answeringNodes.ts'

/** Two nodes that both give this answer. */
function nodesThatAnswer(answer: { result: unknown } | { error: ErrorAnswer }) {
  let asked = 0
  const nodes: Nodes = {
    count: 2,
    ask: async (_question, isAnswer = () => false) => {
      for (let node = 0; node < 2; node += 1) {
        asked += 1
        if ('result' in answer || isAnswer(answer.error)) return { by: node, ...answer }
      }
      throw new NodeFaultError('unreachable', 'no node answers')
    },
  }
  return { chain: createChainReader(nodes), asked: () => asked }
}

function errorOf(message: string) {
  return { error: { code: -32_000, message, data: undefined } }
}
const CALL = { to: `0x${'1'.repeat(40)}`, data: '0x' } as const

describe('a call that the contract’s code aborted', () => {
  // In the words of geth and BSC (core/vm/errors.go), reth and anvil, Nethermind.
  it.each([
    'execution reverted',
    'out of gas',
    'gas uint64 overflow',
    'invalid jump destination',
    'invalid opcode: opcode 0xfe not defined',
    'stack underflow (0 <=> 2)',
    'stack limit reached 1024 (1023)',
    'return data out of bounds',
    'write protection',
    'invalid code: must not begin with 0xef',
    'max code size exceeded',
    'contract creation code storage out of gas',
    'insufficient balance for transfer',
    'EVM error: StackOverflow',
    'VM execution error.',
  ])('%s: is an answer, and no other node is asked', async (message) => {
    const { chain, asked } = nodesThatAnswer(errorOf(message))
    expect(await chain.callWord(CALL)).toBeNull()
    expect(asked()).toBe(1)
  })

  it.each([
    'header not found',
    'missing trie node',
    'limit exceeded',
    'method handler crashed',
    'no message',
  ])('%s: is not an answer, and the other node is asked', async (message) => {
    const { chain, asked } = nodesThatAnswer(errorOf(message))
    await expect(chain.callWord(CALL)).rejects.toThrow(ChainUnavailableError)
    expect(asked()).toBe(2)
  })
})

describe('the words of a node', () => {
  it('are kept without characters that a database refuses', async () => {
    const message = 'a\u0000b\ud800c'
    const nodes = await startNodes(1, (_place, request, response) => {
      request.resume()
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message } }))
    })
    try {
      const answer = await firstAnswering(nodes.urls(1)).ask(
        { method: 'eth_accounts', params: [], maximumBytes: 1_000 },
        () => true,
      )
      expect(answer).toMatchObject({ error: { message: 'a b c' } })
    } finally {
      await nodes.stop()
    }
  })
})

describe('the reason of a transaction that failed', () => {
  const transaction = { from: CALL.to, to: CALL.to, input: '0x', value: 0n, nonce: 1 } as const
  const receipt = { status: 'reverted', blockNumber: 7n } as const
  /** Seconds since the block before the transaction's block. */
  let age = 50
  let nodes: AnsweringNodes
  let calls: number

  /** Starts nodes that know the block before, and answer every call with these errors, one for each node. @returns the reason */
  async function reasonFrom(...errors: { code: number; message: string; data?: string }[]) {
    calls = 0
    nodes = await startNodes(errors.length, (place, request, response) => {
      void json(request).then((asked) => {
        const { method, params } = asked as { method: string; params: unknown[] }
        const isCall = method === 'eth_call'
        if (isCall) calls += 1
        else expect(params[0]).toBe('0x6')
        const answer = isCall ? { error: errors[place] } : { result: { number: '0x6', timestamp: '0x64' } }
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }))
      })
    })
    const abi = parseAbi(['error TooLate(uint256)'])
    const chain = createChainReader(firstAnswering(nodes.urls(errors.length)))
    return chain.revertReason(transaction, receipt, abi, 100 + age)
  }
  afterEach(() => {
    age = 50
    nodes.stop()
  })

  const GONE = { code: -32_000, message: `missing trie node ${'8b'.repeat(32)} (path )` }
  const LIMITED = { code: -32_005, message: 'limit exceeded' }
  const data = encodeErrorResult({ abi: parseAbi(['error TooLate(uint256)']), args: [1n] })
  const REVERTED = { code: 3, message: 'execution reverted', data }

  it('comes from a node that still has the state', async () => {
    expect(await reasonFrom(GONE, REVERTED)).toBe('TooLate')
  })

  it('is unknown if the nodes have dropped the state early, which is not a fault', async () => {
    expect(await reasonFrom(GONE, GONE)).toBeNull()
    expect(calls).toBe(2)
  })

  it('is unknown if the block is so old that an archive would be needed: no node is asked for its state', async () => {
    age = 51
    expect(await reasonFrom(REVERTED, REVERTED)).toBeNull()
    expect(calls).toBe(0)
  })

  it('is requested again later if a node only limits us', async () => {
    await expect(reasonFrom(GONE, LIMITED)).rejects.toThrow(
      /is no archive, and no longer has the state of that block.*refuses: limit exceeded/,
    )
    nodes.stop()
    await expect(reasonFrom(LIMITED)).rejects.toThrow(ChainUnavailableError)
  })
})

describe('a number that is too large', () => {
  const huge = `0x${'f'.repeat(64)}`

  it('is not a nonce, because the database could not store it', async () => {
    const transaction = { from: CALL.to, to: CALL.to, input: '0x', value: huge }
    const of = (nonce: string) => nodesThatAnswer({ result: { ...transaction, nonce } }).chain
    expect(await of('0x7').transaction('0x')).toMatchObject({ nonce: 7, value: BigInt(huge) })
    await expect(of(huge).transaction('0x')).rejects.toThrow(ChainUnavailableError)
  })

  it('is not the block of a receipt, because the database could not search for it', async () => {
    const of = (blockNumber: string) =>
      nodesThatAnswer({ result: { status: '0x1', blockNumber } }).chain.receipt('0x')
    expect(await of('0x7')).toMatchObject({ blockNumber: 7n })
    await expect(of(huge)).rejects.toThrow(ChainUnavailableError)
  })

  it('is not the end of a pause, because it is not a date', async () => {
    const { chain } = nodesThatAnswer({ result: huge })
    await expect(watchVoucherTerms(chain, CALL.to)()).rejects.toThrow(ChainUnavailableError)
  })

  it('is neither a count of transactions nor a newest block', async () => {
    await expect(nodesThatAnswer({ result: huge }).chain.transactionCount(CALL.to)).rejects.toThrow(
      ChainUnavailableError,
    )
    const head = { number: huge, timestamp: '0x1' }
    await expect(nodesThatAnswer({ result: head }).chain.head()).rejects.toThrow(ChainUnavailableError)
  })
})
