/**
 * An account other than the connected account, shown without signing. Components and reads under `WatchedAccount` (watchedReads.ts) show
 * that account. Its readings have separate keys, so that its figures never appear as the connected account's figures, or the other way
 * round.
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

/** The shown account: the watched account, else the connected account. */
export function useShownAccount(): HexString | null {
  const connected = useAppStore((state) => state.address)
  return useContext(WatchedAccount) ?? connected
}
