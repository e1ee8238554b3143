/** An inviter's entitlement under the promotion, and which direct members were qualified at the end of the epoch. */
import type { PromotionCalculation } from '@galx/protocol/http/bonuses'
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Queryable } from '../../platform/database/connection.ts'
import type { DirectMember } from './members.ts'
import { qualificationsOf } from './qualified.ts'
import type { EpochSpan } from './segments.ts'

/**
 * @param row the account's row of the epoch; `points` is the amount owed before the grant
 * @param latest whether the epoch is the last closed epoch, the only epoch whose counts are kept
 */
export async function promotionCalculation(
  sql: Queryable,
  account: number | null,
  direct: { members: readonly DirectMember[]; all: number },
  { qualifying }: Ruleset,
  row: { points: bigint; bonus: bigint; cumulative: bigint },
  span: EpochSpan,
  latest: boolean,
): Promise<PromotionCalculation> {
  const ids = direct.members.map(({ id }) => id)
  const [[kept], qualifications] = await Promise.all([
    latest && account !== null
      ? sql<{ qualified: number; highest: number }[]>`
          select qualified, highest from galx.promotions where account_id = ${account}`
      : [],
    qualificationsOf(sql, ids, qualifying, span),
  ])
  const members = direct.members.map(({ id, address }) => ({ address, ...qualifications.get(id)! }))
  const whole = direct.all <= members.length && members.every(({ qualified }) => qualified !== null)
  const counted = whole ? members.filter(({ qualified }) => qualified).length : null
  return {
    rule: 'promotion',
    qualified: latest ? (kept?.qualified ?? 0) : counted,
    highest: latest ? (kept?.highest ?? 0) : null,
    // The amount owed is the entitlement that was not granted before.
    entitled: (row.points + row.cumulative - row.bonus).toString(),
    members,
    memberCount: direct.all,
  }
}
