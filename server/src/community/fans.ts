/** Direct members of an account: bound ones and pending ones, by keyset. Two index scans merged, never a sort of all. */
import type { Address } from 'viem'
import type { FanItem } from '@galx/protocol/http/community'
import type { Queryable } from '../platform/database/connection.ts'

export type FanSort = 'joined' | 'hashPower'
/** Where the page before ended: the sort value (unix seconds, or wei) and the account's id. */
export type FanPosition = { value: string; id: number }
export type FanRow = FanItem & { position: FanPosition }

type Row = {
  id: number
  address: Address
  joinedAt: number
  bound: boolean
  ownPower: bigint
  teamPower: bigint
  /** null: not known */
  level: number | null
}

/** Larger than any sort value and id: the place before the first row. */
const BEFORE_FIRST: FanPosition = { value: '9'.repeat(18), id: Number.MAX_SAFE_INTEGER }
const BEFORE_FIRST_POWER: FanPosition = { value: '9'.repeat(78), id: Number.MAX_SAFE_INTEGER }

/** @param after null for the first page @returns at most `limit` rows, in order */
export async function listFans(
  sql: Queryable,
  inviter: Address,
  sort: FanSort,
  after: FanPosition | null,
  limit: number,
): Promise<FanRow[]> {
  const rows =
    sort === 'joined' ? await byJoined(sql, inviter, after, limit) : await byPower(sql, inviter, after, limit)
  return rows.map((row) => ({
    address: row.address,
    joinedAt: row.joinedAt,
    status: row.bound ? 'bound' : 'pending',
    hashPower: row.ownPower.toString(),
    teamHashPower: row.teamPower.toString(),
    level: row.level,
    position: { value: sort === 'joined' ? String(row.joinedAt) : row.ownPower.toString(), id: row.id },
  }))
}

/** Null while the tables have no levels at all. */
function level(sql: Queryable) {
  return sql`
  case when exists (select from galx.indexer_sources where name = 'Levels')
    then coalesce((select l.level from galx.levels l where l.account_id = members.id), 0) end as level`
}

function byJoined(
  sql: Queryable,
  inviter: Address,
  after: FanPosition | null,
  limit: number,
): Promise<Row[]> {
  const { value, id } = after ?? BEFORE_FIRST
  return sql<Row[]>`
    with me as (select id from galx.accounts where address = ${inviter})
    select members.id, address, joined_at as "joinedAt", bound, own_power as "ownPower", team_power as "teamPower", ${level(sql)} from (
      (select a.id, a.address, a.bound_at as joined_at, true as bound, a.own_power, a.team_power
        from galx.accounts a where a.inviter_id = (select id from me) and (a.bound_at, a.id) < (${value}::bigint, ${id})
        order by a.bound_at desc, a.id desc limit ${limit})
      union all
      (select a.id, a.address, a.pending_at, false, a.own_power, a.team_power
        from galx.accounts a where a.pending_inviter_id = (select id from me) and a.inviter_id is null
          and (a.pending_at, a.id) < (${value}::bigint, ${id})
        order by a.pending_at desc, a.id desc limit ${limit})
    ) members order by joined_at desc, members.id desc limit ${limit}`
}

function byPower(sql: Queryable, inviter: Address, after: FanPosition | null, limit: number): Promise<Row[]> {
  const { value, id } = after ?? BEFORE_FIRST_POWER
  return sql<Row[]>`
    with me as (select id from galx.accounts where address = ${inviter})
    select members.id, address, joined_at as "joinedAt", bound, own_power as "ownPower", team_power as "teamPower", ${level(sql)} from (
      (select a.id, a.address, a.bound_at as joined_at, true as bound, a.own_power, a.team_power
        from galx.accounts a where a.inviter_id = (select id from me) and (a.own_power, a.id) < (${value}::numeric, ${id})
        order by a.own_power desc, a.id desc limit ${limit})
      union all
      (select a.id, a.address, a.pending_at, false, a.own_power, a.team_power
        from galx.accounts a where a.pending_inviter_id = (select id from me) and a.inviter_id is null
          and (a.own_power, a.id) < (${value}::numeric, ${id})
        order by a.own_power desc, a.id desc limit ${limit})
    ) members order by own_power desc, members.id desc limit ${limit}`
}

/** Bound and pending; both are kept, so that a million members cost no more than one. */
export async function countFans(sql: Queryable, inviter: Address): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select a.direct_count + coalesce(p.members, 0) as total
    from galx.accounts a left join galx.pending_counts p on p.inviter_id = a.id where a.address = ${inviter}`
  return row?.total ?? 0
}
