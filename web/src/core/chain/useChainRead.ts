import type { PoolKey } from '@galx/protocol/products'
import { LOADING, type Reading } from '../state/reading.ts'
import { useChainStore, type AccountSnapshot, type ChainState, type PoolSnapshot } from './chainStore.ts'

type Part = 'pools' | 'accounts' | 'positions' | 'balances'

export function useChainReads<P extends Part>(read: { part: P; keys: readonly string[] }): ChainState[P] {
  return useChainStore((state) => state[read.part])
}
export function useChainRead(read: { part: 'pools'; key: PoolKey }): Reading<PoolSnapshot>
export function useChainRead(read: { part: 'accounts'; key: PoolKey }): Reading<AccountSnapshot>
export function useChainRead(read: { part: 'pools' | 'accounts'; key: PoolKey }): Reading<unknown> {
  return useChainStore((state) => state[read.part][read.key]) ?? LOADING
}
export const useHead = () => useChainStore((state) => state.head)
export const useConnection = () => useChainStore((state) => state.connection)
