/**
 * What can be read of the chain, as data: no chain library is needed to name it. A component names what it shows
 * (useChainRead); the poller reads exactly that, and nothing that nobody looks at.
 */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { Keyed } from '../state/keyed.ts'
import type { ChainRead } from './chainRead.ts'
import type { AccountSnapshot, BalanceKey, PoolSnapshot, Position } from './chainStore.ts'

const pools = () => import('./poolReaders.ts')

export const poolState = (pool: PoolKey): ChainRead<PoolSnapshot> => ({
  key: `pool/${pool}`,
  ofAccount: false,
  load: async () => (await pools()).readPoolState(pool),
})

export const accountInPool = (pool: PoolKey): ChainRead<AccountSnapshot> => ({
  key: `account/${pool}`,
  ofAccount: true,
  load: async () => (await pools()).readAccount(pool),
})

/** Open positions, oldest first. Read again only when the account's state in the pool has changed. */
export const positionsIn = (pool: PoolKey): ChainRead<Position[]> => ({
  key: `positions/${pool}`,
  ofAccount: true,
  load: async () => (await pools()).createPositionsReader(pool),
})

/** wei */
export const balanceOf = (token: BalanceKey): ChainRead<bigint> => ({
  key: `balance/${token}`,
  ofAccount: true,
  load: async () => (await import('./balanceReaders.ts')).readBalance(token),
})

/** Nothing but the block's number and time, which every poll reads. */
export const headRead: ChainRead<null> = {
  key: 'head',
  ofAccount: false,
  load: () => Promise.resolve(() => Promise.resolve(null)),
}

function each<Key extends string, T>(
  keys: readonly Key[],
  read: (key: Key) => ChainRead<T>,
): Keyed<Key, ChainRead<T>> {
  const reads: Keyed<Key, ChainRead<T>> = {}
  for (const key of keys) reads[key] = read(key)
  return reads
}

export const poolStates = (keys: readonly PoolKey[]) => each(keys, poolState)
export const accountsInPools = (keys: readonly PoolKey[]) => each(keys, accountInPool)
export const positionsInPools = (keys: readonly PoolKey[]) => each(keys, positionsIn)
export const balancesOf = (tokens: readonly (TokenSymbol | 'native')[]) => each(tokens, balanceOf)
