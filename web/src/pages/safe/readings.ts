/** The security centre's readings of the chain. Amounts are wei, times unix seconds; null: the contract gave no answer. */
import type { PoolFacts } from '../../core/chain/poolDebts.ts'
import type { GuardedContract, OwnedContract } from '@galx/protocol/ownedContracts'
import type { OWN_CONTRACT_NAMES, PoolKey, SwapSymbol, TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'

/** The contracts that hold tokens of accounts and programs. */
export const HOLDERS = ['StakingPools', 'ZnVault', 'NodePass', 'RewardVouchers'] as const
/** The tokens whose source is in this repository. */
export const OWN_TOKENS = ['AAA', 'MCM', 'GALX'] as const

export type Holder = (typeof HOLDERS)[number]
export type OwnName = (typeof OWN_CONTRACT_NAMES)[number] | (typeof OWN_TOKENS)[number]

type ProgramFacts = { token: HexString; funded: bigint; vested: bigint; paid: bigint }

/** A mintable token, its minter and its cap. The zero address means that there is no minter. */
type MintFacts = { minter: HexString; cap: bigint; supply: bigint }

/** All readings in one call, at one block. */
export type Safety = {
  block: bigint
  time: number
  /** the contract's number of pools, which may exceed the pools of the app's configuration */
  poolCount: number | null
  pools: { key: PoolKey; facts: PoolFacts | null }[]
  vault: { asset: HexString; assets: bigint; unvested: bigint; undistributed: bigint } | null
  programs: ProgramFacts[] | null
  passes: { bond: bigint; count: bigint } | null
  /** by contract and token */
  held: Readonly<Record<Holder, Readonly<Record<TokenSymbol, bigint | null>>>>
  owners: Readonly<Record<OwnedContract, { owner: HexString; pending: HexString } | null>>
  guardians: Readonly<Record<GuardedContract, HexString | null>>
  /** a voucher is valid only with both signatures; the zero address: switched off */
  signer: HexString | null
  coSigner: HexString | null
  /** the number that vouchers must contain */
  signersNonce: bigint | null
  publisher: HexString | null
  /** may lower AAA's fee */
  cfo: HexString | null
  mints: Readonly<Record<'MCM' | 'GALX', MintFacts | null>>
  /** seconds between an announcement of the timelock and the change */
  minDelay: number | null
}

/** `foreign`: published by others, and not compared. */
export type CodeState = 'same' | 'other' | 'none' | 'foreign' | 'unread'

/** Every contract and token of the configuration, in its order, with its code at `block`. */
export type Codes = { block: bigint; list: { name: string; address: HexString; state: CodeState }[] }

/** The account's allowance to a contract of the product. */
export type Allowance = { token: SwapSymbol; spender: Spender; amount: bigint }

/** The contracts that take tokens by allowance. */
export const SPENDERS = [
  'StakingPools',
  'ZnVault',
  'Levels',
  'NodePass',
  'SwapRouter',
  'RewardVouchers',
] as const
type Spender = (typeof SPENDERS)[number]
