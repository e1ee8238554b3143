/** What a network's deployment is made from. Amounts are wei, durations seconds, shares basis points. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/deployment'
import type { Address } from 'viem'

export type TierConfiguration = { duration: number; multiplierBps: number; penaltyBps: number }

export type PoolPlan = {
  stakeToken: TokenSymbol
  pairToken: TokenSymbol | null
  /** wei of the pair token per 1e18 wei of the stake token; 0 without a pair token */
  pairRatio: bigint
  rewardToken: TokenSymbol
  /** seconds over which a funding streams */
  rewardDuration: number
  tiers: readonly TierConfiguration[]
  /** wei of the reward token the deployment funds the pool with */
  funding: bigint
}

export type NetworkConfiguration = {
  network: string
  chainId: number
  /** true only for the embedded chain: stand-in tokens, a faucet, Multicall3 by anvil_setCode, well-known keys */
  development: boolean
  /** changes every address; the same salt, keys and plan give the same addresses */
  salt: string
  /** may pause new stakes, no more */
  guardian: Address
  /** receives what is minted and not used */
  treasury: Address
  timelock: {
    minDelay: number
    proposers: readonly Address[]
    /** the zero address: anyone may carry out what was announced in time */
    executors: readonly Address[]
  }
  /** tokens of the network; one that is missing is made here as a stand-in (development only) */
  existingTokens: Partial<Record<'USDT' | 'BTCB', Address>>
  /** the factory of AAA's swap pair and the hash of its pair creation code; absent: the published one is deployed (development only) */
  swapFactory?: { address: Address; pairCodeHash: `0x${string}` }
  /** AAA: whole supply and the fee on trades */
  aaa: { supply: bigint; feeRateBps: number }
  galx: { cap: bigint; minted: bigint }
  mcm: { cap: bigint; minted: bigint }
  /** development only: what one parcel of the faucet holds and how many parcels it is filled with */
  faucet?: { parcel: Record<TokenSymbol, bigint>; parcels: bigint }
  pools: Partial<Record<PoolKey, PoolPlan>>
}
