/** The demo wallet's interface for the core. The demo wallet is outside the core, so startApp provides it. */
import type { WebConfig } from '@galx/protocol/webConfig'
import type { WalletCandidate } from './walletStore.ts'

export type DemoWallet = {
  /** @throws Error if the configuration does not enable the demo wallet */
  openDemoWallet(config: WebConfig): WalletCandidate
  /** Rejects all open questions of the wallet, for example because a real wallet has appeared. */
  withdrawQuestions(): void
}

let load: () => Promise<DemoWallet> = () => Promise.reject(new Error('This app has no demo wallet'))

/** @param source loads the demo wallet's code; called when a demo wallet is first needed */
export function provideDemoWallet(source: () => Promise<DemoWallet>): void {
  load = source
}

/** Rejects if the code does not arrive. */
export function loadDemoWallet(): Promise<DemoWallet> {
  return load()
}
