/**
 * An account other than the connected account, shown without signing. Components and reads under `WatchedAccount` (readsOf) show
 * that account. Its readings have separate keys, so that its figures never appear as the connected account's figures, or the other way
 * round.
 */
import type { HexString } from '@galx/protocol/webConfig'
import { createContext, useContext } from 'react'
import { useAppStore } from '../state/appStore.ts'
import type { ChainRead } from './chainRead.ts'

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

/** Maps reads to the reads of another account. The prefix of their keys keeps the readings when the connected account changes. */
export function readsOf(account: HexString) {
  return <T>(read: ChainRead<T>): ChainRead<T> =>
    read.ofAccount
      ? {
          key: `pool/of/${account}/${read.key}`,
          ofAccount: false,
          load: async () => {
            const reader = await read.load()
            return (context) => reader({ ...context, account })
          },
        }
      : read
}
