/** Wallets found in this browser, and the choice between them. The shell renders the choice as a sheet. */
import type { WalletId } from '@galx/protocol/webConfig'
import { create } from 'zustand'

export type WalletCandidate = {
  id: WalletId | 'demo'
  /** as the wallet announces itself, or its usual name */
  name: string
  /** data URI from the announcement; null without an icon */
  icon: string | null
  provider: Eip1193Provider
}

type WalletState = {
  /** accepted wallets, best first */
  candidates: WalletCandidate[]
  /** true while connectWallet waits for choose() or cancelChoice() */
  choosing: boolean
  /** true while the sheet shows ways to open this page in a wallet, because this browser has no wallet */
  offering: boolean
  /** the connected wallet */
  connected: WalletCandidate | null
}

export const useWalletStore = create<WalletState>()(() => ({
  candidates: [],
  choosing: false,
  offering: false,
  connected: null,
}))

/** Closes the sheet with the ways to open this page in a wallet. */
export function closeOffer(): void {
  useWalletStore.setState({ offering: false })
}

let settleChoice: ((candidate: WalletCandidate | null) => void) | null = null

/** Asks the user to choose a wallet; resolves with null if the user closes the sheet. One question at a time. */
export function askForWallet(candidates: WalletCandidate[]): Promise<WalletCandidate | null> {
  settleChoice?.(null)
  useWalletStore.setState({ candidates, choosing: true })
  return new Promise((resolve) => {
    settleChoice = (candidate) => {
      settleChoice = null
      useWalletStore.setState({ choosing: false })
      resolve(candidate)
    }
  })
}

export function chooseWallet(candidate: WalletCandidate): void {
  settleChoice?.(candidate)
}

export function cancelChoice(): void {
  settleChoice?.(null)
}

/** EIP-1193 as real wallets implement it: the request function and, nearly always, events. */
export type Eip1193Provider = {
  request(call: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}
