// A node that does not simulate a swap says nothing about the swap.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { simulateSwap, type SwapCall } from '../../src/swap/simulateSwap.ts'
import { exampleConfig } from '../core/exampleConfig.ts'

const ONE = 10n ** 18n
const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const call: SwapCall = {
  name: 'swap',
  path: ['USDT', 'GALX'],
  amountIn: ONE,
  amountOutMin: ONE,
  to: ACCOUNT,
  deadline: 1_900_000_000n,
  native: null,
  feeOnTransfer: false,
}

/** The node's answers by method. */
function answer(answers: Record<string, object>) {
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body) as { method: string }
    return Promise.resolve(new Response(JSON.stringify(answers[method])))
  })
}

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: exampleConfig() } })
  useWalletStore.setState({ connected: null })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  { code: -32000, message: 'state override not supported' },
  { code: -32600, message: 'Invalid Request' },
  { code: -32000, message: 'header not found' },
  { code: -32601, message: 'method not found' },
  { code: -32016, message: 'over rate limit' },
])('a node that refuses with $code, “$message”, does not simulate', async (error) => {
  answer({ eth_getCode: { result: '0x6001' }, eth_blockNumber: { result: '0x7' }, eth_call: { error } })
  expect(await simulateSwap(ACCOUNT, call, exampleConfig())).toEqual({ kind: 'unsupported' })
})

it('a contract that refuses the swap counts as a simulation', async () => {
  const error = { code: 3, message: 'execution reverted: UniswapV2: K', data: '0x' }
  answer({ eth_getCode: { result: '0x6001' }, eth_blockNumber: { result: '0x7' }, eth_call: { error } })
  expect(await simulateSwap(ACCOUNT, call, exampleConfig())).toMatchObject({
    kind: 'reverted',
    problem: { code: 'reverted', reason: 'UniswapV2: K' },
  })
})
