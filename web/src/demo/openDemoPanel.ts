/** For the shell and the pages: the demo wallet's own window, loaded when it is first opened. */
import { codeOf } from '../core/state/codeOf.ts'

/** Opens account, faucet and key of the demo wallet. Offer it if `useWalletStore().connected?.id === 'demo'`. */
export async function openDemoPanel(): Promise<void> {
  const code = await codeOf(import('./demoWindow.tsx'))
  code?.showDemoPanel()
}

/** Starts the faucet's transaction for the connected account of any wallet. Offer it if `config.contracts.DemoFaucet` exists. */
export async function getTestTokens(): Promise<void> {
  const code = await codeOf(import('./faucet.ts'))
  await code?.requestFaucet()
}
