/** The demo wallet's entry: loaded only if the configuration enables it and no wallet is injected. */
import type { WebConfig } from '@galx/protocol/webConfig'
import type { WalletCandidate } from '../core/wallet/walletStore.ts'
import { createDemoProvider } from './demoProvider.ts'
import { mountDemoWindow } from './demoWindow.tsx'
import { demoProvider, keepDemoProvider } from './openProvider.ts'
import { demoTexts } from './texts.ts'

/** The wallet in the form of an EIP-6963 announcement. @throws Error if the configuration does not enable it */
export function openDemoWallet(config: WebConfig): WalletCandidate {
  if (!config.demoWallet) throw new Error('The demo wallet is not enabled by /config.json')
  const provider = demoProvider() ?? keepDemoProvider(createDemoProvider(config))
  mountDemoWindow(config)
  return {
    id: 'demo',
    // The language may change while the wallet is connected.
    get name() {
      return demoTexts().name
    },
    icon: null,
    provider,
  }
}

/** Rejects all open questions, for example because a real wallet has appeared. */
export { rejectAll as withdrawQuestions } from './questions.ts'
