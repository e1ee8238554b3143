/** The public chains that this program knows by the hash of their first block, with their third-party contracts. */
import type { Address, Hex } from 'viem'
import type { ExchangePlan } from './networkConfiguration.ts'

export type KnownChain = {
  name: string
  chainId: number
  genesisHash: Hex
  existingTokens: { USDT: Address; BTCB: Address }
  /** PancakeSwap V2 */
  exchange: ExchangePlan
}

/** The known chains by the name of their plan. */
export const KNOWN_CHAINS = {
  mainnet: {
    name: 'BNB Smart Chain',
    chainId: 56,
    genesisHash: '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b',
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
  },
  testnet: {
    name: 'BNB Smart Chain testnet',
    chainId: 97,
    genesisHash: '0x6d3c66c5357ec91d5c43af47e234a939b22557cbb552dc45bebbceeed90fbe34',
    existingTokens: {
      USDT: '0x337610d27c682e347c9cd60bd4b3b107c9d34ddd',
      BTCB: '0x6ce8da28e2f864420840cf74474eff5fd80e65b8',
    },
    // The creation code of the testnet's pairs differs from mainnet's.
    exchange: {
      factory: '0x6725f303b657a9451d8ba641348b6761a6cc7a17',
      router: '0xd99d1c33f9fc3444f8101754abc46c52416550d1',
      wrappedNative: '0xae13d989dac2f0debff460ac112a837c89baa7cd',
      pairCodeHash: '0xd0d4c4cd0848c93cb4fd1f498d7013ee6bfb25783ea21593d5834f5d250ece66',
    },
  },
} as const satisfies Record<string, KnownChain>

export type KnownNetwork = keyof typeof KNOWN_CHAINS

export function knownNetwork(network: string): KnownNetwork | undefined {
  return Object.hasOwn(KNOWN_CHAINS, network) ? (network as KnownNetwork) : undefined
}

/**
 * A fork with its own id has the first block of the public chain, but is not the public chain.
 * @returns the name of the plan for the chain; undefined for an unknown chain
 */
export function publicNetworkOf(chain: { chainId: number; genesisHash: string }): KnownNetwork | undefined {
  const networks = Object.keys(KNOWN_CHAINS) as KnownNetwork[]
  return networks.find((network) => {
    const { chainId, genesisHash } = KNOWN_CHAINS[network]
    return chainId === chain.chainId && genesisHash === chain.genesisHash.toLowerCase()
  })
}

/**
 * Whether the rules of mainnet apply. On other chains a broken rule is only a note. A rehearsal applies the rules, so that it shows the refusals of
 * mainnet.
 */
export function hasMainnetRules(network: string): boolean {
  return network === 'mainnet' || network === 'rehearsal'
}

/** Whether the contracts hold real money. The embedded chain has the id of BNB Smart Chain. */
export function isMainnet({ chainId, network }: { chainId: number; network: string }): boolean {
  return chainId === 56 && network !== 'embedded'
}
