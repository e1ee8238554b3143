/** The plan for BNB Smart Chain's testnet: mainnet's, with the testnet's own tokens and exchange and a short timelock. */
import { getAddress } from 'viem'
import type { Environment } from './environment.ts'
import { mainnetNetwork } from './mainnet.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'

/** @throws DeploymentError naming every variable that is missing (see readChoices) */
export function testnetNetwork(environment: Environment): NetworkConfiguration {
  const mainnet = mainnetNetwork(environment)
  return {
    ...mainnet,
    network: 'testnet',
    chainId: 97,
    salt: environment.DEPLOYMENT_SALT?.trim() || 'galx testnet 1',
    timelock: { ...mainnet.timelock, minDelay: 600 },
    existingTokens: {
      USDT: getAddress('0x337610d27c682e347c9cd60bd4b3b107c9d34ddd'),
      BTCB: getAddress('0x6ce8da28e2f864420840cf74474eff5fd80e65b8'),
    },
    // PancakeSwap V2's deployment on the testnet; its pairs' creation code differs from mainnet's.
    exchange: {
      factory: getAddress('0x6725f303b657a9451d8ba641348b6761a6cc7a17'),
      router: getAddress('0xd99d1c33f9fc3444f8101754abc46c52416550d1'),
      wrappedNative: getAddress('0xae13d989dac2f0debff460ac112a837c89baa7cd'),
      pairCodeHash: '0xd0d4c4cd0848c93cb4fd1f498d7013ee6bfb25783ea21593d5834f5d250ece66',
    },
  }
}
