// Clear-signing descriptors (ERC-7730): made from interfaces and a deployment, sound, complete, and saying what a call does.
import type { Abi, Hex } from 'viem'
import { encodeFunctionData, toFunctionSelector } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { rewardVouchersAbi } from '../src/abi/RewardVouchers.ts'
import { stakingPoolsAbi } from '../src/abi/StakingPools.ts'
import { describeDeployment, type ClearSigningSubject } from '../src/clearSigning/describe.ts'
import { calldataDigest, typedDataDigest } from '../src/clearSigning/digest.ts'
import { descriptorFaults } from '../src/clearSigning/faults.ts'
import { CALL_ABIS } from '../src/clearSigning/interfaces.ts'
import { namesOf } from '../src/clearSigning/names.ts'
import { CALL_PLANS, type CallSubject, type FieldPlan } from '../src/clearSigning/plans.ts'
import { plannedFunction } from '../src/clearSigning/describe.ts'
import { renderCall, renderMessage } from '../src/clearSigning/render.ts'
import { CLEAR_SIGNING_TEXTS } from '../src/clearSigning/texts.ts'
import { PERMIT_TYPES } from '../src/permit.ts'
import { PRODUCTS, TOKEN_SYMBOLS } from '../src/products.ts'
import { voucherTypedData } from '../src/voucher.ts'

