/**
 * The plan for BNB Smart Chain. Supplies, caps, budgets and fundings below are the operator's choices and part of what is
 * deployed: read them before deploying. Whatever is funded in a token that exists already (USDT, BTCB), the deployer must
 * hold; those fundings are zero here, and `fund` takes them from anyone at any time afterwards.
 */
import { parseEther } from 'viem'
import { readChoices, type Environment } from './environment.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import { DAY, productPools, productPrograms } from './products.ts'

/** @throws DeploymentError naming every variable that is missing (see readChoices) */
export function mainnetNetwork(environment: Environment): NetworkConfiguration {
  const { guardian, voucherSigner, epochPublisher, treasury, proposers, executors } = readChoices(environment)
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
    chainId: 56,
    development: false,
    salt: environment.DEPLOYMENT_SALT?.trim() || 'galx mainnet 1',
    guardian,
    voucherSigner,
    epochPublisher,
    treasury,
    timelock: { minDelay: 48 * 3_600, proposers, executors },
    existingTokens: {
      USDT: '0x55d398326f99059fF775485246999027B3197955',
      BTCB: '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
    },
    exchange: {
      factory: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73',
      router: '0x10ED43C718714eb63d5aA57B78B54704E256024E',
      wrappedNative: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
      pairCodeHash: '0x00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5',
    },
    aaa: { supply: parseEther('100000000'), feeRateBps: 300 },
    galx: { cap: parseEther('1000000000'), minted: parseEther('100000000') },
    mcm: { cap: parseEther('1000000000'), minted: parseEther('400000000') },
    pools: productPools({
      galx: '900000',
      galxMcm: '900000',
      btc: '0',
      mcm: '450000',
      mcf: '450000',
      aaa: '450000',
    }),
    vault: { vestingDuration: 30 * DAY, funding: parseEther('300000') },
    epochDuration: DAY,
    programsStart: 'deployment',
    programs: {
      ...programs,
      btc: { ...programs.btc, funding: 0n },
      promotion: { ...programs.promotion, funding: 0n },
    },
    pairs: [
      { base: 'AAA', quote: 'USDT' },
      { base: 'MCM', quote: 'USDT' },
      { base: 'GALX', quote: 'USDT' },
    ],
  }
}
