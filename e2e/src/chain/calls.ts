/** The accounts' transactions without the app. Amounts are wei. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import { erc20Abi, numberToHex, zeroAddress, type Address, type Hash, type Hex } from 'viem'
import { newAccount, ONE, type Account, type Connection } from './connection.ts'
import { poolReads } from './reads.ts'

/** Accounts that act without a person's wallet. */
export function specialAccounts({ client, deployment }: Connection) {
  return {
    /** Sends a call from an account without its key: the embedded node impersonates the account. */
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
    /**
     * An account that is a contract and makes several calls in one transaction: all of them, or none. It has Multicall3's code, which
     * carries out the calls of any sender. So anybody can take the account's tokens: such an account is for tests alone.
     */
    async newContractAccount(): Promise<Address> {
      const { address } = newAccount()
      const code = await client.getCode({ address: deployment.contracts.Multicall3.address as Address })
      await client.setCode({ address, bytecode: code! })
      return address
    },
  }
}

export function walletCalls(connection: Connection) {
  const { client, deployment, stakingPools, poolId, tokenAddress, walletOf, mined } = connection
  const { pairAmountOf } = poolReads(connection)
  return {
    /** Stakes without the app, by approvals and a plain call. */
    async stake(
      account: Account,
      pool: PoolKey,
      amount: bigint,
      inviter: Address = zeroAddress,
    ): Promise<void> {
      const wallet = walletOf(account)
      const { stakeToken, pairToken } = deployment.pools[pool]!
      const pairAmount = await pairAmountOf(pool, amount)
      const approve = async (symbol: TokenSymbol, value: bigint) => {
        const hash = await wallet.writeContract({
          address: tokenAddress(symbol),
          abi: erc20Abi,
          functionName: 'approve',
          args: [stakingPools, value],
        })
        await mined(hash)
      }
      await approve(stakeToken, amount)
      if (pairToken !== null) await approve(pairToken, pairAmount)
      const hash = await wallet.writeContract({
        address: stakingPools,
        abi: stakingPoolsAbi,
        functionName: 'stake',
        args: [poolId(pool), amount, 0n, inviter],
      })
      await mined(hash)
    },
    /** Gives an account coins. Then the account calls the demo faucet, which gives a fixed amount of every token to `receiver`. */
    async supply(account: Account, receiver: Address = account.address): Promise<void> {
      await client.setBalance({ address: account.address, value: 10n * ONE })
      const hash = await walletOf(account).writeContract({
        address: deployment.contracts.DemoFaucet!.address as Address,
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
