/**
 * The reads of the chain, as data, so that naming a read needs no chain library. A component names the reads that it shows (useChainRead),
 * and the poller reads only those.
 */
import type { PoolKey } from '@galx/protocol/products'
import type { Keyed } from '../state/keyed.ts'
import type { ChainRead } from './chainRead.ts'
import type { AccountSnapshot, BalanceKey, PoolSnapshot, Position } from './chainStore.ts'

function pools() {
  return import('./poolReaders.ts')
}

export function poolState(pool: PoolKey): ChainRead<PoolSnapshot> {
  return {
    key: `pool/${pool}`,
    ofAccount: false,
    load: async () => (await pools()).readPoolState(pool),
  }
}

export function accountInPool(pool: PoolKey): ChainRead<AccountSnapshot> {
  return {
    key: `account/${pool}`,
    ofAccount: true,
    load: async () => (await pools()).readAccount(pool),
  }
}

/** Open positions, oldest first, followed by the gifts that are read (gifts.ts). Read again only when the account's state in the pool has changed. */
export function positionsIn(pool: PoolKey): ChainRead<Position[]> {
  return {
    key: `positions/${pool}`,
    ofAccount: true,
    load: async () => (await pools()).createPositionsReader(pool),
  }
}

/** wei */
export function balanceOf(token: BalanceKey): ChainRead<bigint> {
  return {
    key: `balance/${token}`,
    ofAccount: true,
    load: async () => (await import('./poolReaders.ts')).readBalance(token),
  }
}

/** Reads only the block's number and time, which every poll reads anyway. */
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

export function poolStates(keys: readonly PoolKey[]) {
  return each(keys, poolState)
}
export function accountsInPools(keys: readonly PoolKey[]) {
  return each(keys, accountInPool)
}
export function positionsInPools(keys: readonly PoolKey[]) {
  return each(keys, positionsIn)
}
export function balancesOf(tokens: readonly BalanceKey[]) {
  return each(tokens, balanceOf)
}
