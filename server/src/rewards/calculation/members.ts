/** How points by members came about: each direct member's weight, second by second, and the account's own. */
import type { MembersCalculation } from '@galx/protocol/http/bonuses'
import { MEMBERS_SHOWN } from '@galx/protocol/http/bonuses'
import type { Queryable } from '../../platform/database/connection.ts'
import {
  areaOf,
  latestWeights,
  readSegments,
  segmentsFrom,
  type Segment,
  type WeightSource,
} from './segments.ts'

export type DirectMember = { id: number; address: string; since: number }

/**
 * Of an inviter with more of them than are shown: those of the greatest hash power.
 * @param before unix seconds: bound earlier
 */
export async function listDirect(
  sql: Queryable,
  inviter: number,
  before: number,
): Promise<{ members: DirectMember[]; all: number }> {
  const rows = await sql<DirectMember[]>`
    select a.id, a.address, a.bound_at as since
    from galx.account_totals t join galx.accounts a on a.id = t.account_id
    where t.inviter_id = ${inviter} and a.inviter_id = ${inviter} and a.bound_at < ${before}
    order by t.own_power desc, t.account_id desc limit ${MEMBERS_SHOWN + 1}`
  const members = rows.slice(0, MEMBERS_SHOWN)
  if (rows.length === members.length) return { members, all: members.length }
  const [row] = await sql<{ all: number }[]>`
    select direct_count as all from galx.accounts where id = ${inviter}`
  return { members, all: Math.max(rows.length, row!.all) }
}

/** @param account null: unknown to the tables @param from and `to` of the epoch, unix seconds */
export async function membersCalculation(
  sql: Queryable,
  account: number | null,
  direct: { members: readonly DirectMember[]; all: number },
  source: WeightSource,
  from: number,
  to: number,
): Promise<MembersCalculation> {
  const ids = direct.members.map(({ id }) => id)
  const everybody = account === null ? ids : [account, ...ids]
  const [segments, latest] = await Promise.all([
    readSegments(sql, everybody, source, from, to),
    latestWeights(sql, everybody, source),
  ])
  const members = direct.members
    .flatMap(({ id, address, since }) => {
      const own = segmentsFrom(segments.get(id) ?? [], since)
      const area = areaOf(own)
      return area === 0n ? [] : [{ id, address, since, segments: own, area }]
    })
    .sort((one, other) => (one.area === other.area ? 0 : one.area < other.area ? 1 : -1))
  return {
    rule: 'members',
    own: asAnswer((account === null ? undefined : segments.get(account)) ?? [{ from, to, weight: 0n }]),
    ownLatest: ((account === null ? undefined : latest.get(account)) ?? 0n).toString(),
    members: members.map(({ id, address, since, segments: own }) => ({
      address,
      since,
      segments: asAnswer(own),
      latest: (latest.get(id) ?? 0n).toString(),
    })),
    // Of a larger number the ones that had weight are not known without looking at each.
    memberCount: direct.all > direct.members.length ? direct.all : members.length,
  }
}

function asAnswer(segments: readonly Segment[]) {
  return segments.map(({ from, to, weight }) => ({ from, to, weight: weight.toString() }))
}
