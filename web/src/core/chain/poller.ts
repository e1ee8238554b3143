/**
 * Keeps the chain store up to date: every 3 s while the page is visible, on focus, when the account changes and after each
 * transaction. The browser never reads logs.
 */
import type { PoolKey } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import { formatUnitsDown } from '@galx/protocol/units'
import { useAppStore } from '../state/appStore.ts'
import { entries, type Keyed, mapKeyed } from '../state/keyed.ts'
import { afterFailure, fresh, LOADING, mapReading, type Reading } from '../state/reading.ts'
import { useChainStore } from './chainStore.ts'
import type { ReadResult } from './multicall.ts'
import { type ChainReading, readChain, windowsFor } from './readChain.ts'

/** Milliseconds between two readings that nobody asked for. */
const POLL_INTERVAL = 3_000

let config: WebConfig | null = null
let windows: Partial<Record<PoolKey, number>> = {}
let running: Promise<void> | null = null
let again = false
let lastStart = 0

/** Starts polling. @returns a function that stops it */
export function startPoller(given: WebConfig): () => void {
  config = given
  const due = () => {
    // Half: a timer is never exactly on time, and a tick missed by a millisecond would be the next reading missed.
    if (document.visibilityState === 'visible' && Date.now() - lastStart >= POLL_INTERVAL / 2)
      void refreshChain()
  }
  const stopAccount = useAppStore.subscribe((state, before) => {
    if (state.address === before.address) return
    forgetAccount()
    void refreshChain()
  })
  const timer = setInterval(due, POLL_INTERVAL)
  document.addEventListener('visibilitychange', due)
  window.addEventListener('focus', due)
  void refreshChain()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', due)
    window.removeEventListener('focus', due)
    stopAccount()
    config = null
  }
}

/**
 * Reads the chain now. Never throws: what cannot be read is marked in the store. A call while a reading is under way
 * leads to one more after it, as the one under way may have been answered before whatever the caller has just done.
 */
export function refreshChain(): Promise<void> {
  if (running) {
    again = true
    return running
  }
  running = (async () => {
    do {
      again = false
      await refreshOnce()
    } while (again)
  })().finally(() => {
    running = null
  })
  return running
}

async function refreshOnce(): Promise<void> {
  if (config === null) return
  lastStart = Date.now()
  const { address } = useAppStore.getState()
  try {
    const reading = await readChain(config, address, windows)
    if (useAppStore.getState().address !== address) {
      again = true
      return
    }
    takeOver(reading)
    if (growWindows(reading)) again = true
  } catch (error) {
    if (useAppStore.getState().address === address)
      markFailed(error instanceof Error ? error.message : String(error))
  }
}

/** Another account: nothing of the old one may be shown as the new one's. */
function forgetAccount(): void {
  windows = {}
  useChainStore.setState({ accounts: {}, positions: {}, balances: {} })
  useAppStore.setState({
    usdtBalance: LOADING,
    aaaBalance: LOADING,
    mcmBalance: LOADING,
    galxBalance: LOADING,
  })
}

function growWindows(reading: ChainReading): boolean {
  let grown = false
  for (const [key, result] of entries(reading.accounts)) {
    if (!result.ok) continue
    const needed = windowsFor(result.value.positionCount)
    if (needed > (windows[key] ?? 1)) grown = true
    windows[key] = needed
  }
  return grown
}

function takeOver({ head, pools, accounts, positions, balances }: ChainReading): void {
  const before = useChainStore.getState()
  useChainStore.setState({
    head,
    connection: 'up',
    pools: merge(before.pools, pools, head.readAt),
    accounts: merge(before.accounts, accounts, head.readAt),
    positions: merge(before.positions, positions, head.readAt),
    balances: merge(before.balances, balances, head.readAt),
  })
  showBalances()
}

/** What was just read, or, where that failed, the last value as stale. */
function merge<Key extends string, T>(
  before: Keyed<Key, Reading<T>>,
  results: Keyed<Key, ReadResult<T>>,
  at: number,
): Keyed<Key, Reading<T>> {
  return mapKeyed(results, (result, key) =>
    result.ok ? fresh(result.value, at) : afterFailure(before[key], result.reason),
  )
}

function failAll<Key extends string, T>(
  values: Keyed<Key, Reading<T>>,
  reason: string,
): Keyed<Key, Reading<T>> {
  return mapKeyed(values, (last) => afterFailure(last, reason))
}

function markFailed(reason: string): void {
  const { pools, accounts, positions, balances } = useChainStore.getState()
  // A pool never read so far is failed, not loading for ever.
  const known = { ...mapKeyed(config?.pools ?? {}, () => LOADING), ...pools }
  useChainStore.setState({
    connection: 'down',
    pools: failAll(known, reason),
    accounts: failAll(accounts, reason),
    positions: failAll(positions, reason),
    balances: failAll(balances, reason),
  })
  showBalances()
}

/** The four balances of the app state: rounded down to 6 decimals, never up. */
function showBalances(): void {
  const { balances } = useChainStore.getState()
  const shown = (reading: Reading<bigint> = LOADING) => mapReading(reading, (wei) => formatUnitsDown(wei, 6))
  useAppStore.setState({
    usdtBalance: shown(balances.USDT),
    aaaBalance: shown(balances.AAA),
    mcmBalance: shown(balances.MCM),
    galxBalance: shown(balances.GALX),
  })
}
