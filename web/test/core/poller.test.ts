// The chain is read again as soon as the browser has a network, whatever the reads that are shown ask for by themselves.
import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult } from 'viem/utils'
import { afterEach, expect, it, vi } from 'vitest'
import { multicall3Abi } from '../../src/core/chain/abis.ts'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { config } from '../staking/fixtures.ts'

const HOUR = 3_600_000
const ends: (() => void)[] = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
  useChainStore.setState(initialChainState, true)
})

it('reads the chain at once when the network is back', async () => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  let online = false
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
  ends.push(
    mountRead(
      { key: 'pool/test', ofAccount: false, load: () => Promise.resolve(({ time }) => time()) },
      HOUR,
    ),
  )
  ends.push(startPoller(config))
  await vi.waitFor(() => expect(useChainStore.getState().connection).toBe('down'))
  online = true
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(useChainStore.getState().connection).toBe('up'))
})
