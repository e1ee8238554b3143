import type { PoolKey } from '@galx/protocol/products'
import type { BalanceKey, ChainState } from './chainStore.ts'

export interface Read<Part extends keyof ChainState, Key extends string> {
  part: Part
  keys: readonly Key[]
}
export const poolStates = (keys: readonly PoolKey[]) => ({ part: 'pools', keys }) as const
export const accountsInPools = (keys: readonly PoolKey[]) => ({ part: 'accounts', keys }) as const
export const positionsInPools = (keys: readonly PoolKey[]) => ({ part: 'positions', keys }) as const
export const balancesOf = (keys: readonly BalanceKey[]) => ({ part: 'balances', keys }) as const
export const poolState = (key: PoolKey) => ({ part: 'pools', key }) as const
export const accountInPool = (key: PoolKey) => ({ part: 'accounts', key }) as const
