/**
 * Another account than the connected one, looked at without signing: parts under `WatchedAccount` and its reads (watchedReads.ts) show that account. Its readings have
 * keys of their own, so nothing of it is ever shown as the connected account's, and the other way round.
 */
import type { HexString } from '@galx/protocol/webConfig'
import { createContext, useContext } from 'react'
import { useAppStore } from '../state/appStore.ts'

/** Lower case; null: the connected account is meant. */
export const WatchedAccount = createContext<HexString | null>(null)

/** Whether the parts around are of an account that is only looked at. */
export function useIsWatching(): boolean {
  return useContext(WatchedAccount) !== null
}

/** The account that is shown: the watched one, else the connected one. */
export function useShownAccount(): HexString | null {
  const connected = useAppStore((state) => state.address)
  return useContext(WatchedAccount) ?? connected
}
