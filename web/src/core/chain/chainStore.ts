/** The state of the chain that the poller (poller.ts) has read last. */
import type { PoolKey, SwapSymbol } from '@galx/protocol/products'
import { create } from 'zustand'
import type { Keyed } from '../state/keyed.ts'
import { LOADING, type Reading } from '../state/reading.ts'
import type { ChainRead } from './chainRead.ts'

/** Amounts are wei of the named token, times unix seconds. */
export type PoolSnapshot = {
  /** sum of all accounts' weights, wei */
  totalWeight: bigint
  /** wei of the reward token per second until `rewardEnd` */
  rewardRate: bigint
  rewardEnd: number
  undistributed: bigint
  lastUpdate: number
  /** unix seconds at which a pause of new stakes ends by itself; 0: not paused */
  stakingPausedUntil: number
}

export type AccountSnapshot = {
  weight: bigint
  boostBps: number
  positionCount: number
  /** wei of the reward token at `timestamp` */
  earned: bigint
  /** the time of the block that was read, unix seconds */
  timestamp: number
}

export type Position = {
  pool: PoolKey
  /** the contract's number of the position, unique within pool and account */
  position: bigint
  amount: bigint
  /** wei of the pair token; 0 in a pool without a pair token */
  pairAmount: bigint
  /** index into the pool's tiers */
  tier: number
  /** unix seconds; unlocked once this time has come */
  unlockAt: number
}

export type Head = {
  number: bigint
  /** the block's time, unix seconds */
  timestamp: number
  /** time of the reading, milliseconds by performance.now(), because the device's clock may be changed while the page is open */
  readAt: number
}

export type BalanceKey = SwapSymbol | 'native'

export type PoolReadings = Keyed<PoolKey, Reading<PoolSnapshot>>
export type AccountReadings = Keyed<PoolKey, Reading<AccountSnapshot>>
export type PositionReadings = Keyed<PoolKey, Reading<Position[]>>
export type BalanceReadings = Keyed<BalanceKey, Reading<bigint>>

export type ChainState = {
  /** null until the first reading */
  head: Head | null
  /** `down`: neither the configured RPC nor the wallet answers; the shown values are stale */
  connection: 'unknown' | 'up' | 'down'
  /** a second node's answers differ from the first node's answers (comparing/) */
  differs: boolean
  /** by the read's key; readings of another account are never kept */
  readings: Readonly<Record<string, Reading<unknown>>>
}

export const initialChainState: ChainState = {
  head: null,
  connection: 'unknown',
  differs: false,
  readings: {},
}

export const useChainStore = create<ChainState>()(() => initialChainState)

/** The result of a read; loading before the first answer. */
export function readingIn<T>(state: ChainState, { key }: ChainRead<T>): Reading<T> {
  return (state.readings[key] as Reading<T> | undefined) ?? LOADING
}

/** Stores the result of a read. */
export function setReading<T>({ key }: ChainRead<T>, reading: Reading<T>): void {
  useChainStore.setState(({ readings }) => ({ readings: { ...readings, [key]: reading } }))
}
