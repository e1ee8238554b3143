/** The demo wallet as the core knows it. It is outside the core, so startApp provides it. */
import type { WebConfig } from '@galx/protocol/webConfig'
import type { WalletCandidate } from './walletStore.ts'

export type DemoWallet = {
  /** @throws Error where the configuration does not enable it */
  openDemoWallet(config: WebConfig): WalletCandidate
  /** Closes the wallet's open question, for example because a real wallet has appeared. */
  withdrawQuestions(): void
}

let load: () => Promise<DemoWallet> = () => Promise.reject(new Error('This app has no demo wallet'))

/** @param source fetches the demo wallet's code; called when a demo wallet is first needed */
export function provideDemoWallet(source: () => Promise<DemoWallet>): void {
  load = source
}

/** Rejects when the code does not arrive. */
export function loadDemoWallet(): Promise<DemoWallet> {
  return load()
}
