/**
 * Direct members of an account, bound and pending. Pages use keysets and never sort all members. Hash power has the state of
 * galx.totals_standing.
 */
import type { Address } from 'viem'
import type { FanItem } from '@galx/protocol/http/community'
import type { Queryable } from '../platform/database/connection.ts'

export type FanSort = 'joined' | 'hashPower'
/** The last row of the previous page: its sort value (unix seconds, or wei) and the account's id. */
export type FanPosition = { value: string; id: number }
export type FanRow = FanItem & { position: FanPosition }

type Row = {
  id: number
  address: Address
  joinedAt: number
  bound: boolean
  ownPower: bigint
  teamPower: bigint
  /** null: unknown */
  level: number | null
  node: boolean
  /** null: no pool was requested */
  weight: bigint | null
}

/** Larger than any sort value and id: the place before the first row. */
const BEFORE_FIRST: FanPosition = { value: '9'.repeat(18), id: Number.MAX_SAFE_INTEGER }
const BEFORE_FIRST_POWER: FanPosition = { value: '9'.repeat(78), id: Number.MAX_SAFE_INTEGER }

/**
 * @param after null for the first page
 * @param pool the contract's id of the pool whose weights are requested; null: no pool
 * @returns at most `limit` rows, in order
 */
export async function listFans(
  sql: Queryable,
  inviter: Address,
  sort: FanSort,
  after: FanPosition | null,
  limit: number,
  pool: bigint | null = null,
): Promise<FanRow[]> {
  const shown = columns(sql, pool)
  const rows = await (sort === 'joined' ? byJoined : byPower)(sql, inviter, shown, after, limit)
  return rows.map((row) => ({
    address: row.address,
    joinedAt: row.joinedAt,
    status: row.bound ? 'bound' : 'pending',
    hashPower: row.ownPower.toString(),
    teamHashPower: row.teamPower.toString(),
    level: row.level,
    node: row.node,
    weight: row.weight?.toString() ?? null,
    position: { value: sort === 'joined' ? String(row.joinedAt) : row.ownPower.toString(), id: row.id },
  }))
}

/** Null while no level is indexed. */
function level(sql: Queryable) {
  return sql`
  case when exists (select from galx.indexer_sources where name = 'Levels')
    then coalesce((select l.level from galx.levels l where l.account_id = a.id), 0) end as level`
}

/** The columns of a member, from `galx.accounts a left join galx.account_totals t`. */
function columns(sql: Queryable, pool: bigint | null) {
  return sql`
  a.id, a.address, coalesce(a.bound_at, a.pending_at) as "joinedAt", a.inviter_id is not null as bound,
  coalesce(t.own_power, 0) as "ownPower", coalesce(t.team_power, 0) as "teamPower", ${level(sql)},
  coalesce((
    select true from galx.passes p where p.holder_id = a.id and p.unbonding_until is null order by p.id limit 1
  ), false) as node,
  ${pool === null ? sql`null::numeric` : weightIn(sql, pool)} as weight`
}

function weightIn(sql: Queryable, pool: bigint) {
  return sql`coalesce((
    select w.weight from galx.pool_accounts w
    where w.account_id = a.id and w.pool_id = (select id from galx.pools where pool = ${pool.toString()}::numeric)), 0)`
}

type Fragment = ReturnType<typeof columns>

function byJoined(
  sql: Queryable,
  inviter: Address,
  shown: Fragment,
  after: FanPosition | null,
  limit: number,
): Promise<Row[]> {
  const { value, id } = after ?? BEFORE_FIRST
  return sql<Row[]>`
    with me as (select id from galx.accounts where address = ${inviter})
    select ${shown} from (
      (select a.id, a.bound_at as joined_at
        from galx.accounts a where a.inviter_id = (select id from me) and (a.bound_at, a.id) < (${value}::bigint, ${id})
        order by a.bound_at desc, a.id desc limit ${limit})
      union all
      (select a.id, a.pending_at
        from galx.accounts a where a.pending_inviter_id = (select id from me) and a.inviter_id is null
          and (a.pending_at, a.id) < (${value}::bigint, ${id})
        order by a.pending_at desc, a.id desc limit ${limit})
      order by joined_at desc, id desc limit ${limit}
    ) members join lateral (select * from galx.accounts where id = members.id limit 1) a on true
      left join lateral (select * from galx.account_totals where account_id = members.id limit 1) t on true
    order by members.joined_at desc, members.id desc`
}

