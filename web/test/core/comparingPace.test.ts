// The cost of comparing two nodes: at most one request in fifteen seconds, and none before the first figures.
import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult } from 'viem/utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { multicall3Abi } from '../../src/core/chain/abis.ts'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { balanceOf } from '../../src/core/chain/reads.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { ACCOUNT, config } from '../staking/fixtures.ts'
// Load these files before the fake clock starts.
import '../../src/core/chain/comparing/compare.ts'
import '../../src/core/chain/poolReaders.ts'

const ends: (() => void)[] = []
/** The times of requests to the second node, milliseconds from the start, and whether a figure was known. */
let asked: { at: number; shown: boolean }[]
let siteAsked: number

function answer(data: `0x${string}`): `0x${string}` {
  const calls = decodeFunctionData({ abi: multicall3Abi, data }).args?.[0] as readonly unknown[]
  const one = { success: true, returnData: encodeAbiParameters([{ type: 'uint256' }], [1n]) }
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: calls.map(() => one),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  siteAsked = 0
  useConfigStore.setState({ state: { status: 'ready', config } })
  useChainStore.setState(initialChainState, true)
  const start = performance.now()
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_getBlockByNumber') {
      const [block] = params as [string]
      if (block === '0x0') return { hash: config.genesisHash }
    }
    const shown = useChainStore.getState().readings[balanceOf('GALX').key]?.status === 'fresh'
    asked.push({ at: performance.now() - start, shown })
    if (method !== 'eth_call') return { number: '0x1', timestamp: '0x1' }
    return answer((params as [{ data: `0x${string}` }])[0].data)
  }
  useWalletStore.setState({
    connected: { id: 'tokenpocket', name: 'test', icon: null, provider: { request } },
  })
  useAppStore.setState({ ...initialAppState(), address: ACCOUNT, connection: 'connected' }, true)
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    siteAsked += 1
    const [{ data }] = (JSON.parse(body) as { params: [{ data: `0x${string}` }] }).params
    return Promise.resolve(Response.json({ result: answer(data) }))
  })
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useWalletStore.setState({ connected: null })
})

it('asks the second node at most once in fifteen seconds and never before the first figures, and asks the first node no more often', async () => {
  ends.push(mountRead(balanceOf('GALX'), 3_000))
  ends.push(startPoller(config))
  await vi.advanceTimersByTimeAsync(180_000)
  expect(asked.length).toBeGreaterThanOrEqual(8)
  expect(asked.length).toBeLessThanOrEqual(12)
  expect(asked.every(({ shown }) => shown)).toBe(true)
  for (const [index, { at }] of asked.entries())
    if (index > 0) expect(at - asked[index - 1]!.at).toBeGreaterThanOrEqual(15_000)
  expect(siteAsked).toBeLessThanOrEqual(61)
})
