/** A deployment with every product, its descriptors in each language, and the values and helpers that the tests share. */
import type { Abi, Hex } from 'viem'
import { encodeFunctionData, toFunctionSelector } from 'viem/utils'
import {
  describeDeployment,
  type ClearSigningSubject,
  plannedFunction,
} from '../../src/clearSigning/describe.ts'
import { CALL_ABIS } from '../../src/clearSigning/interfaces.ts'
import { namesOf } from '../../src/clearSigning/names.ts'
import { CALL_PLANS, type CallSubject, type FieldPlan } from '../../src/clearSigning/plans.ts'
import { renderCall } from '../../src/clearSigning/render.ts'
import { CLEAR_SIGNING_TEXTS } from '../../src/clearSigning/texts.ts'
import { TOKEN_SYMBOLS } from '../../src/products.ts'

export function address(digit: string): Hex {
  return `0x${digit.padStart(40, '0')}`
}
export const ACCOUNT = address('acc0')
export const OTHER = address('bee')
export const CONTRACTS = Object.fromEntries(
  [
    'StakingPools',
    'ZnVault',
    'Levels',
    'NodePass',
    'AaaFund',
    'RewardVouchers',
    'SwapRouter',
    'WrappedNative',
    'Multicall3',
    'DemoFaucet',
  ].map((name, index) => [name, address(`c${index}`)]),
) as Record<string, Hex>
const TOKENS = Object.fromEntries(
  TOKEN_SYMBOLS.map((symbol, index) => [
    symbol,
    { address: address(`d${index}`), permit: ['AAA', 'MCM', 'GALX'].includes(symbol) },
  ]),
) as unknown as Record<(typeof TOKEN_SYMBOLS)[number], { address: Hex; permit: boolean }>
const flexible = [{ duration: 0 }]
export const SUBJECT: ClearSigningSubject = {
  chainId: 56,
  contracts: CONTRACTS,
  tokens: TOKENS,
  pools: {
    galx: { id: '101', stakeToken: 'GALX', tiers: flexible },
    galxMcm: { id: '102', stakeToken: 'GALX', tiers: flexible },
    btc: { id: '103', stakeToken: 'AAA', tiers: flexible },
    mcm: { id: '104', stakeToken: 'MCM', tiers: flexible },
    mcf: {
      id: '105',
      stakeToken: 'MCM',
      tiers: [30, 90, 180, 360].map((days) => ({ duration: days * 86_400 })),
    },
    aaa: { id: '106', stakeToken: 'AAA', tiers: flexible },
  },
  programs: {
    galx: { id: '201', token: 'GALX' },
    promotion: { id: '202', token: 'USDT' },
  },
}
export const english = describeDeployment(SUBJECT, CLEAR_SIGNING_TEXTS.en_US)
export const chinese = describeDeployment(SUBJECT, CLEAR_SIGNING_TEXTS.zh_CN)
export const vietnamese = describeDeployment(SUBJECT, CLEAR_SIGNING_TEXTS.vi_VN)
export const ETHER = 10n ** 18n
/** 2026-11-22 13:20 UTC */
export const DEADLINE = 1_795_353_600n
export const NO_PERMIT = { deadline: 0n, v: 0, r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}` } as const
export const SIGNATURE = { v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}` } as const
export function voucherOf(program: bigint, cumulative: bigint) {
  const signature = { r: SIGNATURE.r, vs: SIGNATURE.s }
  return {
    program,
    account: ACCOUNT,
    cumulative,
    deadline: DEADLINE,
    signersNonce: 1n,
    signature,
    coSignature: signature,
  }
}

export type Example = {
  of: CallSubject
  to: Hex
  name: string
  args: readonly unknown[]
  value?: bigint
  says: string
}

export const pools = CONTRACTS.StakingPools as Hex
export const vault = CONTRACTS.ZnVault as Hex
export const pass = CONTRACTS.NodePass as Hex
export const vouchers = CONTRACTS.RewardVouchers as Hex
export const router = CONTRACTS.SwapRouter as Hex
export const wrapped = CONTRACTS.WrappedNative as Hex
export const galx = TOKENS.GALX.address
export const usdt = TOKENS.USDT.address
export const aaa = TOKENS.AAA.address
export const MAX = 2n ** 256n - 1n
export const swapTail = [[usdt, galx], ACCOUNT, DEADLINE] as const
export const inTail = [[wrapped, galx], ACCOUNT, DEADLINE] as const
export const outTail = [[galx, wrapped], ACCOUNT, DEADLINE] as const
export const five = 5n * ETHER
export const swapSays = 'Swap 5 USDT for at least 4 GALX, paid to your account'
export const swapOutSays = 'Swap 5 GALX for at least 4 BNB, paid to your account'
export const swapInSays = 'Swap 5 BNB for at least 4 GALX, paid to your account'
export const fee = 'SupportingFeeOnTransferTokens'
export const permitTail = [DEADLINE, SIGNATURE.v, SIGNATURE.r, SIGNATURE.s] as const
export const POOLS = 'StakingPools'

export function encode({ of, name, args }: Pick<Example, 'of' | 'name' | 'args'>): Hex {
  const plans = CALL_PLANS[of] as Record<string, FieldPlan[]>
  const { selector } = plannedFunction(of, name, plans[name] as FieldPlan[])
  const abi = CALL_ABIS[of].filter(
    (item) => item.type === 'function' && toFunctionSelector(item) === selector,
  )
  return encodeFunctionData({ abi: abi as Abi, args } as never)
}
export function say(descriptors: typeof english, to: Hex, data: Hex, value = 0n, own = 'your account') {
  const call = { chainId: 56, from: ACCOUNT, to, data, value }
  return renderCall(Object.values(descriptors), call, namesOf(SUBJECT, ACCOUNT, own))
}
