/** What the chain says, as last read by the poller (chain/poller.ts): one Multicall3 call fills all of it at one block. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import { create } from 'zustand'
import type { Reading } from '../state/reading.ts'

/** Amounts are wei of the named token, times unix seconds. */
export interface PoolSnapshot {
  /** sum of all accounts' weights, wei */
  totalWeight: bigint
  /** wei of the reward token per second until `rewardEnd` */
  rewardRate: bigint
  rewardEnd: number
  undistributed: bigint
  lastUpdate: number
  stakingPaused: boolean
}

export interface AccountSnapshot {
  weight: bigint
  boostBps: number
  positionCount: number
  /** wei of the reward token at `timestamp` */
  earned: bigint
  /** the block's time this was read at, unix seconds */
  timestamp: number
}

export interface Position {
  pool: PoolKey
  /** the contract's number of the position within pool and account */
  position: bigint
  amount: bigint
  /** wei of the pair token; 0 in a pool without one */
  pairAmount: bigint
  /** index into the pool's tiers */
  tier: number
  /** unix seconds; not after now: unlocked */
  unlockAt: number
}

export interface Head {
  number: bigint
  /** the block's time, unix seconds */
  timestamp: number
  /** this device's clock when it was read, milliseconds */
  readAt: number
}

export type BalanceKey = TokenSymbol | 'native'

export interface ChainState {
  /** null until the first reading */
  head: Head | null
  /** `down`: neither the configured RPC nor the wallet answers; what is shown is stale */
  connection: 'unknown' | 'up' | 'down'
  pools: Partial<Record<PoolKey, Reading<PoolSnapshot>>>
  /** of the connected account; empty without one */
  accounts: Partial<Record<PoolKey, Reading<AccountSnapshot>>>
  /** of the connected account; open positions, oldest first */
  positions: Partial<Record<PoolKey, Reading<Position[]>>>
  balances: Partial<Record<BalanceKey, Reading<bigint>>>
}

export const initialChainState: ChainState = {
  head: null,
  connection: 'unknown',
  pools: {},
  accounts: {},
  positions: {},
  balances: {},
}

export const useChainStore = create<ChainState>()(() => initialChainState)