/** Reads from a place in the index account_totals_members. A newly bound account is in no list by power until its totals are written. */
function byPower(
  sql: Queryable,
  inviter: Address,
  shown: Fragment,
  after: FanPosition | null,
  limit: number,
): Promise<Row[]> {
  const { value, id } = after ?? BEFORE_FIRST_POWER
  const me = sql`(select id from galx.accounts where address = ${inviter})`
  return sql<Row[]>`
    select ${shown}
    from galx.account_totals t
      join lateral (select * from galx.accounts where id = t.account_id limit 1) a
        on coalesce(a.inviter_id, a.pending_inviter_id) = t.inviter_id
    where t.inviter_id >= ${me} and (t.inviter_id, t.own_power, t.account_id) < (${me}, ${value}::numeric, ${id})
    order by t.inviter_id desc, t.own_power desc, t.account_id desc limit ${limit}`
}

/** Counts bound and pending members. Both counts are stored, so a million members cost no more than one member. */
export async function countFans(
  sql: Queryable,
  inviter: Address,
): Promise<{ total: number; pending: number }> {
  const [row] = await sql<{ bound: number; pending: number }[]>`
    select a.direct_count as bound, coalesce(p.members, 0) as pending
    from galx.accounts a left join galx.pending_counts p on p.inviter_id = a.id where a.address = ${inviter}`
  const { bound, pending } = row ?? { bound: 0, pending: 0 }
  return { total: bound + pending, pending }
}

/** The largest number of members whose weights a request adds up. With more members, the sum is null. */
const MOST_ADDED = 1_000

/** The sum of the bound members' weights in a pool, wei; null if there are more than MOST_ADDED members. */
export async function sumWeights(sql: Queryable, inviter: Address, pool: bigint): Promise<bigint | null> {
  const [row] = await sql<{ members: number; weight: bigint }[]>`
    select count(*) as members, coalesce(sum(w.weight), 0) as weight
    from (
      select id from galx.accounts where inviter_id = (select id from galx.accounts where address = ${inviter})
      limit ${MOST_ADDED + 1}
    ) a left join lateral (
      select weight from galx.pool_accounts
      where account_id = a.id and pool_id = (select id from galx.pools where pool = ${pool.toString()}::numeric)
      limit 1
    ) w on true`
  return row === undefined || row.members > MOST_ADDED ? null : row.weight
}

/** The largest number of members that a request counts. With more members, the count is null. */
const MOST_COUNTED = 10_000

/** The members who joined in a period. Each count is null if more than MOST_COUNTED members joined. */
export type Joined = {
  /** members whose first stake was in the period */
  bound: number | null
  /** their present hash power, wei; null also if the members are too many to be counted */
  hashPower: bigint | null
  /** members who named the inviter in the period and have not staked yet */
  pending: number | null
}

/** @param from start of the period, unix seconds */
export async function countJoined(sql: Queryable, inviter: Address, from: number): Promise<Joined> {
  const [row] = await sql<{ bound: number; hashPower: bigint; pending: number }[]>`
    with me as (select id from galx.accounts where address = ${inviter}),
      joined as (
        select id from galx.accounts where inviter_id = (select id from me) and bound_at >= ${from}
        order by bound_at desc, id desc limit ${MOST_COUNTED + 1}),
      waiting as (
        select id from galx.accounts
        where pending_inviter_id = (select id from me) and inviter_id is null and pending_at >= ${from}
        order by pending_at desc, id desc limit ${MOST_COUNTED + 1})
    select count(*) as bound, coalesce(sum(t.own_power), 0) as "hashPower", (select count(*) from waiting) as pending
    from joined left join lateral (
      select own_power from galx.account_totals where account_id = joined.id limit 1
    ) t on true`
  const { bound, hashPower, pending } = row!
  const counted = bound <= MOST_COUNTED
  return {
    bound: counted ? bound : null,
    hashPower: counted ? hashPower : null,
    pending: pending <= MOST_COUNTED ? pending : null,
  }
}
