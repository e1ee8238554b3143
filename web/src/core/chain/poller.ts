/**
 * Keeps the shown chain state up to date. Polls every 3 s while the page is visible (less often if polling would transfer too much), on
 * focus, when the network is back, when the account changes, when a component shows a new read, and after each transaction. The poller
 * reads no logs (timelockLogs/ does).
 */
import type { WebConfig } from '@galx/protocol/webConfig'
import { formatUnitsDown } from '@galx/protocol/units'
import { useAppStore } from '../state/appStore.ts'
import { afterFailure, fresh, mapReading, type Reading } from '../state/reading.ts'
import { whenIdle } from '../state/whenIdle.ts'
import { batchReads } from './multicall.ts'
import { readingIn, useChainStore, type ChainState } from './chainStore.ts'
import { mountedReads, onMount, mountRead, type MountedRead } from './mountedReads.ts'
import { hasTwoNodes, useNodeChoice } from './nodeChoice.ts'
import type { ChainRead, Reader } from './chainRead.ts'
import { setRefresh } from './refresh.ts'
import { bytesTransferred } from './rpc.ts'
import { balanceOf } from './reads.ts'

/** The minimum number of milliseconds between two automatic polls. */
const POLL_INTERVAL = 3_000
/** Bytes that automatic polls may transfer in an hour, without transactions and visits to the page. */
const BYTES_AN_HOUR = 8_500_000
/** Milliseconds after which readers no longer use remembered values. */
const THOROUGH_INTERVAL = 60_000
const NO_ACCOUNT = `0x${'0'.repeat(40)}` as const

let config: WebConfig | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | null = null
let again = false
let lastStart = -Infinity
let lastThorough = -Infinity
/** no automatic poll before this time, because of the limit on bytes */
let pausedUntil = 0
const readers = new Map<string, Promise<Reader<unknown>>>()
const lastRead = new Map<string, number>()

/** Starts polling. @returns a function that stops it */
export function startPoller(given: WebConfig): () => void {
  config = given
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    // The page is visible again: poll at once. After a very recent poll, only start the timer again, which does not run on a hidden page.
    if (performance.now() - lastStart >= POLL_INTERVAL / 2) void refreshNow()
    else schedule()
  }
  const backOnline = () => void refreshNow()
  setRefresh(refreshNow)
  const ends = [
    showAppBalances(),
    onMount(schedule),
    // Drop the readers, because they remember values of the former node.
    useNodeChoice.subscribe(() => {
      readers.clear()
      void refreshNow()
    }),
    useAppStore.subscribe((state, before) => {
      if (state.address === before.address) return
      clearAccount()
      void refreshNow()
    }),
  ]
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('focus', onVisible)
  window.addEventListener('online', backOnline)
  void refreshNow()
  return () => {
    config = null
    setRefresh(null)
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('focus', onVisible)
    window.removeEventListener('online', backOnline)
    for (const end of ends) end()
    readers.clear()
    lastRead.clear()
  }
}

/** The reads that are possible now. Without a connected account, reads of an account are not possible. */
function readable(): MountedRead[] {
  const connected = useAppStore.getState().address !== null
  return mountedReads().filter(({ read }) => connected || !read.ofAccount)
}

function dueAt({ read, every }: MountedRead) {
  const last = lastRead.get(read.key)
  return last === undefined ? 0 : Math.max(last + every, pausedUntil)
}

function schedule(): void {
  clearTimeout(timer)
  if (config === null || running !== null || document.visibilityState !== 'visible') return
  const next = Math.min(...readable().map(dueAt))
  if (!Number.isFinite(next)) return
  timer = setTimeout(
    () => {
      const now = performance.now()
      start(() => poll(readable().filter((mounted) => dueAt(mounted) <= now)))
    },
    Math.max(0, next - performance.now()),
  )
}

function start(work: () => Promise<void>): void {
  if (running !== null) return
  running = (async () => {
    await work()
    while (again) {
      again = false
      await poll(readable(), true)
    }
  })().finally(() => {
    running = null
    schedule()
  })
}

/** See refreshChain. */
function refreshNow(): Promise<void> {
  if (running !== null) again = true
  else start(() => poll(readable(), true))
  return running ?? Promise.resolve()
}

