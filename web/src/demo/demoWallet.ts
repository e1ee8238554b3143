/** The demo wallet's way in: loaded only where the configuration enables it and no wallet is injected. */
import type { WebConfig } from '@galx/protocol/webConfig'
import type { WalletCandidate } from '../core/wallet/walletStore.ts'
import { createDemoProvider } from './demoProvider.ts'
import { mountDemoWindow } from './demoWindow.tsx'
import { demoProvider, keepDemoProvider } from './openProvider.ts'

/** As an EIP-6963 announcement would name it. @throws Error where the configuration does not enable it */
export function openDemoWallet(config: WebConfig): WalletCandidate {
  if (!config.demoWallet) throw new Error('The demo wallet is not enabled by /config.json')
  const provider = demoProvider() ?? keepDemoProvider(createDemoProvider(config))
  mountDemoWindow(config)
  return { id: 'demo', name: 'GALX demo wallet', icon: null, provider }
}

/** Takes back what the wallet asks, as when a real wallet has turned up. */
export { rejectAll as withdrawQuestions } from './questions.ts'
