/** What the routes work with. Time, chain and database come in here; nothing of it is global. */
import type { Deployment } from '@galx/protocol/deployment'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { Sql } from '../platform/database/connection.ts'
import type { Revocations } from '../accounts/sessions/revocations.ts'
import type { TokenKeys } from '../accounts/sessions/token.ts'
import type { ChainReader } from '../chain/chainReader.ts'

export type SignInPlace = {
  /** in the text to sign: host and port, where it differs from the scheme's own */
  domain: string
  /** of the app */
  uri: string
  chainId: number
}

export type ApiContext = {
  sql: Sql
  chain: ChainReader
  deployment: Deployment
  pools: PoolIndex
  signIn: SignInPlace
  keys: TokenKeys
  revocations: Revocations
  /** milliseconds since 1970 */
  now(): number
}

export type KnownPool = {
  key: PoolKey
  stakeToken: TokenSymbol
  pairToken: TokenSymbol | null
  rewardToken: TokenSymbol
}
/** By the contract's id. */
export type PoolIndex = ReadonlyMap<bigint, KnownPool>

export function indexPools(deployment: Deployment): PoolIndex {
  const index = new Map<bigint, KnownPool>()
  for (const [key, pool] of Object.entries(deployment.pools))
    index.set(BigInt(pool.id), {
      key: key as PoolKey,
      stakeToken: pool.stakeToken,
      pairToken: pool.pairToken,
      rewardToken: pool.rewardToken,
    })
  return index
}

/** unix seconds */
export const secondsOf = (context: Pick<ApiContext, 'now'>): number => Math.floor(context.now() / 1000)
