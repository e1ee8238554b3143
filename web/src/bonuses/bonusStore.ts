/** The server's answer about the account's bonuses: one reading for all parts of a page, kept up to date while a part is shown. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { getBonuses } from '../core/api/bonusApi.ts'
import { presentMilliseconds } from '../core/chain/chainNow.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { afterFailure, fresh, LOADING, type Reading } from '../core/state/reading.ts'
import { readStored, writeStored } from '../core/state/storage.ts'
import type { KnownBonuses } from './knownBonuses.ts'

/** Milliseconds between two readings: bonuses change once an epoch. */
const REFRESH = 30_000
/** The last answer stays in this browser, so that its vouchers can be claimed while no server answers. */
const KEY = 'galx_signed_bonuses'

type State = { address: string | null; reading: Reading<KnownBonuses> }

export const useBonusStore = create<State>()(() => ({ address: null, reading: LOADING }))

/** Milliseconds for which parts of a page that appear one after another share an answer. */
const SHARED = 3_000

/** the account of the request that is not answered yet */
let asked: string | null = null
let users = 0
let timer: ReturnType<typeof setInterval> | undefined

/** Reads again at once, for example after a failure. */
export async function refreshBonuses(): Promise<void> {
  const { address } = useAppStore.getState()
  if (address === null) return
  // The answer of an earlier visit is shown until the new answer arrives, so that no element has to move then.
  if (useBonusStore.getState().address !== address)
    useBonusStore.setState({ address, reading: remembered(address) ?? LOADING })
  asked = address
  try {
    const data = await getBonuses(address)
    if (data.address !== address) throw new Error('the answer is about another account')
    settle(address, () => fresh(data, presentMilliseconds()))
    writeStored(KEY, JSON.stringify({ at: presentMilliseconds(), data }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    settle(address, (last) => afterFailure(last, reason))
  } finally {
    if (asked === address) asked = null
  }
}

/** Reads for a part that appears now. Parts that appear together share one request. */
function readForPart(address: string): void {
  const { address: of, reading } = useBonusStore.getState()
  const isNew = of === address && reading.status === 'fresh' && presentMilliseconds() - reading.at < SHARED
  if (asked !== address && !isNew) void refreshBonuses()
}

/** Stores bonuses from another source, such as a file of vouchers, until a server answers. */
export function keepBonuses(data: KnownBonuses): void {
  const at = presentMilliseconds()
  settle(data.address, ({ status }) =>
    status === 'fresh' ? fresh(data, at) : { status: 'stale', value: data, at },
  )
  writeStored(KEY, JSON.stringify({ at, data }))
}

function settle(address: string, change: (last: Reading<KnownBonuses>) => Reading<KnownBonuses>): void {
  useBonusStore.setState((state) =>
    state.address === address ? { address, reading: change(state.reading) } : state,
  )
}

/** The answer of an earlier visit; undefined without a readable answer for this account. */
function remembered(address: string): Reading<KnownBonuses> | undefined {
  try {
    const { at, data } = JSON.parse(readStored(KEY) ?? '') as { at: number; data: KnownBonuses }
    return data.address === address && Array.isArray(data.programs) ? fresh(data, at) : undefined
  } catch {
    return undefined
  }
}

/** The account's bonuses; "loading" if there is no account. */
export function useBonuses(): Reading<KnownBonuses> {
  const address = useAppStore((state) => state.address)
  useEffect(() => {
    if (address === null) return
    readForPart(address)
    users += 1
    timer ??= setInterval(() => {
      if (document.visibilityState === 'visible') void refreshBonuses()
    }, REFRESH)
    return () => {
      users -= 1
      if (users > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [address])
  return useBonusStore((state) => (state.address === address && address !== null ? state.reading : LOADING))
}
