import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchedAddress } from '../../../src/activity/watchedAddress.ts'
import { onNavigation } from '../../../src/app/navigation.ts'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import type { ChainRead } from '../../../src/core/chain/chainRead.ts'
import { accountInPool, poolState, positionsIn } from '../../../src/core/chain/reads.ts'
import { readsOf } from '../../../src/core/chain/watched.ts'
import { vaultShares } from '../../../src/core/chain/vaultReads.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { connectOnNavigation } from '../../../src/core/wallet/connectWallet.ts'
import { heldPasses, passTerms } from '../../../src/passes/passReads.ts'
import WatchView from '../../../src/pages/earn/watch/WatchView.tsx'
import {
  ACCOUNT,
  accountState,
  config,
  ONE,
  poolSnapshot,
  position,
  read,
  single,
} from '../../staking/fixtures.ts'

vi.mock('../../../src/core/wallet/connectWallet.ts', () => ({
  connectOnNavigation: vi.fn(() => Promise.resolve()),
  connectWallet: vi.fn(),
}))

const OTHER = '0x00000000000000000000000000000000000000aa'
const CHECKSUMMED = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

/** Stores a reading of the watched account. */
function showOther<T>(of: ChainRead<T>, value: T) {
  setReading(readsOf(OTHER)(of), read(value))
}

const asked: { url: string; authorization: string | null }[] = []

beforeEach(() => {
  asked.length = 0
  const timestamp = Math.floor(Date.now() / 1_000)
  useConfigStore.setState({ state: { status: 'ready', config: { ...config, pools: { galx: single } } } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected', userToken: 'token' })
  useChainStore.setState({ head: { number: 9n, timestamp, readAt: performance.now() }, connection: 'up' })
  setReading(poolState('galx'), read(poolSnapshot({ rewardRate: 0n, rewardEnd: timestamp })))
  // The connected account has other figures.
  setReading(accountInPool('galx'), read(accountState({ weight: 0n, earned: 999n * ONE, timestamp })))
  setReading(positionsIn('galx'), read([position({ amount: 777n * ONE })]))
  showOther(accountInPool('galx'), accountState({ weight: 0n, earned: 3n * ONE, timestamp }))
  showOther(positionsIn('galx'), [position({ amount: 41n * ONE })])
  showOther(vaultShares, 0n)
  showOther(heldPasses, [{ id: 7n, name: 'north', unbondingUntil: 0 }])
  setReading(passTerms, read({ bond: 10_000n * ONE, coolDown: 604_800, count: 5n }))
  vi.stubGlobal('fetch', async (url: string, options: { headers?: Record<string, string> } = {}) => {
    // The account's name comes from the node, not from a server.
    if (url === config.rpcUrl) return Response.json({ jsonrpc: '2.0', id: 1, result: '0x' })
    asked.push({ url, authorization: options.headers?.Authorization ?? null })
    const data = url.includes('accountTotals')
      ? {
          totals: [{ kind: 'putIn', token: 'GALX', amount: (41n * ONE).toString() }],
          since: null,
          asOf: null,
        }
      : url.includes('/api/bonuses')
        ? { address: OTHER, programs: [], settled: null, late: null, asOf: null }
        : { list: [], total: 0, nextCursor: null, asOf: null }
    return Response.json({ code: 200, message: 'ok', data })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
})

describe('a watched address', () => {
  it('has its own figures, never those of the connected account, and causes only public calls', async () => {
    render(<WatchView of={OTHER} />)
    await waitFor(() => expect(screen.getByText(/41\.00/, { selector: 'li *' })).toBeTruthy())
    expect(screen.getByText('你正在查看 0x0000…00aa：只读')).toBeTruthy()
    expect(screen.getByRole('region', { name: '可领取' }).textContent).toContain('3.000000')
    expect(screen.getByText('north')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/999|777/)
    await waitFor(() => expect(asked.some(({ url }) => url.includes('/api/accountActivity'))).toBe(true))
    const calls = asked.map(({ url }) => /\/api\/(\w+)/.exec(url)?.[1])
    expect([...new Set(calls)].sort()).toEqual(['accountActivity', 'accountTotals', 'bonuses', 'timelock'])
    expect(asked.every(({ url }) => url.includes(OTHER) || url.endsWith('/api/timelock'))).toBe(true)
  })

  it('has no button beside its stakes and claimable amounts', async () => {
    render(<WatchView of={OTHER} />)
    for (const name of ['可领取', '已质押'])
      expect(within(await screen.findByRole('region', { name })).queryAllByRole('button')).toEqual([])
  })

  it('is asked for again if the text is not an address', () => {
    render(<WatchView of="0x12" />)
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    expect(asked).toEqual([])
  })

  it('starts no wallet connection', () => {
    useAppStore.setState({ address: null })
    onNavigation({ search: '', hash: `#/earn?of=${OTHER}` })
    expect(connectOnNavigation).not.toHaveBeenCalled()
  })
})

describe('watchedAddress', () => {
  it('accepts an address, or an address in a link, and refuses a wrong character', () => {
    expect(watchedAddress(` ${CHECKSUMMED}\n`)).toBe(CHECKSUMMED.toLowerCase())
    expect(watchedAddress(`https://bscscan.com/address/${CHECKSUMMED}#x`)).toBe(CHECKSUMMED.toLowerCase())
    expect(watchedAddress(CHECKSUMMED.toLowerCase())).toBe(CHECKSUMMED.toLowerCase())
    expect(watchedAddress(CHECKSUMMED.replace('71C', '71c'))).toBeNull()
    for (const wrong of ['', '0x', CHECKSUMMED.slice(0, -1), `${CHECKSUMMED}0`, `0x${'g'.repeat(40)}`])
      expect(watchedAddress(wrong), wrong).toBeNull()
  })
})
