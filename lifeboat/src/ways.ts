/** All withdrawals from all contracts, each as data that any signer can sign, with its result and cost. */
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { earlyExitPenalty, pairShareOf } from '@galx/protocol/formulas'
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { isRevert } from '@galx/protocol/nodeErrors'
import { gasLimitOf, TRANSACTION_GAS_CAP } from '@galx/protocol/transactionGas'
import type { SignedVoucher } from '@galx/protocol/voucher'
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  toHex,
  toRlp,
  type Address,
  type Hex,
} from 'viem'
import type { Holdings, Pool, Position } from './holdings.ts'
import { NodeError, type Request } from './node.ts'

/** A withdrawal. `unstake`, `exitEarly` and `withdraw` have an `amount`, because a part can be withdrawn. */
export type Way =
  | { kind: 'unstake' | 'exitEarly'; pool: Pool; position: Position; amount: bigint }
  | { kind: 'exit' | 'withdrawPrincipal'; pool: Pool; position: Position }
  | { kind: 'claim'; pool: Pool }
  | { kind: 'claimMany'; pools: readonly Pool[] }
  | { kind: 'redeem'; shares: bigint; assets: bigint; token: string }
  | { kind: 'withdraw'; amount: bigint; held: bigint; token: string }
  | { kind: 'vouchers'; vouchers: readonly SignedVoucher[] }
  | { kind: 'voucherTo'; voucher: SignedVoucher }
  | { kind: 'startUnbonding' | 'unbond'; pass: bigint; bond: bigint }
  | { kind: 'distribute'; amount: bigint }

/** The kinds whose tokens the account may send to another address. */
export const WITH_RECIPIENT = new Set<Way['kind']>([
  'unstake',
  'exit',
  'exitEarly',
  'withdrawPrincipal',
  'claim',
  'claimMany',
  'redeem',
  'withdraw',
  'voucherTo',
])

export type Unsigned = { to: Address; data: Hex; value: bigint; chainId: number }

/** @param to the recipient, for the kinds that name one */
export function unsignedOf(
  { contracts, chainId }: LifeboatDeployment,
  way: Way,
  account: Address,
  to: Address,
): Unsigned {
  const call = (address: Address, data: Hex): Unsigned => ({ to: address, data, value: 0n, chainId })
  const abi = stakingPoolsAbi
  switch (way.kind) {
    case 'unstake':
    case 'exitEarly': {
      const args = [way.pool.id, way.position.position, way.amount, to] as const
      return call(contracts.StakingPools, encodeFunctionData({ abi, functionName: way.kind, args }))
    }
    case 'exit':
    case 'withdrawPrincipal': {
      const args = [way.pool.id, way.position.position, to] as const
      return call(contracts.StakingPools, encodeFunctionData({ abi, functionName: way.kind, args }))
    }
    case 'claim': {
      const args = [way.pool.id, to] as const
      return call(contracts.StakingPools, encodeFunctionData({ abi, functionName: 'claim', args }))
    }
    case 'claimMany': {
      const args = [way.pools.map(({ id }) => id), to] as const
      return call(contracts.StakingPools, encodeFunctionData({ abi, functionName: 'claimMany', args }))
    }
    case 'redeem': {
      const args = [way.shares, to, account] as const
      return call(contracts.ZnVault, encodeFunctionData({ abi: znVaultAbi, functionName: 'redeem', args }))
    }
    case 'withdraw': {
      const args = [way.amount, to, account] as const
      return call(contracts.ZnVault, encodeFunctionData({ abi: znVaultAbi, functionName: 'withdraw', args }))
    }
    case 'vouchers': {
      const args = [way.vouchers] as const
      const data = encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'claimMany', args })
      return call(contracts.RewardVouchers, data)
    }
    case 'voucherTo': {
      const args = [way.voucher, to] as const
      const data = encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'claimTo', args })
      return call(contracts.RewardVouchers, data)
    }
    case 'startUnbonding':
    case 'unbond': {
      const args = [way.pass] as const
      return call(contracts.NodePass, encodeFunctionData({ abi: nodePassAbi, functionName: way.kind, args }))
    }
    case 'distribute':
      return call(contracts.AaaFund, encodeFunctionData({ abi: aaaFundAbi, functionName: 'distribute' }))
  }
}

/**
 * `paid`: to the recipient; `penalty`: kept by the pool's other stakers; `forfeited`: a reward that the account gives up; `kept`: a reward that stays
 * claimable; `stream`: to the stakers of the AAA pool; `later`: after the cool-down.
 */
export type Line = {
  what: 'paid' | 'penalty' | 'forfeited' | 'kept' | 'stream' | 'later'
  amount: bigint
  token: string
}

/** The result at the holdings' block, by the contracts' own formulas. For vouchers see `trialOf`. */
export function linesOf(way: Way, { time }: Pick<Holdings, 'time'>): Line[] {
  const lines: Line[] = []
  const add = (what: Line['what'], amount: bigint, token: string) => {
    if (amount > 0n) lines.push({ what, amount, token })
  }
  switch (way.kind) {
    case 'unstake':
    case 'exit':
    case 'exitEarly':
    case 'withdrawPrincipal': {
      const { pool, position } = way
      const amount = 'amount' in way ? way.amount : position.amount
      const early = way.kind === 'exitEarly'
      // Only the stake token pays a penalty. The pair token is paid in full.
      const penalty = early ? earlyExitPenalty(amount, position.tier, position.unlockAt, time) : 0n
      add('paid', amount - penalty, pool.stakeToken)
      if (pool.pairToken !== null) add('paid', pairShareOf(position, amount), pool.pairToken)
      add('penalty', penalty, pool.stakeToken)
      const reward = {
        exit: 'paid',
        withdrawPrincipal: 'forfeited',
        unstake: 'kept',
        exitEarly: 'kept',
      } as const
      add(reward[way.kind], pool.earned, pool.rewardToken)
      return lines
    }
    case 'claim':
      add('paid', way.pool.earned, way.pool.rewardToken)
      return lines
    case 'claimMany':
      for (const { earned, rewardToken } of way.pools) add('paid', earned, rewardToken)
      return lines
    case 'redeem':
      add('paid', way.assets, way.token)
      return lines
    case 'withdraw':
      add('paid', way.amount, way.token)
      return lines
    case 'unbond':
      add('paid', way.bond, 'MCM')
      return lines
    case 'startUnbonding':
      add('later', way.bond, 'MCM')
      return lines
    case 'distribute':
      add('stream', way.amount, 'AAA')
      return lines
    case 'vouchers':
    case 'voucherTo':
      return lines
  }
}

