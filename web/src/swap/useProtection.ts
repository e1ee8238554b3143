import { useCallback, useEffect, useState } from 'react'
import { useAppStore } from '../core/state/appStore.ts'
import { useWalletStore } from '../core/wallet/walletStore.ts'
import { askProtection, type Protection } from './sandwichGuard.ts'

export type ProtectionState = Protection | 'asking' | 'offline'

/** The protection that the connected wallet's node reports: read when a wallet connects, when it changes its chain, and on demand. */
export function useProtection(): { state: ProtectionState; ask: () => void } {
  const provider = useWalletStore((state) => state.connected?.provider)
  const account = useAppStore((state) => state.address)
  const chainId = useAppStore((state) => state.walletChainId)
  const [round, setRound] = useState(0)
  const key = `${account} ${chainId} ${round}`
  const [answer, setAnswer] = useState<{ key: string; protection: Protection } | null>(null)
  useEffect(() => {
    if (provider === undefined || account === null) return
    let live = true
    void askProtection(provider, account).then((protection) => {
      if (live) setAnswer({ key, protection })
    })
    return () => {
      live = false
    }
  }, [provider, account, key])
  const ask = useCallback(() => setRound((count) => count + 1), [])
  if (provider === undefined || account === null) return { state: 'offline', ask }
  return { state: answer?.key === key ? answer.protection : 'asking', ask }
}
