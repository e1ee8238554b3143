/** The computation of the points of a program by members: the weight of each direct member and of the account, second by second. */
import type { MembersCalculation } from '@galx/protocol/http/bonuses'
import { MEMBERS_SHOWN } from '@galx/protocol/http/bonuses'
import type { Queryable } from '../../platform/database/connection.ts'
import {
  areaOf,
  latestWeights,
  readSegments,
  segmentsFrom,
  type EpochSpan,
  type Segment,
  type WeightSource,
} from './segments.ts'

export type DirectMember = { id: number; address: string; since: number }

/** The number of an inviter's members that are read by hash power, and the number that are read by the time of their binding. */
const LOOKED_AT = 2 * MEMBERS_SHOWN

/**
 * Lists the direct members with the greatest hash power. An inviter may have more members than are shown. Then a member is found only if it is among
 * the LOOKED_AT members with the greatest hash power today, or among the LOOKED_AT members with the latest bindings before `before`.
 * @param before unix seconds; members that were bound later are left out
 */
export async function listDirect(
  sql: Queryable,
  inviter: number,
  before: number,
): Promise<{ members: DirectMember[]; all: number }> {
  const rows = await sql<DirectMember[]>`
    select a.id, a.address, a.bound_at as since
    from (
        (select account_id as id from galx.account_totals
          where inviter_id = ${inviter} order by own_power desc, account_id desc limit ${LOOKED_AT})
        union
        (select id from galx.accounts
          where inviter_id = ${inviter} and bound_at < ${before} order by bound_at desc, id desc limit ${LOOKED_AT})
      ) candidate
      cross join lateral (
        select id, address, inviter_id, bound_at from galx.accounts where id = candidate.id limit 1) a
      left join lateral (
        select own_power from galx.account_totals where account_id = candidate.id limit 1) t on true
    where a.inviter_id = ${inviter} and a.bound_at < ${before}
    order by coalesce(t.own_power, 0) desc, a.id desc limit ${MEMBERS_SHOWN + 1}`
  const members = rows.slice(0, MEMBERS_SHOWN)
  if (rows.length === members.length) return { members, all: members.length }
  const [row] = await sql<{ all: number }[]>`
    select direct_count as all from galx.accounts where id = ${inviter}`
  return { members, all: Math.max(rows.length, row!.all) }
}

/** The largest number of changes of weight in a pool that are read: of the account itself, of one member, and of all members together. */
const MOST_CHANGES = { own: 5_000, member: 100, together: 20_000 }
/** The number of members whose changes one statement reads. */
const BATCH = 100

/** @param account null: the tables do not know the account */
export async function membersCalculation(
  sql: Queryable,
  account: number | null,
  direct: { members: readonly DirectMember[]; all: number },
  source: WeightSource,
  span: EpochSpan,
): Promise<MembersCalculation> {
  const { from, to } = span
  const ids = direct.members.map(({ id }) => id)
  const self = account === null ? [] : [account]
  const [own, segments, latest] = await Promise.all([
    readSegments(sql, self, source, span, MOST_CHANGES.own),
    segmentsOfMembers(sql, ids, source, span),
    latestWeights(sql, [...self, ...ids], source),
  ])
  const mine = account === null ? undefined : own.known.get(account)
  let unlisted = 0
  const members = direct.members
    .flatMap(({ id, address, since }) => {
      const found = segments.get(id)
      if (found === 'too many') unlisted += 1
      if (found === undefined || found === 'too many') return []
      const counted = segmentsFrom(found, since)
      const area = areaOf(counted)
      return area === 0n ? [] : [{ id, address, since, segments: counted, area }]
    })
    .sort((one, other) => (one.area === other.area ? 0 : one.area < other.area ? 1 : -1))
  return {
    rule: 'members',
    own: asAnswer(mine?.segments ?? [{ from, to, weight: 0n }]),
    // An account without an entry in `known` had no weight in the epoch.
    ownComplete: mine?.complete ?? true,
    ownLatest: ((account === null ? undefined : latest.get(account)) ?? 0n).toString(),
    members: members.map(({ id, address, since, segments: counted }) => ({
      address,
      since,
      segments: asAnswer(counted),
      latest: (latest.get(id) ?? 0n).toString(),
    })),
    // If there are more members than were read, the number of members with weight is unknown.
    memberCount: direct.all > direct.members.length ? direct.all : members.length + unlisted,
    unlisted,
  }
}

/** Reads all changes of a member, or reports 'too many'. @returns by account id; a member without weight in the epoch is missing */
async function segmentsOfMembers(
  sql: Queryable,
  ids: readonly number[],
  source: WeightSource,
  span: EpochSpan,
): Promise<Map<number, Segment[] | 'too many'>> {
  const found = new Map<number, Segment[] | 'too many'>()
  let looked = 0
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH)
    if (looked > MOST_CHANGES.together) {
      for (const id of some) found.set(id, 'too many')
      continue
    }
    const { known, read } = await readSegments(sql, some, source, span, MOST_CHANGES.member)
    for (const [id, { segments, complete }] of known) found.set(id, complete ? segments : 'too many')
    looked += read
  }
  return found
}

function asAnswer(segments: readonly Segment[]) {
  return segments.map(({ from, to, weight }) => ({ from, to, weight: weight.toString() }))
}
