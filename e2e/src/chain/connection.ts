/** The stack's node and the addresses of its deployment. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from '@galx/protocol/deployment'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import {
  createTestClient,
  createWalletClient,
  defineChain,
  http,
  publicActions,
  type Address,
  type Hash,
} from 'viem'
import { privateKeyToAccount, generatePrivateKey, type PrivateKeyAccount } from 'viem/accounts'
import type { StackAddress } from '../stack.ts'

export type Account = PrivateKeyAccount

export function newAccount(): Account {
  return privateKeyToAccount(generatePrivateKey())
}

/** 1 token in wei. */
export const ONE = 10n ** 18n

/** Addresses and pool ids of the running stack, as its deployment file has them. */
function readDeployment(stack: StackAddress): Deployment {
  return JSON.parse(readFileSync(join(stack.dataDirectory, 'deployment.json'), 'utf8')) as Deployment
}

export type Connection = ReturnType<typeof connect>

export function connect(stack: StackAddress) {
  const deployment = readDeployment(stack)
  const definition = defineChain({
    id: 56,
    name: 'embedded',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [stack.rpcUrl] } },
  })
  const client = createTestClient({
    mode: 'anvil',
    chain: definition,
    transport: http(stack.rpcUrl, { retryCount: 0 }),
    pollingInterval: 200,
    cacheTime: 0,
  }).extend(publicActions)
  return {
    client,
    deployment,
    stakingPools: deployment.contracts.StakingPools.address as Address,
    poolId: (key: PoolKey) => BigInt(deployment.pools[key]!.id),
    tokenAddress: (symbol: TokenSymbol) => deployment.tokens[symbol].address as Address,
    walletOf: (account: Account) =>
      createWalletClient({ account, chain: definition, transport: http(stack.rpcUrl) }),
    /** Mines a block at once, so that preparing a test does not wait for the next second. */
    async mined(hash: Hash): Promise<void> {
      await client.mine({ blocks: 1 })
      await client.waitForTransactionReceipt({ hash })
    },
  }
}
