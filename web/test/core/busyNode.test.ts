// A node that says that it is busy. Its answer says nothing about the call, and does not mean that a contract refuses the call.
import { encodeErrorResult } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChainUnreachableError, readRpc, RpcError } from '../../src/core/chain/rpc.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { simulate } from '../../src/core/transactions/simulate.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { exampleConfig } from './exampleConfig.ts'
import { fails, scriptedWallet } from './scriptedWallet.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}` as const
/** `Error(string)` with “position not found” */
const REASON = encodeErrorResult({
  abi: [{ type: 'error', name: 'Error', inputs: [{ type: 'string', name: 'reason' }] }],
  args: ['position not found'],
})
const CALL = { to: `0x${'2'.repeat(40)}`, data: '0x1234' } as const

let answer: () => Response

/** The node's answer to every request. */
function says(error: { code: number; message: string }, status = 200) {
  answer = () => new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, error }), { status })
}

function connect(answers: Parameters<typeof scriptedWallet>[0]) {
  const provider = scriptedWallet({
    eth_getBlockByNumber: () => ({ hash: exampleConfig().genesisHash }),
    ...answers,
  })
  useWalletStore.setState({ connected: { id: 'tokenpocket', name: '', provider } as never })
}

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: exampleConfig() } })
  useWalletStore.setState({ connected: null })
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a node that answers with a rate limit', () => {
  it.each([
    ['by its code', { code: -32005, message: 'limit exceeded' }, 200],
    ['by its status', { code: -32000, message: 'too many requests' }, 429],
    ['as a missing block', { code: -32000, message: 'header not found' }, 200],
    ['as a missing state', { code: -32000, message: 'missing trie node 5f1c (path )' }, 200],
  ])(
    'counts as a node that does not answer (%s), and not as a contract’s refusal',
    async (_, error, status) => {
      says(error, status)
      await expect(readRpc('eth_call', [])).rejects.toBeInstanceOf(ChainUnreachableError)
      expect(await simulate(ACCOUNT, CALL)).toEqual({ code: 'nodeRefused', message: error.message })
    },
  )

  it('leaves the answer to the wallet’s node', async () => {
    says({ code: -32005, message: 'limit exceeded' })
    connect({ eth_blockNumber: () => '0x7' })
    expect(await readRpc('eth_blockNumber', [])).toBe('0x7')
    connect({ eth_blockNumber: fails(-32005) })
    await expect(readRpc('eth_blockNumber', [])).rejects.toBeInstanceOf(ChainUnreachableError)
  })

  it('is distinguished from a node that refuses the request', async () => {
    says({ code: 3, message: 'execution reverted: no' })
    await expect(readRpc('eth_call', [])).rejects.toBeInstanceOf(RpcError)
    expect(await simulate(ACCOUNT, CALL)).toMatchObject({ code: 'reverted', reason: 'no' })
  })

  it.each([
    ['the contract’s words', { code: -32000, message: 'execution reverted: position not found' }],
    ['its bytes', { code: -32015, message: 'VM execution error.', data: `Reverted ${REASON}` }],
    [
      'an error that a wallet wraps',
      { code: -32603, message: 'Internal JSON-RPC error.', data: { code: 3, data: REASON } },
    ],
    [
      'an error that a wallet wraps twice',
      { code: -32603, data: { originalError: { code: 3, data: REASON } } },
    ],
    ['a wallet’s words without a code', { message: 'execution reverted: position not found' }],
  ])('is distinguished from a contract that refuses, in %s', async (_, error) => {
    says({ code: -32005, message: 'limit exceeded' })
    connect({
      eth_call: () => {
        throw Object.assign(new Error(''), error)
      },
    })
    expect(await simulate(ACCOUNT, CALL)).toMatchObject({ code: 'reverted', reason: 'position not found' })
  })
})
