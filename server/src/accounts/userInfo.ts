/** The account that getAAAUserInfo shows. It costs three indexed selects. */
import type { Address } from 'viem'
import type { UserInfo } from '@galx/protocol/http/userInfo'
import type { Catalogue } from '../http/context.ts'
import type { Queryable } from '../platform/database/connection.ts'
import { poolPower, vaultPower } from '../ledger/rules.ts'

type Row = {
  inviter: Address | null
  bound: boolean
  inviteCode: string | null
  direct: number
  total: number
  teamPower: bigint
  registeredAt: number | null
}

/**
 * The team's sums are complete up to `block` and `at` (unix seconds). Everything else from the chain is complete up to `indexedBlock`
 * and `indexedAt`.
 */
type Status = {
  levels: boolean
  level: number | null
  passId: bigint | null
  passName: string | null
  block: number | null
  at: number | null
  indexedBlock: number | null
  indexedAt: number | null
}

/** @param withInviteCode only for the account itself */
export async function readUserInfo(
  sql: Queryable,
  catalogue: Pick<Catalogue, 'rulesets'>,
  address: Address,
  withInviteCode: boolean,
): Promise<UserInfo> {
  const [[row], [status], ownPower] = await Promise.all([
    readAccount(sql, address),
    readStatus(sql, address),
    readOwnPower(sql, catalogue, address),
  ])
  const teamAsOf = asOfOf(status?.block, status?.at)
  const asOf = asOfOf(status?.indexedBlock, status?.indexedAt)
  return {
    address,
    FAddress: row?.inviter ?? null,
    inviterStatus: row?.inviter ? (row.bound ? 'bound' : 'pending') : null,
    invite_code: withInviteCode ? (row?.inviteCode ?? null) : null,
    level: status?.levels ? (status.level ?? 0) : null,
    node: status?.passId == null ? null : { id: status.passId.toString(), name: status.passName ?? '' },
    team: {
      direct: asOf && (row?.direct ?? 0),
      total: teamAsOf && (row?.total ?? 0),
      hashPower: teamAsOf && (row?.teamPower ?? 0n).toString(),
      asOf: teamAsOf,
    },
    asOf,
    hashPower: asOf && (ownPower?.toString() ?? null),
    registeredAt: row?.registeredAt ?? null,
  }
}

function asOfOf(block: number | null | undefined, at: number | null | undefined): UserInfo['asOf'] {
  return block == null || at == null ? null : { block, at }
}

function readAccount(sql: Queryable, address: Address) {
  return sql<Row[]>`
    select i.address as inviter, a.inviter_id is not null as bound, a.invite_code as "inviteCode",
      a.direct_count as direct, coalesce(t.team_count, 0) as total, coalesce(t.team_power, 0) as "teamPower",
      a.registered_at as "registeredAt"
    from galx.accounts a left join galx.accounts i on i.id = coalesce(a.inviter_id, a.pending_inviter_id)
      left join galx.account_totals t on t.account_id = a.id
    where a.address = ${address}`
}

/** `levels`: whether the tables have any level. The node pass is the oldest live pass of the account. */
function readStatus(sql: Queryable, address: Address) {
  return sql<Status[]>`
    select exists (select from galx.indexer_sources where name = 'Levels') as levels, l.level,
      p.id as "passId", p.name as "passName", s.block_number as block, s.timestamp as at,
      c.number as "indexedBlock", c.timestamp as "indexedAt"
    from galx.totals_standing s
      left join galx.cursor c on true
      left join galx.accounts a on a.address = ${address}
      left join galx.levels l on l.account_id = a.id
      left join lateral (
        select id, name from galx.passes where holder_id = a.id and unbonding_until is null order by id limit 1
      ) p on true`
}

/** `pool`: the contract's id; null for shares of the vault. `ruleset`: the hash of the ruleset; null if unknown. */
type Held = { pool: bigint | null; weight: bigint; ruleset: string | null }

/**
 * An account's own hash power now. Weights of different tokens are not added directly. Each weight is multiplied by the coefficient of
 * the ruleset that fills the tables (docs/rewards.md, rule 4).
 * @returns wei of GALX; null if the account holds something and the deployment file lacks the ruleset
 */
async function readOwnPower(
  sql: Queryable,
  { rulesets }: Pick<Catalogue, 'rulesets'>,
  address: Address,
): Promise<bigint | null> {
  // One statement, so that weights and ruleset are of one moment when a new ruleset takes effect.
  const held = await sql<Held[]>`
    select held.pool, held.weight, applied.hash as ruleset
    from galx.accounts a cross join lateral (
        select p.pool, w.weight from galx.pool_accounts w join galx.pools p on p.id = w.pool_id where w.account_id = a.id
        union all
        select null, shares from galx.vault_accounts where account_id = a.id
      ) held left join galx.applied_ruleset applied on true
    where a.address = ${address} and held.weight > 0`
  const [first] = held
  if (first === undefined) return 0n
  const ruleset = first.ruleset === null ? undefined : rulesets.get(first.ruleset)
  if (ruleset === undefined) return null
  const coefficients = new Map(ruleset.power.map(({ pool, coefficient }) => [pool, coefficient]))
  return held
    .map(({ pool, weight }) =>
      pool === null
        ? vaultPower(weight, ruleset.vaultCoefficient)
        : poolPower(weight, coefficients.get(pool) ?? 0n),
    )
    .reduce((sum, power) => sum + power, 0n)
}
