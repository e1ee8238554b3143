/** The one demo wallet of this visit. */
import type { DemoProvider } from './demoProvider.ts'

let open: DemoProvider | null = null

/** The open demo wallet; null before openDemoWallet. */
export function demoProvider(): DemoProvider | null {
  return open
}

export function keepDemoProvider(provider: DemoProvider): DemoProvider {
  open = provider
  return provider
}
