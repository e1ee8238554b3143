/**
 * The plan for BNB Smart Chain's testnet: mainnet's plan with the testnet's own tokens and exchange and a short timelock. The plan is for
 * rehearsals, so one address may hold more than one role.
 */
import { readChoices, type Environment } from './environment.ts'
import { KNOWN_CHAINS } from './knownChains.ts'
import { mainnetTerms } from './mainnet.ts'
import type { NetworkConfiguration, NetworkTerms } from './networkConfiguration.ts'

export function testnetTerms(): NetworkTerms {
  return {
    ...mainnetTerms(),
    network: 'testnet',
    chainId: KNOWN_CHAINS.testnet.chainId,
    minDelay: 600,
    existingTokens: KNOWN_CHAINS.testnet.existingTokens,
    exchange: KNOWN_CHAINS.testnet.exchange,
  }
}

/** @throws DeploymentError naming every variable that is missing (see readChoices) */
export function testnetNetwork(environment: Environment): NetworkConfiguration {
  const choices = readChoices(environment)
  const { guardian, voucherSigner, voucherCoSigner, epochPublisher, releaseSigner, treasury } = choices
  const { proposers, executors } = choices
  const { minDelay, ...terms } = testnetTerms()
  return {
    ...terms,
    salt: environment.DEPLOYMENT_SALT?.trim() || 'galx testnet 1',
    guardian,
    voucherSigner,
    voucherCoSigner,
    epochPublisher,
    releaseSigner,
    treasury,
    timelock: { minDelay, proposers, executors },
  }
}
