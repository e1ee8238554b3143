/** The transactions of a step: its call, and before it each allowance that no earlier step has given. */
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseEther, zeroAddress } from 'viem'
import type { Address, Hex, LocalAccount } from 'viem'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { DemoTransaction } from './batch.ts'
import type { DemoAction, DemoStep } from './step.ts'

const routerAbi = parseAbi([
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

type Call = { to: Address; data: Hex; takes?: readonly TokenSymbol[] }

export class DemoTransactions {
  readonly #approved = new Set<string>()

  constructor(
    readonly deployment: Deployment,
    readonly people: readonly LocalAccount[],
  ) {}

  of({ account, action }: DemoStep): DemoTransaction[] {
    const from = this.people[account]!
    const { to, data, takes = [] } = this.#call(from.address, action)
    const what = `${action.kind} of demo account ${account}`
    const approvals = takes.flatMap((symbol): DemoTransaction[] => {
      const key = `${from.address} ${symbol} ${to}`
      if (this.#approved.has(key)) return []
      this.#approved.add(key)
      const args = [to, maxUint256] as const
      const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      return [{ from, to: this.#token(symbol), data: approval, what: `${symbol} allowance for ${what}` }]
    })
    return [...approvals, { from, to, data, what }]
  }

  #call(self: Address, action: DemoAction): Call {
    switch (action.kind) {
      case 'drip': {
        const data = encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [self] })
        return { to: this.#contract('DemoFaucet'), data }
      }
      case 'stake':
      case 'claim':
      case 'unstake':
      case 'exit':
      case 'exitEarly':
        return this.#poolCall(self, action)
      case 'deposit':
      case 'withdraw':
        return this.#vaultCall(self, action)
      case 'swap': {
        const path = [this.#token(action.from), this.#token(action.to)]
        // No other account trades on this chain, so no minimum price is needed.
        const data = encodeFunctionData({
          abi: routerAbi,
          functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
          args: [parseEther(action.amount.toString()), 0n, path, self, maxUint256],
        })
        return { to: this.#contract('SwapRouter'), data, takes: [action.from] }
      }
      case 'buyLevel': {
        const boosted = Object.values(this.deployment.pools).filter((pool) => pool.boosted)
        const args = [BigInt(action.level), boosted.map(({ id }) => BigInt(id))] as const
        const data = encodeFunctionData({ abi: levelsAbi, functionName: 'buy', args })
        return { to: this.#contract('Levels'), data, takes: ['MCM'] }
      }
      case 'distribute':
        return {
          to: this.#contract('AaaFund'),
          data: encodeFunctionData({ abi: aaaFundAbi, functionName: 'distribute' }),
        }
      default:
        return this.#passCall(self, action)
    }
  }

  #poolCall(self: Address, action: Extract<DemoAction, { pool: PoolKey }>): Call {
    const { id, stakeToken, pairToken } = this.#pool(action.pool)
    const pool = BigInt(id)
    const to = this.#contract('StakingPools')
    const abi = stakingPoolsAbi
    if (action.kind === 'claim')
      return { to, data: encodeFunctionData({ abi, functionName: 'claim', args: [pool, self] }) }
    if (action.kind === 'exit')
      return {
        to,
        data: encodeFunctionData({ abi, functionName: 'exit', args: [pool, BigInt(action.position), self] }),
      }
    const amount = parseEther(action.amount.toString())
    if (action.kind === 'stake') {
      const args = [pool, amount, BigInt(action.tier), this.#person(action.inviter)] as const
      const data = encodeFunctionData({ abi, functionName: 'stake', args })
      return { to, data, takes: pairToken ? [stakeToken, pairToken] : [stakeToken] }
    }
    const args = [pool, BigInt(action.position), amount, self] as const
    return { to, data: encodeFunctionData({ abi, functionName: action.kind, args }) }
  }

  #vaultCall(self: Address, action: Extract<DemoAction, { kind: 'deposit' | 'withdraw' }>): Call {
    const to = this.#contract('ZnVault')
    const abi = znVaultAbi
    const amount = parseEther(action.amount.toString())
    if (action.kind === 'withdraw')
      return { to, data: encodeFunctionData({ abi, functionName: 'withdraw', args: [amount, self, self] }) }
    const args = [amount, self, this.#person(action.inviter)] as const
    const data = encodeFunctionData({ abi, functionName: 'depositWithInviter', args })
    return { to, data, takes: ['GALX'] }
  }

  #passCall(
    self: Address,
    action: Extract<
      DemoAction,
      { kind: 'mintPass' | 'renamePass' | 'startUnbonding' | 'unbond' | 'transferPass' }
    >,
  ): Call {
    const to = this.#contract('NodePass')
    const abi = nodePassAbi
    if (action.kind === 'mintPass') {
      const data = encodeFunctionData({ abi, functionName: 'mint', args: [action.name] })
      return { to, data, takes: ['MCM'] }
    }
    const id = BigInt(action.pass)
    switch (action.kind) {
      case 'renamePass':
        return { to, data: encodeFunctionData({ abi, functionName: 'rename', args: [id, action.name] }) }
      case 'transferPass': {
        const args = [self, this.people[action.to]!.address, id] as const
        return { to, data: encodeFunctionData({ abi, functionName: 'transferFrom', args }) }
      }
      default:
        return { to, data: encodeFunctionData({ abi, functionName: action.kind, args: [id] }) }
    }
  }

  #person(account: number | null): Address {
    return account === null ? zeroAddress : this.people[account]!.address
  }

  #pool(key: PoolKey) {
    const pool = this.deployment.pools[key]
    if (!pool) throw new Error(`The deployment file names no pool ${key}.`)
    return pool
  }

  #token(symbol: TokenSymbol): Address {
    return this.deployment.tokens[symbol].address as Address
  }

  #contract(name: keyof Deployment['contracts']): Address {
    return this.deployment.contracts[name]!.address as Address
  }
}
