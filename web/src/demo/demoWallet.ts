/** The demo wallet's way in: loaded only where the configuration enables it and no wallet is injected. */
import type { WebConfig } from '@galx/protocol/webConfig'
import type { WalletCandidate } from '../core/wallet/walletStore.ts'
import { createDemoProvider, type DemoProvider } from './demoProvider.ts'
import { mountDemoWindow } from './demoWindow.tsx'

let provider: DemoProvider | null = null

/** As an EIP-6963 announcement would name it. @throws Error where the configuration does not enable it */
export function openDemoWallet(config: WebConfig): WalletCandidate {
  if (!config.demoWallet) throw new Error('The demo wallet is not enabled by /config.json')
  if (provider === null) {
    provider = createDemoProvider(config)
    mountDemoWindow(config)
  }
  return { id: 'demo', name: 'GALX demo wallet', icon: null, provider }
}

/** The open demo wallet; null before openDemoWallet. */
export const demoProvider = (): DemoProvider | null => provider

/** Takes back what the wallet asks, as when a real wallet has turned up. */
export { rejectAll as withdrawQuestions } from './questions.ts'
