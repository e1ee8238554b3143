/**
 * The signed calls and messages: every function of the contracts that is open to every account, the switches of the vouchers' two keys,
 * and every EIP-712 message, with the display of each value. The deployment determines contracts, pools and tokens. The words are in the text files.
 */
import type { Visibility } from './descriptor.ts'
import type english from './texts.en.ts'

export type LabelName = keyof typeof english.labels

export type FieldPlan = {
  path: string
  label: LabelName
  visible?: Visibility
} & (
  | { format: 'raw' | 'address' | 'ticker' | 'native' | 'date' | 'pass' | 'pool' | 'program' | 'tier' }
  /** @see TokenSource */
  | { format: 'token'; token: TokenSource; unlimited?: true }
  | { format: 'call'; callee: string }
)

/** The token of an amount: a path to its address, the stake token of a pool, the token of a program, or the vault's asset. */
type TokenSource = { path: string } | { stakedIn: string } | { paidBy: string } | 'vaultAsset'

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

const pool: FieldPlan = { path: 'pool', label: 'pool', format: 'pool' }
const pools: FieldPlan = { path: 'pools.[]', label: 'pool', format: 'pool' }
const staked: FieldPlan = { path: 'amount', label: 'amount', format: 'token', token: { stakedIn: 'pool' } }
const tier: FieldPlan = { path: 'tier', label: 'tier', format: 'tier' }
const position: FieldPlan = { path: 'position', label: 'position', format: 'raw' }
const inviter: FieldPlan = {
  path: 'inviter',
  label: 'inviter',
  format: 'address',
  visible: { ifNotIn: [ZERO_ADDRESS] },
}
const deadline: FieldPlan = { path: 'deadline', label: 'deadline', format: 'date' }
const pass: FieldPlan = { path: 'id', label: 'pass', format: 'pass' }
const tokenId: FieldPlan = { ...pass, path: 'tokenId' }
const assets: FieldPlan = { path: 'assets', label: 'amount', format: 'token', token: 'vaultAsset' }
const shares: FieldPlan = { path: 'shares', label: 'shares', format: 'token', token: { path: '@.to' } }

function address(path: string, label: LabelName): FieldPlan {
  return { path, label, format: 'address' }
}
/** An amount of the called token. */
function ownAmount(path: string): FieldPlan {
  return { path, label: 'amount', format: 'token', token: { path: '@.to' } }
}
/** An approved amount of the called token, which may be unlimited. */
function approved(path: string): FieldPlan {
  return { path, label: 'amount', format: 'token', token: { path: '@.to' }, unlimited: true }
}
/** A part of a signature: a person cannot check it, and it does not change the effect of the call. */
function hidden(path: string): FieldPlan {
  return { path, label: 'signature', format: 'raw', visible: 'never' }
}
function permit(prefix = ''): FieldPlan[] {
  return [`${prefix}deadline`, `${prefix}v`, `${prefix}r`, `${prefix}s`].map(hidden)
}
function voucher(prefix: string): FieldPlan[] {
  return [
    { path: `${prefix}program`, label: 'program', format: 'program' },
    address(`${prefix}account`, 'account'),
    {
      path: `${prefix}cumulative`,
      label: 'cumulative',
      format: 'token',
      token: { paidBy: `${prefix}program` },
    },
    { ...deadline, path: `${prefix}deadline` },
    hidden(`${prefix}signersNonce`),
    hidden(`${prefix}signature.r`),
    hidden(`${prefix}signature.vs`),
    hidden(`${prefix}coSignature.r`),
    hidden(`${prefix}coSignature.vs`),
  ]
}
const pays: FieldPlan = { path: 'amountIn', label: 'pays', format: 'token', token: { path: 'path.[0]' } }
const paysNative: FieldPlan = { path: '@.value', label: 'pays', format: 'native' }
const gets: FieldPlan = {
  path: 'amountOutMin',
  label: 'receivesAtLeast',
  format: 'token',
  token: { path: 'path.[-1]' },
}
const getsNative: FieldPlan = { path: 'amountOutMin', label: 'receivesAtLeast', format: 'native' }
const route: FieldPlan[] = [
  { path: 'path.[]', label: 'route', format: 'ticker' },
  address('to', 'receiver'),
  deadline,
]

const PLAIN_TOKEN_CALLS = {
  approve: [address('spender', 'spender'), approved('amount')],
  transfer: [address('to', 'receiver'), ownAmount('amount')],
  transferFrom: [address('from', 'owner'), address('to', 'receiver'), ownAmount('amount')],
} satisfies Record<string, FieldPlan[]>

const TOKEN_CALLS = {
  ...PLAIN_TOKEN_CALLS,
  permit: [
    address('owner', 'owner'),
    address('spender', 'spender'),
    approved('value'),
    deadline,
    hidden('v'),
    hidden('r'),
    hidden('s'),
  ],
} satisfies Record<string, FieldPlan[]>

/**
 * By contract and function. `PlainToken`: tokens without permits. `Token`: tokens with permits. `BurnableToken`: tokens with permits that holders
 * can also burn.
 */
