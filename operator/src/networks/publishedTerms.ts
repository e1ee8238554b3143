/** The plans of this repository by the name of their network, for the comparison with a deployment. */
import { embeddedNetwork } from './embedded.ts'
import { mainnetTerms } from './mainnet.ts'
import type { NetworkTerms } from './networkConfiguration.ts'
import { testnetTerms } from './testnet.ts'

/** @returns undefined for a network without a plan in this repository */
export function publishedTerms(network: string): NetworkTerms | undefined {
  if (network === 'mainnet') return mainnetTerms()
  if (network === 'testnet') return testnetTerms()
  if (network === 'embedded') return { ...embeddedNetwork, minDelay: embeddedNetwork.timelock.minDelay }
  return undefined
}
