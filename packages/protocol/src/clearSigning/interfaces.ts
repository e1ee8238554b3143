/** The interfaces of the contracts and messages that users sign, by their names in the plans. */
import type { Abi, AbiFunction, AbiParameter } from 'viem'
import { aaaAbi } from '../abi/AAA.ts'
import { aaaFundAbi } from '../abi/AaaFund.ts'
import { demoFaucetAbi } from '../abi/DemoFaucet.ts'
import { levelsAbi } from '../abi/Levels.ts'
import { mcmAbi } from '../abi/MCM.ts'
import { nodePassAbi } from '../abi/NodePass.ts'
import { rewardVouchersAbi } from '../abi/RewardVouchers.ts'
import { stakingPoolsAbi } from '../abi/StakingPools.ts'
import { znVaultAbi } from '../abi/ZnVault.ts'
import { swapRouterAbi, wrappedNativeAbi } from '../exchangeAbi.ts'
import { aggregate3Abi } from '../multicall3.ts'
import { PERMIT_TYPES } from '../permit.ts'
import { VOUCHER_TYPES } from '../voucher.ts'
import type { CallSubject, MESSAGE_PLANS } from './plans.ts'

export const CALL_ABIS: Readonly<Record<CallSubject, Abi>> = {
  StakingPools: stakingPoolsAbi,
  ZnVault: znVaultAbi,
  Levels: levelsAbi,
  NodePass: nodePassAbi,
  AaaFund: aaaFundAbi,
  RewardVouchers: rewardVouchersAbi,
  SwapRouter: swapRouterAbi,
  WrappedNative: [...wrappedNativeAbi, ...aaaAbi],
  Multicall3: aggregate3Abi,
  DemoFaucet: demoFaucetAbi,
  PlainToken: aaaAbi,
  Token: aaaAbi,
  BurnableToken: mcmAbi,
}

export const MESSAGE_TYPES: Readonly<
  Record<keyof typeof MESSAGE_PLANS, readonly { name: string; type: string }[]>
> = { ...PERMIT_TYPES, ...VOUCHER_TYPES }

/** The path of every value in the parameters: `amount`, `pools.[]`, `voucher.deadline`, `calls.[].target`. */
export function leavesOf(parameters: readonly AbiParameter[], prefix = ''): string[] {
  return parameters.flatMap((parameter) => {
    const list = parameter.type.endsWith('[]')
    const path = `${prefix}${parameter.name ?? ''}${list ? '.[]' : ''}`
    return 'components' in parameter ? leavesOf(parameter.components, `${path}.`) : [path]
  })
}

/** `stake(uint256 pool,uint256 amount)`: the form of a function in a descriptor. */
export function signatureOf({ name, inputs }: Pick<AbiFunction, 'name' | 'inputs'>): string {
  return `${name}(${inputs.map(parameterText).join(',')})`
}

function parameterText(parameter: AbiParameter): string {
  const { type, name } = parameter
  const words =
    'components' in parameter
      ? `(${parameter.components.map(parameterText).join(',')})${type.slice('tuple'.length)}`
      : type
  return `${words} ${name ?? ''}`
}

/** `Permit(address owner,…)`: the form of a message in a descriptor, EIP-712's encodeType. */
export function encodeTypeOf(name: string, fields: readonly { name: string; type: string }[]): string {
  return `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
}
