/** State and logs of the contracts. Amounts are wei. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { pairAmountFor } from '@galx/protocol/formulas'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import { decodeFunctionData, erc20Abi, parseEventLogs, type Address, type Hex } from 'viem'
import type { Connection } from './connection.ts'

export function balanceReads({ client, stakingPools, tokenAddress }: Connection) {
  return {
    nativeBalance: (account: Address) => client.getBalance({ address: account }),
    balance: (symbol: TokenSymbol, account: Address) =>
      client.readContract({
        address: tokenAddress(symbol),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      }),
    allowance: (symbol: TokenSymbol, account: Address) =>
      client.readContract({
        address: tokenAddress(symbol),
        abi: erc20Abi,
        functionName: 'allowance',
        args: [account, stakingPools],
      }),
  }
}

export function poolReads({ client, stakingPools, poolId }: Connection) {
  const read = { address: stakingPools, abi: stakingPoolsAbi } as const
  return {
    earned: async (pool: PoolKey, account: Address) =>
      (await client.readContract({ ...read, functionName: 'accountState', args: [poolId(pool), account] }))
        .earned,
    /** The sum that all pools owe in the newest block, in wei, and that block's time in unix seconds. */
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
    /** Wei of the pair token that a stake of `amount` takes, by the pool's terms on the chain; 0 in a pool without a pair token. */
    async pairAmountOf(pool: PoolKey, amount: bigint): Promise<bigint> {
      const terms = await client.readContract({
        ...read,
        functionName: 'poolConfiguration',
        args: [poolId(pool)],
      })
      return pairAmountFor(amount, terms.pairRatio)
    },
    isPaused: async (pool: PoolKey) =>
      (await client.readContract({ ...read, functionName: 'poolState', args: [poolId(pool)] }))
        .stakingPausedUntil > 0n,
  }
}

export function poolLogs({ client, stakingPools }: Connection) {
  return {
    /** The inviter that each of the account's stakes names, in lower case, in the order of the chain. */
    async invitersNamedBy(account: Address): Promise<string[]> {
      const logs = await client.getLogs({ address: stakingPools, fromBlock: 0n, toBlock: 'latest' })
      const staked = parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Staked', args: { account }, logs })
      return staked.map(({ args }) => args.inviter.toLowerCase())
    },
    /** The amounts that the account's only exit paid. */
    async exitOf(account: Address) {
      const logs = await client.getLogs({ address: stakingPools, fromBlock: 0n, toBlock: 'latest' })
      const [exited, ...more] = parseEventLogs({
        abi: stakingPoolsAbi,
        eventName: 'Exited',
        args: { account },
        logs,
      })
      if (exited === undefined || more.length > 0) throw new Error(`${account} has not left exactly once`)
      return exited.args
    },
  }
}

/** The pool and amount of a stake's calldata, with or without permit. */
export function decodeStake(data: Hex) {
  const { functionName, args } = decodeFunctionData({ abi: stakingPoolsAbi, data })
  if (functionName !== 'stake' && functionName !== 'stakeWithPermit')
    throw new Error(`not a stake but ${functionName}`)
  return { pool: args[0], amount: args[1], tier: args[2], inviter: args[3] }
}