/** Reads the due reads, or all shown reads if no remembered value may be used. */
async function poll(due: MountedRead[], asked = false): Promise<void> {
  if (config === null || due.length === 0) return
  const { address } = useAppStore.getState()
  const now = performance.now()
  const thorough = asked || now - lastThorough >= THOROUGH_INTERVAL
  if (thorough) lastThorough = now
  const mounted = thorough ? readable() : due
  lastStart = now
  const before = bytesTransferred()
  const compared = hasTwoNodes()
  const { reads, head, answered } = batchReads(config, compared)
  const context = {
    ...reads,
    config,
    account: address ?? NO_ACCOUNT,
    thorough,
  }
  const results = await Promise.all(
    mounted.map(async ({ read: wanted }) => {
      try {
        return { wanted, value: await (await readerOf(wanted))(context) }
      } catch (error) {
        return { wanted, reason: messageOf(error) }
      }
    }),
  )
  const block = await head().catch((error: unknown) => messageOf(error))
  pausedUntil = now + ((bytesTransferred() - before) * 3_600_000) / BYTES_AN_HOUR
  if (useAppStore.getState().address !== address) {
    again = true
    return
  }
  for (const { wanted } of results) lastRead.set(wanted.key, now)
  if (typeof block === 'string') return markFailed(block)
  useChainStore.setState((state) => ({
    head: block,
    connection: 'up',
    readings: {
      ...state.readings,
      ...Object.fromEntries(
        results.map(({ wanted, value, reason }): [string, Reading<unknown>] => [
          wanted.key,
          reason === undefined
            ? fresh(value, block.timestamp * 1_000)
            : afterFailure(readingIn(state, wanted), reason),
        ]),
      ),
    },
  }))
  // Runs after the figures are shown: they must not wait for the comparison's code or request.
  if (compared)
    whenIdle(() => {
      import('./comparing/compare.ts').then(
        ({ compareLater }) => compareLater(block.number, answered),
        () => {},
      )
    })
}

/** The code of a read. If the code does not arrive, the next poll requests it again. */
function readerOf(read: ChainRead<unknown>): Promise<Reader<unknown>> {
  const known = readers.get(read.key) ?? read.load()
  readers.set(read.key, known)
  known.catch(() => readers.delete(read.key))
  return known
}

/** No node answers. No shown value may stay loading or look fresh. */
function markFailed(reason: string): void {
  useChainStore.setState((state) => ({
    connection: 'down',
    readings: Object.fromEntries([
      ...Object.entries(state.readings).map(([key, last]) => [key, afterFailure(last, reason)]),
      ...readable().map(({ read }) => [read.key, afterFailure(readingIn(state, read), reason)]),
    ]) as Record<string, Reading<unknown>>,
  }))
}

/**
 * The account has changed. No value of the former account may appear under the new account. A dropped read is due as soon as a component
 * shows it.
 */
function clearAccount(): void {
  const stays = (key: string) => /^(pool|head)(\/|$)/.test(key)
  for (const key of lastRead.keys()) if (!stays(key)) lastRead.delete(key)
  useChainStore.setState(({ readings }) => ({
    readings: Object.fromEntries(Object.entries(readings).filter(([key]) => stays(key))),
  }))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const FIELDS = [
  ['usdtBalance', 'USDT'],
  ['aaaBalance', 'AAA'],
  ['mcmBalance', 'MCM'],
  ['galxBalance', 'GALX'],
] as const

/** Milliseconds between two readings. A page that shows a balance reads that balance more often. */
const SELDOM = 30_000

/** Keeps the four balances of the app state up to date on every page, rounded down to 6 decimals. @returns a function that stops the updates */
function showAppBalances(): () => void {
  const show = (state: ChainState) => {
    for (const [field, token] of FIELDS)
      useAppStore.setState({
        [field]: mapReading(readingIn(state, balanceOf(token)), (wei) => formatUnitsDown(wei, 6)),
      })
  }
  const ends = FIELDS.map(([, token]) => mountRead(balanceOf(token), SELDOM))
  ends.push(
    useChainStore.subscribe((state, before) => {
      if (state.readings !== before.readings) show(state)
    }),
  )
  return () => {
    for (const end of ends) end()
  }
}
