// How much reading the chain transfers in an hour, on a real node with the real contracts: every byte is counted at fetch.
import { renderHook, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { accountsInPools, balancesOf, poolStates, positionsInPools } from '../../src/core/chain/reads.ts'
import { useChainReads, useHead } from '../../src/core/chain/useChainRead.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { deployForTest, type TestChain } from './deployForTest.ts'

/** What a request and its answer weigh besides their bodies: their headers, as Chromium sends and anvil answers them. */
const HEADERS = 700
const WATCHED = 20_000

let test: TestChain
let bytes = 0
let polls = 0

beforeAll(async () => {
  test = await deployForTest()
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    const answer = await real(url, options)
    bytes += String(options.body).length + (await answer.clone().text()).length + HEADERS
    polls += 1
    return answer
  })
}, 120_000)
afterAll(async () => {
  vi.unstubAllGlobals()
  await test.chain.stop()
})

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: test.config } })
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(
    { ...initialAppState(), address: `0x${'ab'.repeat(20)}`, connection: 'connected' },
    true,
  )
})

/** Bytes an hour, from the time between the first poll and the last one within WATCHED. */
async function bytesAnHour(show: () => void): Promise<number> {
  const shown = renderHook(show)
  const stop = startPoller(test.config)
  await waitFor(() => expect(useChainStore.getState().connection).toBe('up'), { timeout: 20_000 })
  bytes = 0
  polls = 0
  // Real time is what is measured here; nothing is waited for.
  await new Promise((resolve) => setTimeout(resolve, WATCHED))
  stop()
  shown.unmount()
  return (bytes * 3_600_000) / WATCHED
}

it(
  'what /galx shows takes at most 10 MB an hour, and is still read every few seconds',
  { timeout: 90_000 },
  async () => {
    const pools = ['galx', 'galxMcm'] as const
    const measured = await bytesAnHour(() => {
      useHead()
      useChainReads(poolStates(pools))
      useChainReads(accountsInPools(pools))
      useChainReads(positionsInPools(pools))
      useChainReads(balancesOf(['GALX', 'MCM']), { every: 15_000 })
    })
    expect(polls).toBeGreaterThanOrEqual(3)
    expect(measured).toBeLessThanOrEqual(10_000_000)
  },
)

it('a page that shows no chain data takes at most 2 MB an hour', { timeout: 90_000 }, async () => {
  expect(await bytesAnHour(() => {})).toBeLessThanOrEqual(2_000_000)
})
