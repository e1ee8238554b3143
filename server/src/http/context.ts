/** What the routes work with. Time, limits and database come in here; nothing of it is global. */
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
  /** in the text to sign: host and port, where it differs from the scheme's own */
  domain: string
  /** of the app */
  uri: string
  chainId: number
}

export type ApiContext = {
  /** For answers that may be a moment late: they come from a replica, where there is one. It refuses to write; behind a pooler its role has to. */
  read: Sql
  /** For what calls have just written, the caller's own above all: of the primary, always. It refuses to write, as `read` does. */
  readOwn: Sql
  /** For writing, and for reading within the same call what it has written. */
  write: Sql
  deployment: Deployment
  catalogue: Catalogue
  signIn: SignInPlace
  keys: TokenKeys
  sessions: LiveSessions
  /** of callers; they also give access to the chain, since every request to it is counted */
  limits: Limits
  /** how far each configured node is; cached, whatever callers do */
  nodeStatuses(): Promise<NodeStatus[]>
  /** what RewardVouchers says to everybody; cached as well */
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
/** The contracts' ids of pools and programs with their keys, and the rulesets by their hashes, from the deployment file. */
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
