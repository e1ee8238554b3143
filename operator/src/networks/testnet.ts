/** The plan for BNB Smart Chain's testnet. The plan is for rehearsals, so one address may hold more than one role. */
import { readChoices, type Environment } from './environment.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import { publicNetwork } from './publicNetwork.ts'
import { publishedPlan } from './publishedTerms.ts'

/** @throws DeploymentError naming every variable that is missing (see readChoices) */
export function testnetNetwork(
  environment: Environment,
  terms = publishedPlan('testnet'),
): NetworkConfiguration {
  return publicNetwork('testnet', terms, readChoices(environment), environment)
}