function address(digit: string): Hex {
  return `0x${digit.padStart(40, '0')}`
}
const ACCOUNT = address('acc0')
const OTHER = address('bee')
const CONTRACTS = Object.fromEntries(
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
const SUBJECT: ClearSigningSubject = {
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
const english = describeDeployment(SUBJECT, CLEAR_SIGNING_TEXTS.en_US)
const chinese = describeDeployment(SUBJECT, CLEAR_SIGNING_TEXTS.zh_CN)
const ETHER = 10n ** 18n
/** 2026-11-22 13:20 UTC */
const DEADLINE = 1_795_353_600n
const NO_PERMIT = { deadline: 0n, v: 0, r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}` } as const
const SIGNATURE = { v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}` } as const
function voucherOf(program: bigint, cumulative: bigint) {
  return { program, account: ACCOUNT, cumulative, deadline: DEADLINE, r: SIGNATURE.r, vs: SIGNATURE.s }
}

type Example = {
  of: CallSubject
  to: Hex
  name: string
  args: readonly unknown[]
  value?: bigint
  says: string
}

const pools = CONTRACTS.StakingPools as Hex
const vault = CONTRACTS.ZnVault as Hex
const pass = CONTRACTS.NodePass as Hex
const vouchers = CONTRACTS.RewardVouchers as Hex
const router = CONTRACTS.SwapRouter as Hex
const wrapped = CONTRACTS.WrappedNative as Hex
const galx = TOKENS.GALX.address
const usdt = TOKENS.USDT.address
const aaa = TOKENS.AAA.address
const MAX = 2n ** 256n - 1n
const swapTail = [[usdt, galx], ACCOUNT, DEADLINE] as const
const inTail = [[wrapped, galx], ACCOUNT, DEADLINE] as const
const outTail = [[galx, wrapped], ACCOUNT, DEADLINE] as const
const five = 5n * ETHER
const swapSays = 'Swap 5 USDT for at least 4 GALX, paid to your account'
const swapOutSays = 'Swap 5 GALX for at least 4 BNB, paid to your account'
const swapInSays = 'Swap 5 BNB for at least 4 GALX, paid to your account'
const fee = 'SupportingFeeOnTransferTokens'
const permitTail = [DEADLINE, SIGNATURE.v, SIGNATURE.r, SIGNATURE.s] as const
const POOLS = 'StakingPools'

/** Every function people sign, once, with the sentence its descriptor gives it. */
const EXAMPLES: Example[] = [
  {
    of: 'StakingPools',
    to: pools,
    name: 'stake',
    args: [101n, 1_500n * ETHER, 0n, OTHER],
    says: 'Stake 1,500 GALX in the pool GALX',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'stakeWithPermit',
    args: [105n, five, 2n, OTHER, { deadline: DEADLINE, ...SIGNATURE }, NO_PERMIT],
    says: 'Stake 5 MCM in the pool MCF term deposit',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'stakeFor',
    args: [103n, OTHER, five, 0n],
    says: `Stake 5 AAA in the pool BTC hash power for ${OTHER}`,
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'unstake',
    args: [104n, 3n, five, ACCOUNT],
    says: 'Unstake 5 MCM from the pool MCM hash power and pay it to your account',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'exit',
    args: [101n, 3n, ACCOUNT],
    says: 'Unstake position 3 of the pool GALX, claim, and pay your account',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'exitEarly',
    args: [105n, 3n, five, ACCOUNT],
    says: 'Take 5 MCM out of the pool MCF term deposit before its term ends, at a cost, and pay it to your account',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'exitMany',
    args: [
      [
        { pool: 101n, position: 3n },
        { pool: 105n, position: 4n },
      ],
      ACCOUNT,
    ],
    says: 'Unstake positions 3, 4 of the pools GALX, MCF term deposit, claim, and pay your account',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'withdrawPrincipal',
    args: [101n, 3n, OTHER],
    says: `Take the principal of position 3 out of the pool GALX, give up its rewards, and pay ${OTHER}`,
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'claim',
    args: [106n, ACCOUNT],
    says: 'Claim the rewards of the pool AAA fund and pay them to your account',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'claimFor',
    args: [106n, OTHER],
    says: `Claim the rewards of the pool AAA fund for ${OTHER}`,
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'claimMany',
    args: [[101n, 102n], ACCOUNT],
    says: 'Claim the rewards of the pools GALX, GALX + MCM and pay them to your account',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'compound',
    args: [101n],
    says: 'Claim the rewards of the pool GALX and stake them there',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'syncBoost',
    args: [103n, ACCOUNT],
    says: 'Bring the boost of your account in the pool BTC hash power to its level',
  },
  {
    of: 'StakingPools',
    to: pools,
    name: 'fund',
    args: [101n, 7n],
    says: 'Pay 7 wei of its reward token into the pool GALX, for good',
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'deposit',
    args: [five, ACCOUNT],
    says: 'Deposit 5 GALX in the vault for your account',
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'depositWithInviter',
    args: [five, ACCOUNT, OTHER],
    says: 'Deposit 5 GALX in the vault for your account',
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'depositWithPermit',
    args: [five, ACCOUNT, OTHER, ...permitTail],
    says: 'Deposit 5 GALX in the vault for your account',
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'mint',
    args: [2n * 10n ** 30n, ACCOUNT],
    says: 'Buy 2 znGALX of the vault for your account',
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'withdraw',
    args: [five, OTHER, ACCOUNT],
    says: `Withdraw 5 GALX of your account from the vault to ${OTHER}`,
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'redeem',
    args: [10n ** 30n, ACCOUNT, ACCOUNT],
    says: 'Redeem 1 znGALX of your account and pay your account',
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'fund',
    args: [five],
    says: 'Pay 5 GALX to the holders of the vault’s shares, for good',
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'approve',
    args: [OTHER, MAX],
    says: `Let ${OTHER} spend any amount znGALX`,
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'transfer',
    args: [OTHER, 10n ** 30n],
    says: `Send 1 znGALX to ${OTHER}`,
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'transferFrom',
    args: [ACCOUNT, OTHER, 10n ** 30n],
    says: `Send 1 znGALX of your account to ${OTHER}`,
  },
  {
    of: 'ZnVault',
    to: vault,
    name: 'permit',
    args: [ACCOUNT, OTHER, 10n ** 30n, ...permitTail],
    says: `Let ${OTHER} spend 1 znGALX of your account`,
  },
  {
    of: 'Levels',
    to: CONTRACTS.Levels as Hex,
    name: 'buy',
    args: [3n, [103n]],
    says: 'Buy level 3, burning MCM',
  },
  {
    of: 'Levels',
    to: CONTRACTS.Levels as Hex,
    name: 'buyWithPermit',
    args: [3n, [103n], ...permitTail],
    says: 'Buy level 3, burning MCM',
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'mint',
    args: ['Vega'],
    says: 'Mint the node pass “Vega”, locking its bond of MCM',
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'mintWithPermit',
    args: ['Vega', ...permitTail],
    says: 'Mint the node pass “Vega”, locking its bond of MCM',
  },
  { of: 'NodePass', to: pass, name: 'rename', args: [7n, 'Vega'], says: 'Rename NodePass #7 to “Vega”' },
  {
    of: 'NodePass',
    to: pass,
    name: 'startUnbonding',
    args: [7n],
    says: 'Start the cool-down of NodePass #7: its node ends now',
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'cancelUnbonding',
    args: [7n],
    says: 'End the cool-down of NodePass #7 and keep its bond in it',
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'unbond',
    args: [7n],
    says: 'Take the bond out of NodePass #7 and burn it',
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'transferFrom',
    args: [ACCOUNT, OTHER, 7n],
    says: `Give NodePass #7 of your account, with its bond, to ${OTHER}`,
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'safeTransferFrom',
    args: [ACCOUNT, OTHER, 7n],
    says: `Give NodePass #7 of your account, with its bond, to ${OTHER}`,
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'safeTransferFrom with data',
    args: [ACCOUNT, OTHER, 7n, '0x12'],
    says: `Give NodePass #7 of your account, with its bond, to ${OTHER}`,
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'approve',
    args: [OTHER, 7n],
    says: `Let ${OTHER} transfer NodePass #7 with its bond`,
  },
  {
    of: 'NodePass',
    to: pass,
    name: 'setApprovalForAll',
    args: [OTHER, true],
    says: `Let ${OTHER} transfer all passes: true`,
  },
  {
    of: 'AaaFund',
    to: CONTRACTS.AaaFund as Hex,
    name: 'distribute',
    args: [],
    says: 'Send what came into the AAA fund to its stakers',
  },
  {
    of: 'RewardVouchers',
    to: vouchers,
    name: 'claim',
    args: [voucherOf(201n, five)],
    says: 'Pay your account what it has not drawn of 5 GALX (GALX bonus)',
  },
  {
    of: 'RewardVouchers',
    to: vouchers,
    name: 'claimTo',
    args: [voucherOf(202n, five), OTHER],
    says: `Pay ${OTHER} what your account has not drawn of 5 USDT (Promotion)`,
  },
  {
    of: 'RewardVouchers',
    to: vouchers,
    name: 'claimMany',
    args: [[voucherOf(201n, five), voucherOf(202n, five)]],
    says: 'Pay your account what is not drawn of 5 GALX, 5 USDT (GALX bonus, Promotion)',
  },
  {
    of: 'RewardVouchers',
    to: vouchers,
    name: 'fund',
    args: [202n, five],
    says: 'Pay 5 USDT into Promotion, for good',
  },
  {
    of: 'SwapRouter',
    to: router,
    name: 'swapExactTokensForTokens',
    args: [five, 4n * ETHER, ...swapTail],
    says: swapSays,
  },
  {
    of: 'SwapRouter',
    to: router,
    name: 'swapExactTokensForETH',
    args: [five, 4n * ETHER, ...outTail],
    says: swapOutSays,
  },
  {
    of: 'SwapRouter',
    to: router,
    name: 'swapExactETHForTokens',
    args: [4n * ETHER, ...inTail],
    value: five,
    says: swapInSays,
  },
  {
    of: 'SwapRouter',
    to: router,
    name: `swapExactTokensForTokens${fee}`,
    args: [five, 4n * ETHER, ...swapTail],
    says: swapSays,
  },
  {
    of: 'SwapRouter',
    to: router,
    name: `swapExactTokensForETH${fee}`,
    args: [five, 4n * ETHER, ...outTail],
    says: swapOutSays,
  },
  {
    of: 'SwapRouter',
    to: router,
    name: `swapExactETHForTokens${fee}`,
    args: [4n * ETHER, ...inTail],
    value: five,
    says: swapInSays,
  },
  {
    of: 'WrappedNative',
    to: wrapped,
    name: 'approve',
    args: [pools, five],
    says: `Let ${POOLS} spend 5 WBNB`,
  },
  {
    of: 'WrappedNative',
    to: wrapped,
    name: 'transfer',
    args: [OTHER, five],
    says: `Send 5 WBNB to ${OTHER}`,
  },
  {
    of: 'WrappedNative',
    to: wrapped,
    name: 'transferFrom',
    args: [ACCOUNT, OTHER, five],
    says: `Send 5 WBNB of your account to ${OTHER}`,
  },
  { of: 'WrappedNative', to: wrapped, name: 'deposit', args: [], value: five, says: 'Wrap 5 BNB' },
  { of: 'WrappedNative', to: wrapped, name: 'withdraw', args: [five], says: 'Unwrap 5 WBNB' },
  {
    of: 'DemoFaucet',
    to: CONTRACTS.DemoFaucet as Hex,
    name: 'drip',
    args: [ACCOUNT],
    says: 'Send test tokens to your account',
  },
  {
    of: 'PlainToken',
    to: usdt,
    name: 'approve',
    args: [pools, MAX],
    says: `Let ${POOLS} spend any amount USDT`,
  },
  { of: 'PlainToken', to: usdt, name: 'transfer', args: [OTHER, five], says: `Send 5 USDT to ${OTHER}` },
  {
    of: 'PlainToken',
    to: usdt,
    name: 'transferFrom',
    args: [OTHER, ACCOUNT, five],
    says: `Send 5 USDT of ${OTHER} to your account`,
  },
  { of: 'Token', to: aaa, name: 'approve', args: [pools, five], says: `Let ${POOLS} spend 5 AAA` },
  { of: 'Token', to: aaa, name: 'transfer', args: [OTHER, five], says: `Send 5 AAA to ${OTHER}` },
  {
    of: 'Token',
    to: aaa,
    name: 'transferFrom',
    args: [OTHER, ACCOUNT, five],
    says: `Send 5 AAA of ${OTHER} to your account`,
  },
  {
    of: 'Token',
    to: aaa,
    name: 'permit',
    args: [ACCOUNT, pools, five, ...permitTail],
    says: `Let ${POOLS} spend 5 AAA of your account`,
  },
  { of: 'BurnableToken', to: galx, name: 'approve', args: [pools, five], says: `Let ${POOLS} spend 5 GALX` },
  { of: 'BurnableToken', to: galx, name: 'transfer', args: [OTHER, five], says: `Send 5 GALX to ${OTHER}` },
  {
    of: 'BurnableToken',
    to: galx,
    name: 'transferFrom',
    args: [OTHER, ACCOUNT, five],
    says: `Send 5 GALX of ${OTHER} to your account`,
  },
  {
    of: 'BurnableToken',
    to: galx,
    name: 'permit',
    args: [ACCOUNT, pools, five, ...permitTail],
    says: `Let ${POOLS} spend 5 GALX of your account`,
  },
  { of: 'BurnableToken', to: galx, name: 'burn', args: [five], says: 'Destroy 5 GALX' },
  {
    of: 'BurnableToken',
    to: galx,
    name: 'burnFrom',
    args: [OTHER, five],
    says: `Destroy 5 GALX of ${OTHER}`,
  },
]

function encode({ of, name, args }: Pick<Example, 'of' | 'name' | 'args'>): Hex {
  const plans = CALL_PLANS[of] as Record<string, FieldPlan[]>
  const { selector } = plannedFunction(of, name, plans[name] as FieldPlan[])
  const abi = CALL_ABIS[of].filter(
    (item) => item.type === 'function' && toFunctionSelector(item) === selector,
  )
  return encodeFunctionData({ abi: abi as Abi, args } as never)
}
function say(descriptors: typeof english, to: Hex, data: Hex, value = 0n, own = 'your account') {
  const call = { chainId: 56, from: ACCOUNT, to, data, value }
  return renderCall(Object.values(descriptors), call, namesOf(SUBJECT, ACCOUNT, own))
}

describe('descriptors', () => {
  it.each(
    Object.entries({
      ...english,
      ...Object.fromEntries(Object.entries(chinese).map(([name, one]) => [`zh ${name}`, one])),
    }),
  )('%s is as ERC-7730 wants it', (_, descriptor) => {
    expect(descriptorFaults(descriptor)).toEqual([])
  })

  it('faults are found: a path in the sentence that is not shown, a table that is not there, a format without its parameter', () => {
    const bad = structuredClone(english['calldata-StakingPools.json']!)
    const [signature = ''] = Object.keys(bad.display.formats)
    const format = bad.display.formats[signature]!
    format.interpolatedIntent = 'Stake {nothing}'
    format.fields[0]!.params = { $ref: '$.metadata.enums.nowhere' }
    delete format.fields[1]!.params
    expect(descriptorFaults(bad)).toEqual([
      expect.stringContaining('$.metadata.enums.nowhere'),
      expect.stringContaining('amount needs exactly one of token, tokenPath'),
      expect.stringContaining('the sentence names nothing'),
    ])
  })

  const planned = (Object.keys(CALL_PLANS) as CallSubject[]).flatMap((of) =>
    Object.keys(CALL_PLANS[of]).map((name) => `${of}.${name}`),
  )

  it('each function that a report call may name is among them', () => {
    const reported = Object.values(PRODUCTS).flatMap(({ reports }) =>
      Object.values(reports as Record<string, { contract: string; functions: readonly string[] }>).flatMap(
        ({ contract, functions }) => functions.map((name) => `${contract}.${name}`),
      ),
    )
    expect(reported.filter((name) => !planned.includes(name))).toEqual([])
  })

  it('only what roles alone can call has none', () => {
    const roles: Partial<Record<CallSubject, string[]>> = {
      StakingPools: [
        'acceptOwnership',
        'createPool',
        'pauseStaking',
        'renounceOwnership',
        'setGuardian',
        'transferOwnership',
        'unpauseStaking',
      ],
      ZnVault: [
        'acceptOwnership',
        'pauseDeposits',
        'renounceOwnership',
        'setGuardian',
        'transferOwnership',
        'unpauseDeposits',
      ],
      RewardVouchers: [
        'acceptOwnership',
        'createProgram',
        'disableSigner',
        'pause',
        'setGuardian',
        'setSigner',
        'transferOwnership',
        'unpause',
      ],
      BurnableToken: ['mint', 'setMinter'],
      Token: ['lowerFee'],
    }
    for (const of of [
      'StakingPools',
      'ZnVault',
      'Levels',
      'NodePass',
      'AaaFund',
      'RewardVouchers',
      'Token',
      'BurnableToken',
    ] as const) {
      const open = CALL_ABIS[of].flatMap((item) =>
        item.type === 'function' && !['view', 'pure'].includes(item.stateMutability) ? [item.name] : [],
      )
      const plans = Object.keys(CALL_PLANS[of]).map((name) => name.split(' ')[0])
      const without = [...new Set(open)].filter((name) => !plans.includes(name)).sort()
      expect([of, without]).toEqual([of, (roles[of] ?? []).sort()])
    }
  })

  it('each has an example below', () => {
    const shown = EXAMPLES.map(({ of, name }) => `${of}.${name}`)
    expect(planned.filter((name) => !shown.includes(name))).toEqual(['Multicall3.aggregate3'])
  })
})

describe('rendered from the bytes', () => {
  it.each(EXAMPLES)('$of: $name', ({ of, to, name, args, value, says }) => {
    const data = encode({ of, name, args })
    expect(say(english, to, data, value)?.sentence).toBe(says)
    const said = say(chinese, to, data, value, '你的账户')
    expect(said?.sentence).toMatch(/[\u4e00-\u9fff]/)
    expect(said?.fields.length).toBe(say(english, to, data, value)?.fields.length)
  })

  it('several calls in one: each in words, and nothing where one is not known', () => {
    const claims = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'claimFor',
      args: [101n, ACCOUNT],
    })
    const bonus = encodeFunctionData({
      abi: rewardVouchersAbi,
      functionName: 'claimMany',
      args: [[voucherOf(201n, five)]],
    })
    const together = (target: Hex, allowFailure = false) =>
      encode({
        of: 'Multicall3',
        name: 'aggregate3',
        args: [
          [
            { target: pools, allowFailure, callData: claims },
            { target, allowFailure: false, callData: bonus },
          ],
        ],
      })
    const to = CONTRACTS.Multicall3 as Hex
    expect(say(english, to, together(vouchers))?.sentence).toBe(
      'Claim the rewards of the pool GALX for your account; Pay your account what is not drawn of 5 GALX (GALX bonus)',
    )
    expect(say(english, to, together(OTHER))).toBeNull()
    expect(say(english, to, together(vouchers, true))).toBeNull()
  })

  it('rows follow the descriptor: term in days, no inviter where there is none, no signature parts', () => {
    const none = address('')
    const data = encode({
      of: 'StakingPools',
      name: 'stakeWithPermit',
      args: [105n, five, 1n, none, { deadline: DEADLINE, ...SIGNATURE }, NO_PERMIT],
    })
    expect(say(english, pools, data)?.fields).toEqual([
      { label: 'Pool', value: 'MCF term deposit' },
      { label: 'Amount', value: '5 MCM' },
      { label: 'Term', value: '90 days' },
    ])
    const first = encode({ of: 'StakingPools', name: 'stake', args: [105n, five, 0n, OTHER] })
    expect(say(english, pools, first)?.fields.at(2)?.value).toBe('flexible; 30 days (MCF term deposit)')
    const approval = encode({ of: 'PlainToken', name: 'approve', args: [pools, five] })
    expect(say(english, usdt, approval)?.fields[0]).toEqual({
      label: 'Spender',
      value: `StakingPools (${pools})`,
    })
  })

  it('nothing is said of another contract, another chain, another function, a pool nobody knows, or bytes cut short', () => {
    const data = encode({ of: 'StakingPools', name: 'claim', args: [101n, ACCOUNT] })
    expect(say(english, OTHER, data)).toBeNull()
    expect(
      renderCall(
        Object.values(english),
        { chainId: 1, from: ACCOUNT, to: pools, data, value: 0n },
        namesOf(SUBJECT, ACCOUNT, 'me'),
      ),
    ).toBeNull()
    expect(say(english, pools, '0x12345678')).toBeNull()
    expect(
      say(english, pools, encode({ of: 'StakingPools', name: 'claim', args: [999n, ACCOUNT] })),
    ).toBeNull()
    expect(say(english, pools, data.slice(0, -2) as Hex)).toBeNull()
  })

  it('a permit', () => {
    const message = {
      owner: ACCOUNT,
      spender: pools,
      value: five.toString(),
      nonce: '0',
      deadline: DEADLINE.toString(),
    }
    const typed = {
      domain: { chainId: 56, verifyingContract: galx },
      types: PERMIT_TYPES,
      primaryType: 'Permit',
      message,
    }
    const names = namesOf(SUBJECT, ACCOUNT, 'your account')
    expect(renderMessage(Object.values(english), typed, names)?.sentence).toBe(
      `Let ${POOLS} spend 5 GALX of your account until 2026-11-22 13:20 UTC`,
    )
    const foreign = { ...typed, domain: { chainId: 56, verifyingContract: OTHER } }
    expect(renderMessage(Object.values(english), foreign, names)).toBeNull()
  })

  it('a voucher', () => {
    const typed = voucherTypedData(56, vouchers, {
      program: 202n,
      account: OTHER,
      cumulative: five,
      deadline: DEADLINE,
    })
    expect(renderMessage(Object.values(english), typed, namesOf(SUBJECT, ACCOUNT, 'me'))?.sentence).toBe(
      `Grant ${OTHER} 5 USDT in all (Promotion)`,
    )
  })
})

describe('digests of ERC-8213', () => {
  it('of calldata: the standard’s own test case', () => {
    const transfer =
      '0xa9059cbb0000000000000000000000004675c7e5baafbffbca748158becba61ef3b0a2630000000000000000000000000000000000000000000000000de0b6b3a7640000'
    expect(calldataDigest(transfer)).toBe(
      '0x812cee5d9cc7461c04bbcd7b70af9c28b243ac5d74d3453b008b93b7dac69985',
    )
  })

  it('of typed data: what EIP-712 gives for its own example', () => {
    const person = [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ]
    expect(
      typedDataDigest({
        domain: {
          name: 'Ether Mail',
          version: '1',
          chainId: 1,
          verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
        },
        types: {
          Person: person,
          Mail: [
            { name: 'from', type: 'Person' },
            { name: 'to', type: 'Person' },
            { name: 'contents', type: 'string' },
          ],
        },
        primaryType: 'Mail',
        message: {
          from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
          to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
          contents: 'Hello, Bob!',
        },
      }),
    ).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  })
})
