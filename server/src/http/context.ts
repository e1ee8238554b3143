/** The context of every route: time, limits and database. Nothing is global. */
import type { Deployment } from '@galx/protocol/deployment'
import type { PoolKey, ProgramKey, TokenSymbol } from '@galx/protocol/products'
import { parseRulesets, rulesetHash, type Ruleset } from '@galx/protocol/rulesets'
import type { Sql } from '../platform/database/connection.ts'
import type { LiveSessions } from './sessions/liveSessions.ts'
import type { NodeStatus } from '../chain/rpc/watchNodes.ts'
import type { TokenKeys } from './sessions/token.ts'
import type { VoucherTerms } from '../ledger/voucherTerms.ts'
import type { Limits } from './limits.ts'

type SignInPlace = {
  /** the domain in the text to sign: the host, and the port if it is not the scheme's default */
  domain: string
  /** the app's address */
  uri: string
  chainId: number
}

export type ApiContext = {
  /** For answers that may be a moment late, from a replica if there is one. Read-only. Behind a pooler the role must be read-only. */
  read: Sql
  /** For rows that calls have just written, such as the caller's own. Always from the primary. Read-only like `read`. */
  readOwn: Sql
  /** For writes, and for reads of the same call after its write. */
  write: Sql
  deployment: Deployment
  catalogue: Catalogue
  signIn: SignInPlace
  keys: TokenKeys
  sessions: LiveSessions
  /** limits for callers; also give access to the chain, because every request to the chain is counted */
  limits: Limits
  /** the last block of each configured node; cached, independent of callers */
  nodeStatuses(): Promise<NodeStatus[]>
  /** the terms of RewardVouchers for everybody; also cached */
  voucherTerms(): Promise<VoucherTerms>
  /** milliseconds since 1970 */
  now(): number
}

export type KnownPool = {
  key: PoolKey
  stakeToken: TokenSymbol
  pairToken: TokenSymbol | null
  rewardToken: TokenSymbol
}
/** From the deployment file: the keys of pools and programs by the contracts' ids, and the rulesets by their hashes. */
export type Catalogue = {
  pools: ReadonlyMap<bigint, KnownPool>
  programs: ReadonlyMap<bigint, { key: ProgramKey; token: TokenSymbol }>
  rulesets: ReadonlyMap<string, Ruleset>
}

export function catalogueOf({ pools, programs, rulesets }: Deployment): Catalogue {
  return {
    pools: new Map(
      Object.entries(pools).map(([key, { id, stakeToken, pairToken, rewardToken }]) => [
        BigInt(id),
        { key: key as PoolKey, stakeToken, pairToken, rewardToken },
      ]),
    ),
    programs: new Map(
      Object.entries(programs).map(([key, { id, token }]) => [BigInt(id), { key: key as ProgramKey, token }]),
    ),
    rulesets: new Map(parseRulesets(rulesets).map((ruleset) => [rulesetHash(ruleset), ruleset])),
  }
}

/** unix seconds */
export function secondsOf(context: Pick<ApiContext, 'now'>): number {
  return Math.floor(context.now() / 1000)
}
