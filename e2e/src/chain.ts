/** The chain itself, read and driven without the app: what the tests compare every screen with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { Deployment } from '@galx/protocol/deployment'
import { pairAmountFor } from '@galx/protocol/formulas'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import {
  createTestClient,
  createWalletClient,
  decodeFunctionData,
  defineChain,
  erc20Abi,
  http,
  numberToHex,
  parseEventLogs,
  publicActions,
  zeroAddress,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { privateKeyToAccount, generatePrivateKey, type PrivateKeyAccount } from 'viem/accounts'
import type { StackAddress } from './stack.ts'

export type Account = PrivateKeyAccount

export function newAccount(): Account {
  return privateKeyToAccount(generatePrivateKey())
}

/** 1 token in wei. */
const ONE = 10n ** 18n

/** Addresses and pool ids of the running stack, as its deployment file has them. */
function readDeployment(stack: StackAddress): Deployment {
  return JSON.parse(readFileSync(join(stack.dataDirectory, 'deployment.json'), 'utf8')) as Deployment
}

export type Chain = ReturnType<typeof openChain>

/** Every read and call of the tests on the node. Amounts are wei. */
export function openChain(stack: StackAddress) {
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
  const pools = deployment.contracts.StakingPools.address as Address
  const faucet = deployment.contracts.DemoFaucet!.address as Address
  const poolId = (key: PoolKey) => BigInt(deployment.pools[key]!.id)
  const read = { address: pools, abi: stakingPoolsAbi } as const
  /** Wei of the pair token that a stake of `amount` takes, by the pool's terms on the chain; 0 in a pool without one. */
  async function pairAmountOf(pool: PoolKey, amount: bigint): Promise<bigint> {
    const terms = await client.readContract({
      ...read,
      functionName: 'poolConfiguration',
      args: [poolId(pool)],
    })
    return pairAmountFor(amount, terms.pairRatio)
  }

  /** Puts what is pending in a block at once: what only prepares a test does not wait for the next second. */
  async function mined(hash: Hash): Promise<void> {
    await client.mine({ blocks: 1 })
    await client.waitForTransactionReceipt({ hash })
  }

  return {
    client,
    deployment,
    stakingPools: pools,
    poolId,
    tokenAddress: (symbol: TokenSymbol) => deployment.tokens[symbol].address as Address,
    nativeBalance: (account: Address) => client.getBalance({ address: account }),
    balance: (symbol: TokenSymbol, account: Address) =>
      client.readContract({
        address: deployment.tokens[symbol].address as Address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      }),
    allowance: (symbol: TokenSymbol, account: Address) =>
      client.readContract({
        address: deployment.tokens[symbol].address as Address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [account, pools],
      }),
    earned: async (pool: PoolKey, account: Address) =>
      (await client.readContract({ ...read, functionName: 'accountState', args: [poolId(pool), account] }))
        .earned,
    /** What the pools owe together in the newest block, in wei, and that block's time in unix seconds. */
    async earnedAt(pools: readonly PoolKey[], account: Address) {
      const { number, timestamp } = await client.getBlock()
      const each = await Promise.all(
        pools.map((pool) =>
          client.readContract({
            ...read,
            functionName: 'accountState',
            args: [poolId(pool), account],
            blockNumber: number,
          }),
        ),
      )
      return { earned: each.reduce((sum, state) => sum + state.earned, 0n), time: timestamp }
    },
    accountState: (pool: PoolKey, account: Address) =>
      client.readContract({ ...read, functionName: 'accountState', args: [poolId(pool), account] }),
    positions: (pool: PoolKey, account: Address) =>
      client.readContract({ ...read, functionName: 'positionsOf', args: [poolId(pool), account, 0n, 100n] }),
    pairAmountOf,
    isPaused: async (pool: PoolKey) =>
      (await client.readContract({ ...read, functionName: 'poolState', args: [poolId(pool)] }))
        .stakingPausedUntil > 0n,
    /** No more blocks until `resumeMining`: what is sent stays pending. */
    holdMining: () => client.setAutomine(false),
    /** A block now, and further ones as the stack makes them. */
    resumeMining: () => client.mine({ blocks: 1 }),
    /** The account's transactions that are in no block yet. */
    async pendingOf(account: Address) {
      const { pending } = await client.getTxpoolContent()
      const own = Object.entries(pending).find(([from]) => from.toLowerCase() === account.toLowerCase())
      return Object.values(own?.[1] ?? {}).map(({ hash, to, input, nonce }) => ({
        hash,
        to,
        input,
        nonce: Number(nonce),
      }))
    },
    /** Sends a call in the name of an account whose key nobody here has: the node lets the embedded chain's own do so. */
    async actAs(account: Address, to: Address, data: Hex, gasPrice = 0n): Promise<Hash> {
      await client.setBalance({ address: account, value: ONE })
      await client.impersonateAccount({ address: account })
      try {
        return await client.request({
          method: 'eth_sendTransaction',
          params: [{ from: account, to, data, gas: '0x7a120', gasPrice: numberToHex(gasPrice) }],
        } as never)
      } finally {
        await client.stopImpersonatingAccount({ address: account })
      }
    },
    transactionCount: (account: Address) => client.getTransactionCount({ address: account }),
    /** The account's transactions on the chain, newest first, found in the blocks themselves. */
    async transactionsOf(account: Address, fromBlock: bigint) {
      const found: { hash: Hash; to: Address | null; input: Hex }[] = []
      const head = await client.getBlockNumber({ cacheTime: 0 })
      for (let number = head; number >= fromBlock; number -= 1n) {
        const block = await client.getBlock({ blockNumber: number, includeTransactions: true })
        for (const transaction of block.transactions)
          if (transaction.from.toLowerCase() === account.toLowerCase())
            found.push({ hash: transaction.hash, to: transaction.to, input: transaction.input })
      }
      return found
    },
    walletOf: (account: Account) =>
      createWalletClient({ account, chain: definition, transport: http(stack.rpcUrl) }),
    /**
     * An account that is a contract and makes several calls in one transaction: all of them, or none. It has Multicall3's code, which
     * carries out the calls of any sender. So anybody can take the tokens it holds: such an account is for tests alone.
     */
    async newContractAccount(): Promise<Address> {
      const { address } = newAccount()
      const code = await client.getCode({ address: deployment.contracts.Multicall3.address as Address })
      await client.setCode({ address, bytecode: code! })
      return address
    },
    /** Stakes without the app, by approvals and a plain call. */
    async stake(
      account: Account,
      pool: PoolKey,
      amount: bigint,
      inviter: Address = zeroAddress,
    ): Promise<void> {
      const wallet = createWalletClient({ account, chain: definition, transport: http(stack.rpcUrl) })
      const { stakeToken, pairToken } = deployment.pools[pool]!
      const pairAmount = await pairAmountOf(pool, amount)
      const approve = async (symbol: TokenSymbol, value: bigint) => {
        const hash = await wallet.writeContract({
          address: deployment.tokens[symbol].address as Address,
          abi: erc20Abi,
          functionName: 'approve',
          args: [pools, value],
        })
        await mined(hash)
      }
      await approve(stakeToken, amount)
      if (pairToken !== null) await approve(pairToken, pairAmount)
      const hash = await wallet.writeContract({
        ...read,
        functionName: 'stake',
        args: [poolId(pool), amount, 0n, inviter],
      })
      await mined(hash)
    },
    /** The inviter that each of the account's stakes names, in lower case, in the order of the chain. */
    async invitersNamedBy(account: Address): Promise<string[]> {
      const logs = await client.getLogs({ address: pools, fromBlock: 0n, toBlock: 'latest' })
      const staked = parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Staked', args: { account }, logs })
      return staked.map(({ args }) => args.inviter.toLowerCase())
    },
    /** What the account's only exit paid. */
    async exitOf(account: Address) {
      const logs = await client.getLogs({ address: pools, fromBlock: 0n, toBlock: 'latest' })
      const [exited, ...more] = parseEventLogs({
        abi: stakingPoolsAbi,
        eventName: 'Exited',
        args: { account },
        logs,
      })
      if (exited === undefined || more.length > 0) throw new Error(`${account} has not left exactly once`)
      return exited.args
    },
    /** The pool and amount of a stake's calldata, with or without permit. */
    decodeStake(data: Hex) {
      const { functionName, args } = decodeFunctionData({ abi: stakingPoolsAbi, data })
      if (functionName !== 'stake' && functionName !== 'stakeWithPermit')
        throw new Error(`not a stake but ${functionName}`)
      return { pool: args[0], amount: args[1], tier: args[2], inviter: args[3] }
    },
    /** Gives an account coins and, through the demo faucet, itself or another receiver the fixed parcel of every token. */
    async supply(account: Account, receiver: Address = account.address): Promise<void> {
      await client.setBalance({ address: account.address, value: 10n * ONE })
      const wallet = createWalletClient({ account, chain: definition, transport: http(stack.rpcUrl) })
      const hash = await wallet.writeContract({
        address: faucet,
        abi: [
          {
            type: 'function',
            name: 'drip',
            stateMutability: 'nonpayable',
            inputs: [{ name: 'to', type: 'address' }],
            outputs: [],
          },
        ],
        functionName: 'drip',
        args: [receiver],
      })
      await mined(hash)
    },
  }
}
