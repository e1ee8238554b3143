/** The plans of this repository by the name of their network: what a deployment can be compared with. */
import { embeddedNetwork } from './embedded.ts'
import { mainnetTerms } from './mainnet.ts'
import type { NetworkTerms } from './networkConfiguration.ts'
import { testnetTerms } from './testnet.ts'

/** @returns undefined for a network that this repository has no plan for */
export function publishedTerms(network: string): NetworkTerms | undefined {
  if (network === 'mainnet') return mainnetTerms()
  if (network === 'testnet') return testnetTerms()
  if (network === 'embedded') return { ...embeddedNetwork, minDelay: embeddedNetwork.timelock.minDelay }
  return undefined
}
