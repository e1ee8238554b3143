/** A plan's terms on a public chain, with the operator's choices. */
import type { Choices, Environment } from './environment.ts'
import { KNOWN_CHAINS, type KnownNetwork } from './knownChains.ts'
import type { NetworkConfiguration, PlanTerms } from './networkConfiguration.ts'

export function publicNetwork(
  network: KnownNetwork,
  { minDelay, ...terms }: PlanTerms,
  { proposers, executors, ...roles }: Choices,
  environment: Environment,
): NetworkConfiguration {
  const { chainId, existingTokens, exchange } = KNOWN_CHAINS[network]
  return {
    ...terms,
    ...roles,
    network,
    chainId,
    development: false,
    existingTokens,
    exchange,
    salt: environment.DEPLOYMENT_SALT?.trim() || `galx ${network} 1`,
    timelock: { minDelay, proposers, executors },
  }
}
