// The times at which the chain is read again, besides the pace of the mounted reads.
import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult } from 'viem/utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { multicall3Abi } from '../../src/core/chain/abis.ts'
import { chainNow } from '../../src/core/chain/chainNow.ts'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { ACCOUNT, config, INVITER } from '../staking/fixtures.ts'

const HOUR = 3_600_000
const ends: (() => void)[] = []
let online = true

beforeEach(() => {
  online = true
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState(initialAppState(), true)
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    if (!online) throw new TypeError('Failed to fetch')
    const [{ data }] = (JSON.parse(body) as { params: [{ data: `0x${string}` }] }).params
    const calls = decodeFunctionData({ abi: multicall3Abi, data }).args?.[0] as readonly unknown[]
    const one = { success: true, returnData: encodeAbiParameters([{ type: 'uint256' }], [1n]) }
    return Response.json({
      result: encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: calls.map(() => one),
      }),
    })
  })
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  useChainStore.setState(initialChainState, true)
})

/** Shows a read. @returns a function that ends it */
function show(key: string, every: number, read = () => {}): () => void {
  const end = mountRead(
    {
      key,
      ofAccount: false,
      load: () =>
        Promise.resolve(({ time }) => {
          read()
          return time()
        }),
    },
    every,
  )
  ends.push(end)
  return end
}

function start(): void {
  ends.push(startPoller(config))
}

it('reads the chain at once when the network is back', async () => {
  online = false
  show('pool/test', HOUR)
  start()
  await vi.waitFor(() => expect(useChainStore.getState().connection).toBe('down'))
  online = true
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(useChainStore.getState().connection).toBe('up'))
})

it('continues when the page comes back just after a reading in the background', async () => {
  vi.useFakeTimers()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const read = vi.fn()
  turn('visible')
  show('pool/test', 3_000, read)
  start()
  await vi.advanceTimersByTimeAsync(1_000)
  turn('hidden')
  await vi.advanceTimersByTimeAsync(2_500)
  expect(read).toHaveBeenCalledTimes(2)
  turn('visible')
  await vi.advanceTimersByTimeAsync(3_500)
  expect(read).toHaveBeenCalledTimes(3)
})

it.each(['between two readings', 'while the chain is being read'])(
  'reads a figure that a change of account has cleared as soon as the figure is shown, not at its next turn: %s',
  async (when) => {
    vi.useFakeTimers()
    const reading = () => useChainStore.getState().readings.passTerms?.status
    useAppStore.setState({ address: ACCOUNT })
    show('pool/test', HOUR)
    const leave = show('passTerms', HOUR)
    start()
    await vi.waitFor(() => expect(reading()).toBe('fresh'))
    leave()
    if (when === 'while the chain is being read') window.dispatchEvent(new Event('online'))
    useAppStore.setState({ address: INVITER })
    // Wait for the readings after the change of account, so that only the opened page can request a reading.
    await vi.advanceTimersByTimeAsync(100)
    expect(reading()).toBeUndefined()
    show('passTerms', HOUR)
    await vi.waitFor(() => expect(reading()).toBe('fresh'))
  },
)

it.each([[-HOUR], [HOUR]])(
  'keeps its pace if the device’s clock is set by %o, and dates its readings by the chain',
  async (change) => {
    vi.useFakeTimers()
    let reads = 0
    show('pool/test', 3_000, () => (reads += 1))
    start()
    await vi.advanceTimersByTimeAsync(100)
    expect(reads).toBe(1)
    vi.setSystemTime(Date.now() + change)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads).toBeGreaterThanOrEqual(3)
    expect(reads).toBeLessThanOrEqual(5)
    const { head, readings } = useChainStore.getState()
    expect(readings['pool/test']).toMatchObject({ status: 'fresh', at: (head?.timestamp ?? -1) * 1_000 })
    expect(chainNow(head as never, performance.now()) - (head?.timestamp ?? 0)).toBeLessThan(10)
  },
)
