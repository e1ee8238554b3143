/** An inviter's entitlement of the promotion, and which direct members are qualified. */
import type { PromotionCalculation } from '@galx/protocol/http/bonuses'
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Queryable } from '../../platform/database/connection.ts'
import type { DirectMember } from './members.ts'

type MemberRow = { id: number; qualified: boolean; since: number | null }

/**
 * @param row of the epoch: `points` is what was owed before granting
 * @param latest whether the epoch is the last closed one, whose numbers alone are kept
 */
export async function promotionCalculation(
  sql: Queryable,
  account: number | null,
  direct: { members: readonly DirectMember[]; all: number },
  { qualifying }: Ruleset,
  row: { points: bigint; bonus: bigint; cumulative: bigint },
  latest: boolean,
): Promise<PromotionCalculation> {
  const [[standing], members] = await Promise.all([
    latest && account !== null
      ? sql<{ qualified: number; highest: number }[]>`
          select qualified, highest from galx.promotions where account_id = ${account}`
      : [],
    // Positions and who is qualified are those of now: of an earlier epoch nothing is known.
    latest ? readMembers(sql, direct.members, qualifying) : [],
  ])
  const byId = new Map(members.map((member) => [member.id, member]))
  const unknown = latest ? 0 : null
  return {
    rule: 'promotion',
    qualified: standing?.qualified ?? unknown,
    highest: standing?.highest ?? unknown,
    // Owed is what was entitled and not granted before.
    entitled: (row.points + row.cumulative - row.bonus).toString(),
    members: direct.members.map(({ id, address }) => ({
      address,
      qualified: byId.get(id)?.qualified ?? null,
      since: byId.get(id)?.since ?? null,
    })),
    memberCount: direct.all,
  }
}

function readMembers(
  sql: Queryable,
  direct: readonly DirectMember[],
  qualifying: Ruleset['qualifying'],
): Promise<MemberRow[]> {
  return sql<MemberRow[]>`
      select m.id, exists (select from galx.qualified_members q where q.account_id = m.id) as qualified, (
          select min(p.opened_at) from galx.positions p
            join galx.pools on pools.id = p.pool_id
            join unnest(
              ${qualifying.map(({ pool }) => pool.toString())}::numeric[],
              ${qualifying.map(({ amount }) => amount.toString())}::numeric[]
            ) as k (pool, amount) on k.pool = pools.pool
          where p.account_id = m.id and p.amount >= k.amount
        ) as since
      from unnest(${direct.map(({ id }) => id)}::bigint[]) as m (id)`
}
