/**
 * An account other than the connected account, shown without signing: components under `WatchedAccount` and its reads (watchedReads.ts) show that account. Its
 * readings have separate keys, so its figures are never shown as the connected account's, or the other way round.
 */
import type { HexString } from '@galx/protocol/webConfig'
import { createContext, useContext } from 'react'
import { useAppStore } from '../state/appStore.ts'

/** Lower case; null: the connected account. */
export const WatchedAccount = createContext<HexString | null>(null)

/** Whether the surrounding components show a watched account. */
export function useIsWatching(): boolean {
  return useContext(WatchedAccount) !== null
}

/** The account that is shown: the watched one, else the connected one. */
export function useShownAccount(): HexString | null {
  const connected = useAppStore((state) => state.address)
  return useContext(WatchedAccount) ?? connected
}
