/**
 * What can be read of the chain, as data: no chain library is needed to name it. A component names what it shows
 * (useChainRead); the poller reads exactly that, and nothing that nobody looks at.
 */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'
import type { Keyed } from '../state/keyed.ts'
import type { AccountSnapshot, BalanceKey, PoolSnapshot, Position } from './chainStore.ts'

type View = 'view' | 'pure'

/**
 * One more read of a view function. All reads of all readers that are waiting at the same time go in one Multicall3 call.
 * Rejects when the contract refuses the call, or when no node answers.
 */
export type ReadView = <
  const Contract extends Abi,
  Name extends ContractFunctionName<Contract, View>,
  Args extends ContractFunctionArgs<Contract, View, Name> & readonly unknown[],
>(
  target: HexString,
  abi: Contract,
  functionName: Name,
  args: Args,
) => Promise<ContractFunctionReturnType<Contract, View, Name, Args>>

export interface ReadContext {
  config: WebConfig
  /** the connected account, lower case; of a read that is not of an account, the zero address */
  account: HexString
  read: ReadView
  /** the block's time of this poll, unix seconds */
  time(): Promise<number>
  /** true when the caller cannot rely on what it remembers: after a transaction, on focus, and once a minute */
  thorough: boolean
}

export type Reader<T> = (context: ReadContext) => Promise<T>

export interface ChainRead<T> {
  /** distinguishes it from every other read */
  readonly key: string
  /** whether it needs a connected account, and is another one's when the account changes */
  readonly ofAccount: boolean
  /** the code that reads it, which comes with the poller and not with the first page */
  load(): Promise<Reader<T>>
}

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