export const CALL_PLANS = {
  StakingPools: {
    stake: [pool, staked, tier, inviter],
    stakeWithPermit: [pool, staked, tier, inviter, ...permit('stakePermit.'), ...permit('pairPermit.')],
    stakeFor: [pool, address('account', 'account'), staked, tier],
    unstake: [pool, position, staked, address('to', 'receiver')],
    exit: [pool, position, address('to', 'receiver')],
    exitEarly: [pool, position, staked, address('to', 'receiver')],
    withdrawPrincipal: [pool, position, address('to', 'receiver')],
    claim: [pool, address('to', 'receiver')],
    claimFor: [pool, address('account', 'account')],
    claimMany: [pools, address('to', 'receiver')],
    compound: [pool],
    syncBoost: [pool, address('owner_', 'account')],
    fund: [pool, { path: 'amount', label: 'wei', format: 'raw' }],
  },
  ZnVault: {
    deposit: [assets, address('receiver', 'receiver')],
    depositWithInviter: [assets, address('receiver', 'receiver'), inviter],
    depositWithPermit: [assets, address('receiver', 'receiver'), inviter, ...permit()],
    mint: [shares, address('receiver', 'receiver')],
    withdraw: [assets, address('receiver', 'receiver'), address('owner', 'owner')],
    redeem: [shares, address('receiver', 'receiver'), address('owner', 'owner')],
    fund: [{ ...assets, path: 'amount' }],
    approve: [address('spender', 'spender'), approved('value')],
    transfer: [address('to', 'receiver'), ownAmount('value')],
    transferFrom: [address('from', 'owner'), address('to', 'receiver'), ownAmount('value')],
    permit: TOKEN_CALLS.permit,
  },
  Levels: {
    buy: [{ path: 'level', label: 'level', format: 'raw' }, pools],
    buyWithPermit: [{ path: 'level', label: 'level', format: 'raw' }, pools, ...permit()],
  },
  NodePass: {
    mint: [{ path: 'name_', label: 'name', format: 'raw' }],
    mintWithPermit: [{ path: 'name_', label: 'name', format: 'raw' }, ...permit()],
    rename: [pass, { path: 'name_', label: 'name', format: 'raw' }],
    startUnbonding: [pass],
    cancelUnbonding: [pass],
    unbond: [pass],
    transferFrom: [address('from', 'owner'), address('to', 'receiver'), tokenId],
    safeTransferFrom: [address('from', 'owner'), address('to', 'receiver'), tokenId],
    'safeTransferFrom with data': [
      address('from', 'owner'),
      address('to', 'receiver'),
      tokenId,
      { path: 'data', label: 'data', format: 'raw' },
    ],
    approve: [address('to', 'spender'), tokenId],
    setApprovalForAll: [
      address('operator', 'spender'),
      { path: 'approved', label: 'approved', format: 'raw' },
    ],
  },
  AaaFund: { distribute: [] },
  RewardVouchers: {
    claim: voucher('voucher.'),
    claimTo: [...voucher('voucher.'), address('to', 'receiver')],
    claimMany: voucher('vouchers.[].'),
    fund: [
      { path: 'id', label: 'program', format: 'program' },
      { path: 'amount', label: 'amount', format: 'token', token: { paidBy: 'id' } },
    ],
    // Functions for roles: in an emergency a guardian must read the switch that ends vouchers.
    disableSigner: [],
    disableCoSigner: [],
    setSigner: [address('signer_', 'signer')],
    setCoSigner: [address('coSigner_', 'coSigner')],
  },
  SwapRouter: {
    swapExactTokensForTokens: [pays, gets, ...route],
    swapExactTokensForETH: [pays, getsNative, ...route],
    swapExactETHForTokens: [paysNative, gets, ...route],
    swapExactTokensForTokensSupportingFeeOnTransferTokens: [pays, gets, ...route],
    swapExactTokensForETHSupportingFeeOnTransferTokens: [pays, getsNative, ...route],
    swapExactETHForTokensSupportingFeeOnTransferTokens: [paysNative, gets, ...route],
  },
  WrappedNative: {
    ...PLAIN_TOKEN_CALLS,
    deposit: [{ path: '@.value', label: 'amount', format: 'native' }],
    withdraw: [ownAmount('amount')],
  },
  Multicall3: {
    aggregate3: [
      { path: 'calls.[].target', label: 'contract', format: 'raw', visible: 'never' },
      // If a call could fail silently, the sentence could be false.
      { path: 'calls.[].allowFailure', label: 'data', format: 'raw', visible: { mustMatch: [false] } },
      { path: 'calls.[].callData', label: 'call', format: 'call', callee: 'calls.[].target' },
    ],
  },
  DemoFaucet: { drip: [address('to', 'receiver')] },
  PlainToken: PLAIN_TOKEN_CALLS,
  Token: TOKEN_CALLS,
  BurnableToken: {
    ...TOKEN_CALLS,
    burn: [ownAmount('amount')],
    burnFrom: [address('from', 'owner'), ownAmount('amount')],
  },
} satisfies Record<string, Record<string, FieldPlan[]>>

export type CallSubject = keyof typeof CALL_PLANS

/** The described functions that only owner or guardian may call, by contract and function. Every account may call all other described functions. */
export const ROLE_CALLS: ReadonlySet<string> = new Set([
  'RewardVouchers.disableSigner',
  'RewardVouchers.disableCoSigner',
  'RewardVouchers.setSigner',
  'RewardVouchers.setCoSigner',
])

/** By message. The token of a permit is the called contract, `@.to`. */
export const MESSAGE_PLANS = {
  Permit: [
    address('spender', 'spender'),
    approved('value'),
    deadline,
    address('owner', 'owner'),
    hidden('nonce'),
  ],
  Voucher: voucher('').slice(0, 5),
} satisfies Record<string, FieldPlan[]>
