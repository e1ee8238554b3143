/** The configuration of a network's deployment. Amounts are wei, durations and times seconds, shares basis points. */
import type { PoolKey, ProgramKey, SwapSymbol, TokenSymbol } from '@galx/protocol/products'
import type { Address, Hex } from 'viem'

export type TierConfiguration = { duration: number; multiplierBps: number; penaltyBps: number }

export type PoolPlan = {
  stakeToken: TokenSymbol
  pairToken: TokenSymbol | null
  /** wei of the pair token per 1e18 wei of the stake token; 0 without a pair token */
  pairRatio: bigint
  rewardToken: TokenSymbol
  /** whether Levels raises the weight */
  boosted: boolean
  /** seconds over which a funding streams */
  rewardDuration: number
  tiers: readonly TierConfiguration[]
  /** wei of the reward token with which the deployment funds the pool */
  funding: bigint
  /** wei of the stake token that the deployment stakes for the treasury, in the first tier, before it funds the pool */
  firstStake: bigint
}

export type ProgramPlan = {
  token: TokenSymbol
  /** wei that vest with each completed epoch */
  budgetPerEpoch: bigint
  /** wei with which the deployment funds the program */
  funding: bigint
}

/** The first ruleset of the bonus programs, without the values that only the deployment knows: ids and the first epoch. */
export type RulesetPlan = {
  /** basis points of one GALX for each wei of weight; a missing pool has no power */
  power: Partial<Record<PoolKey, bigint>>
  /** basis points of one GALX for each 10^12 shares of the vault */
  vaultCoefficient: bigint
  /** wei of the stake token with which a position qualifies a member; no position in a missing pool qualifies */
  qualifying: Partial<Record<PoolKey, bigint>>
  /** by qualified members, ascending; total wei of the promotion program's token */
  ladder: readonly { members: number; amount: bigint }[]
}

export type PairPlan = {
  /** WBNB is paid as the native coin */
  base: SwapSymbol
  quote: TokenSymbol
  /** the deployment's liquidity, wei; absent: the pair is created and left empty */
  liquidity?: { base: bigint; quote: bigint }
}

/** An existing Uniswap-V2-compatible exchange of the network. */
export type ExchangePlan = {
  factory: Address
  router: Address
  wrappedNative: Address
  /** hash of the factory's pair creation code, from which pairs' addresses follow */
  pairCodeHash: Hex
}

export type NetworkConfiguration = {
  network: string
  chainId: number
  /** true only for the embedded chain: stand-in tokens, an exchange, a faucet, Multicall3 by anvil_setCode, well-known keys */
  development: boolean
  /** a rehearsal only: a stand-in for each third-party token and contract that the plan does not name */
  standIns?: boolean
  /** changes every address; the same salt, deployer and plan give the same addresses */
  salt: string
  /** may only pause new stakes, deposits and voucher claims, and switch off the voucher signer or the co-signer */
  guardian: Address
  /** signs the bonus programs' vouchers; each voucher also needs the co-signer's signature */
  voucherSigner: Address
  /** the second engine's key, on another machine; signs no voucher above that engine's own result */
  voucherCoSigner: Address
  /** may only publish the hashes of closed epochs in EpochLog */
  epochPublisher: Address
  /** signs which build of the app is published and which builds are no longer safe; absent: nobody (development only) */
  releaseSigner?: Address
  /** receives minted tokens that are not used */
  treasury: Address
  timelock: {
    minDelay: number
    proposers: readonly Address[]
    /** the zero address: anyone may execute an announced operation after its delay */
    executors: readonly Address[]
  }
  /** tokens of the network; for a missing token the deployment creates a stand-in (development and rehearsal) */
  existingTokens: Partial<Record<'USDT' | 'BTCB', Address>>
  /** absent: the published Uniswap V2 is deployed (development and rehearsal) */
  exchange?: ExchangePlan
  /** AAA: whole supply and the fee on trades */
  aaa: { supply: bigint; feeRateBps: number }
  galx: { cap: bigint; minted: bigint }
  mcm: { cap: bigint; minted: bigint }
  /** development only: the content of one parcel of the faucet, and its number of parcels */
  faucet?: { parcel: Record<TokenSymbol, bigint>; parcels: bigint }
  pools: Partial<Record<PoolKey, PoolPlan>>
  vault: {
    vestingDuration: number
    funding: bigint
    /** wei that the deployment deposits for the treasury before it funds the vault */
    firstDeposit: bigint
  }
  /** seconds of an epoch of the bonus programs */
  epochDuration: number
  /** unix seconds from which the programs vest, rounded up to an epoch; 'deployment': the time of their creation */
  programsStart: number | 'deployment'
  programs: Partial<Record<ProgramKey, ProgramPlan>>
  ruleset: RulesetPlan
  pairs: readonly PairPlan[]
}

/** The choices in a plan's file: the same for everybody who deploys, and independent of the chain. */
export type PlanTerms = Pick<
  NetworkConfiguration,
  | 'aaa'
  | 'galx'
  | 'mcm'
  | 'pools'
  | 'vault'
  | 'epochDuration'
  | 'programsStart'
  | 'programs'
  | 'ruleset'
  | 'pairs'
> & {
  /** seconds between announcement and execution */
  minDelay: number
}
