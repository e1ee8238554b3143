/**
 * The plan for BNB Smart Chain. For each funding in a token that already exists (USDT, BTCB), the deployer must hold the amount. In this repository's
 * plan these fundings are zero: anyone can send them later with `fund`.
 */
import { DeploymentError } from '../deploy/deploymentError.ts'
import { readChoices, type Choices, type Environment } from './environment.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import { publicNetwork } from './publicNetwork.ts'
import { publishedPlan } from './publishedTerms.ts'
import { sharedRoles } from './roleRules.ts'

/** @throws DeploymentError as `readSeparateChoices` does */
export function mainnetNetwork(
  environment: Environment,
  terms = publishedPlan('mainnet'),
): NetworkConfiguration {
  return publicNetwork('mainnet', terms, readSeparateChoices(environment), environment)
}

/**
 * @throws DeploymentError naming every variable that is missing (see readChoices), and every address that would hold more
 * than one role
 */
export function readSeparateChoices(environment: Environment): Choices {
  const choices = readChoices(environment)
  const shared = sharedRoles([
    ['guardian', [choices.guardian]],
    ['voucher signer', [choices.voucherSigner]],
    ['voucher co-signer', [choices.voucherCoSigner]],
    ['epoch publisher', [choices.epochPublisher]],
    ['release signer', [choices.releaseSigner]],
    ['treasury', [choices.treasury]],
    ['timelock proposer', choices.proposers],
    ['timelock executor', choices.executors],
  ])
  if (shared.length > 0) throw new DeploymentError(`on mainnet nobody holds two roles: ${shared.join('; ')}`)
  return choices
}
