/**
 * The plan for BNB Smart Chain. Supplies, caps, budgets and fundings below are the operator's choices and part of the
 * deployment: read them before deploying. The deployer must hold the amount of each funding in a token that already exists (USDT, BTCB).
 * Those fundings are zero here: `fund` accepts them from anyone at any later time.
 */
import { parseEther } from 'viem'
import { DeploymentError } from '../deploy/deploymentError.ts'
import { readChoices, type Environment } from './environment.ts'
import { KNOWN_CHAINS } from './knownChains.ts'
import type { NetworkConfiguration, NetworkTerms } from './networkConfiguration.ts'
import { DAY, productPools, productPrograms, productRuleset } from './products.ts'
import { sharedRoles } from './roleRules.ts'

/** Supplies, caps, budgets and fundings: the same for everybody who deploys. */
export function mainnetTerms(): NetworkTerms {
  const programs = productPrograms(
    {
      btc: '0.002',
      aaa: '200',
      mcm: '400',
      mcf: '2000',
      zn: '200',
      galx: '400',
      node: '400',
      promotion: '500',
    },
    90n,
  )
  return {
    network: 'mainnet',
    chainId: KNOWN_CHAINS.mainnet.chainId,
    development: false,
    minDelay: 48 * 3_600,
    existingTokens: KNOWN_CHAINS.mainnet.existingTokens,
    exchange: KNOWN_CHAINS.mainnet.exchange,
    aaa: { supply: parseEther('100000000'), feeRateBps: 300 },
    galx: { cap: parseEther('1000000000'), minted: parseEther('100000000') },
    mcm: { cap: parseEther('1000000000'), minted: parseEther('400000000') },
    // At the prices below, each first stake is worth more than its pool pays during a pause of seven days.
    pools: productPools({
      galx: { funding: '900000', firstStake: '100000' },
      galxMcm: { funding: '900000', firstStake: '100000' },
      btc: { funding: '0', firstStake: '100000' },
      mcm: { funding: '450000', firstStake: '1000000' },
      mcf: { funding: '450000', firstStake: '100000' },
      aaa: { funding: '450000', firstStake: '100000' },
    }),
    vault: {
      vestingDuration: 30 * DAY,
      funding: parseEther('300000'),
      firstDeposit: parseEther('100000'),
    },
    epochDuration: DAY,
    programsStart: 'deployment',
    programs: {
      ...programs,
      btc: { ...programs.btc, funding: 0n },
      promotion: { ...programs.promotion, funding: 0n },
    },
    // By the prices at which the operator opens the pairs: AAA 2 USDT, MCM 0.05, GALX 0.8. A position of about 100 USDT
    // qualifies a member. Read both before deploying: only a later ruleset changes them.
    ruleset: productRuleset({
      GALX: { priceBps: 10_000n, qualifying: '125' },
      MCM: { priceBps: 625n, qualifying: '2000' },
      AAA: { priceBps: 25_000n, qualifying: '50' },
    }),
    pairs: [
      { base: 'AAA', quote: 'USDT' },
      { base: 'MCM', quote: 'USDT' },
      { base: 'GALX', quote: 'USDT' },
      // These two pairs exist already, with other people's liquidity.
      { base: 'BTCB', quote: 'USDT' },
      { base: 'WBNB', quote: 'USDT' },
    ],
  }
}

/**
 * @throws DeploymentError naming every variable that is missing (see readChoices), and every address that would hold more
 * than one role
 */
export function mainnetNetwork(environment: Environment): NetworkConfiguration {
  const choices = readChoices(environment)
  const { guardian, voucherSigner, voucherCoSigner, epochPublisher, releaseSigner, treasury } = choices
  const { proposers, executors } = choices
  const shared = sharedRoles([
    ['guardian', [guardian]],
    ['voucher signer', [voucherSigner]],
    ['voucher co-signer', [voucherCoSigner]],
    ['epoch publisher', [epochPublisher]],
    ['release signer', [releaseSigner]],
    ['treasury', [treasury]],
    ['timelock proposer', proposers],
    ['timelock executor', executors],
  ])
  if (shared.length > 0) throw new DeploymentError(`on mainnet nobody holds two roles: ${shared.join('; ')}`)
  const { minDelay, ...terms } = mainnetTerms()
  return {
    ...terms,
    salt: environment.DEPLOYMENT_SALT?.trim() || 'galx mainnet 1',
    guardian,
    voucherSigner,
    voucherCoSigner,
    epochPublisher,
    releaseSigner,
    treasury,
    timelock: { minDelay, proposers, executors },
  }
}