/** A contract's refusal: the name and the values of its error. */
export class RevertError extends Error {
  override name = 'RevertError'
  readonly error: string
  readonly values: readonly unknown[]
  constructor(error: string, values: readonly unknown[]) {
    super(`${error}(${values.map(String).join(', ')})`)
    this.error = error
    this.values = values
  }
}

const ERRORS = [
  ...stakingPoolsAbi,
  ...znVaultAbi,
  ...rewardVouchersAbi,
  ...nodePassAbi,
  ...aaaFundAbi,
].filter(({ type }) => type === 'error')

/**
 * Simulates the call at the newest block without sending it.
 * @returns each voucher's payment, in order; null for all other withdrawals, for which `linesOf` gives the amounts
 * @throws RevertError if the contract would revert, NodeError if the node does not answer
 */
export async function trialOf(
  request: Request,
  way: Way,
  account: Address,
  { to, data }: Unsigned,
): Promise<readonly bigint[] | null> {
  let answer: Hex
  try {
    answer = (await request('eth_call', [{ from: account, to, data }, 'latest'])) as Hex
  } catch (error) {
    throw refusalIn(error) ?? error
  }
  const abi = rewardVouchersAbi
  if (way.kind === 'vouchers') return decodeFunctionResult({ abi, functionName: 'claimMany', data: answer })
  if (way.kind === 'voucherTo') return [decodeFunctionResult({ abi, functionName: 'claimTo', data: answer })]
  return null
}

function refusalIn(error: unknown): RevertError | null {
  if (!(error instanceof NodeError)) return null
  // A node whose gas for a call is limited says “out of gas”, which is not the contract's word.
  if (error.data === null)
    return isRevert(error) && !/\bgas\b/i.test(error.message) ? new RevertError(error.message, []) : null
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: ERRORS, data: error.data }) as {
      errorName: string
      args?: readonly unknown[]
    }
    return new RevertError(errorName, args)
  } catch {
    return new RevertError(error.data.slice(0, 10), [])
  }
}

/** The data that a signer without a node needs. */
export type Envelope = Unsigned & { from: Address; nonce: number; gas: bigint; gasPrice: bigint }

/**
 * If the node does not estimate the gas, the transaction gets the highest gas limit that the account's coins cover. It pays only for used gas.
 * @throws RevertError, NodeError
 */
export async function envelopeOf(request: Request, account: Address, unsigned: Unsigned): Promise<Envelope> {
  const { to, data } = unsigned
  const estimate = request('eth_estimateGas', [{ from: account, to, data }]).then(
    (found) => gasLimitOf(BigInt(found as Hex)),
    (error: unknown) => {
      const refusal = refusalIn(error)
      if (refusal !== null) throw refusal
      return null
    },
  )
  const [nonce, estimated, price, coins] = await Promise.all([
    request('eth_getTransactionCount', [account, 'pending']),
    estimate,
    request('eth_gasPrice'),
    request('eth_getBalance', [account, 'latest']).then(
      (wei) => BigInt(wei as Hex),
      () => null,
    ),
  ])
  const gasPrice = BigInt(price as Hex)
  const gas = estimated ?? highestLimit(coins, gasPrice)
  return { ...unsigned, from: account, nonce: Number(nonce), gas, gasPrice }
}

/** @param coins wei; null: unknown */
function highestLimit(coins: bigint | null, gasPrice: bigint): bigint {
  if (coins === null || gasPrice === 0n) return TRANSACTION_GAS_CAP
  const covered = coins / gasPrice
  return covered < TRANSACTION_GAS_CAP ? covered : TRANSACTION_GAS_CAP
}

/** The transaction in the format of wallets and command lines. */
export function jsonOf({ from, to, value, data, chainId, nonce, gas, gasPrice }: Envelope): string {
  const quantities = { value, chainId, nonce, gas, gasPrice }
  const hex = Object.fromEntries(Object.entries(quantities).map(([name, number]) => [name, toHex(number)]))
  return JSON.stringify({ from, to, data, ...hex }, null, 2)
}

/** The bytes to sign by EIP-155: nonce, price, gas, to, value, data, chain id, 0, 0. */
export function hexOf({ to, value, data, chainId, nonce, gas, gasPrice }: Envelope): Hex {
  const bytes = (number: bigint | number): Hex => (BigInt(number) === 0n ? '0x' : even(BigInt(number)))
  return toRlp([
    bytes(nonce),
    bytes(gasPrice),
    bytes(gas),
    to,
    bytes(value),
    data,
    bytes(chainId),
    '0x',
    '0x',
  ])
}

function even(number: bigint): Hex {
  const digits = number.toString(16)
  return `0x${digits.padStart(digits.length + (digits.length % 2), '0')}`
}
