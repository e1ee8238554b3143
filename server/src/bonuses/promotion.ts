/** The promotion at an epoch's end: who is qualified, and what each inviter's entitlement grows to. */
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Queryable } from '../platform/database/connection.ts'
import { QUALIFYING_EPOCHS, growthOf } from './rules.ts'

/** What is known of the epoch; `again`: nothing is known of the one before under the same ruleset. */
type End = { epoch: number; duration: number; firstBlock: number | null; again: boolean }

/** Brings galx.qualified_members and galx.promotions to the end of the epoch, at which the tables stand. */
export async function growPromotions(sql: Queryable, ruleset: Ruleset, end: End): Promise<void> {
  if (!ruleset.programs.some(({ rule }) => rule === 'promotion')) return
  await (end.again ? qualifyAll : qualifyChanged)(sql, ruleset, end)
  const { steps, amounts, growths } = growthOf(ruleset.ladder)
  await sql`
    with counts as (
      select account.inviter_id as account_id, count(*)::integer as qualified
      from galx.qualified_members member join galx.accounts account on account.id = member.account_id
      where account.inviter_id is not null group by 1
    ), next as (
      select account_id, coalesce(counts.qualified, 0) as qualified, coalesce(last.qualified, 0) as before,
        greatest(counts.qualified, last.highest) as highest, coalesce(last.entitled, 0) as entitled
      from counts full join galx.promotions last using (account_id)
    )
    insert into galx.promotions as promotion (account_id, qualified, highest, entitled)
    select account_id, qualified, highest, greatest(entitled, least(
      entitled + (${growths.map(String)}::numeric[])[width_bucket(qualified, ${steps}::integer[]) + 1],
      (${amounts.map(String)}::numeric[])[width_bucket(highest, ${steps}::integer[]) + 1]))
    from next where qualified > 0 or before > 0
    on conflict (account_id) do update
      set qualified = excluded.qualified, highest = excluded.highest, entitled = excluded.entitled
      where (promotion.qualified, promotion.highest, promotion.entitled)
        is distinct from (excluded.qualified, excluded.highest, excluded.entitled)`
}

/** The last moment at which a position that qualifies now was opened. */
function openedBy({ epoch, duration }: End): number {
  return (epoch + 1 - QUALIFYING_EPOCHS) * duration
}

function qualifying(sql: Queryable, { qualifying: amounts }: Ruleset) {
  return sql`(
    select pools.id as pool_id, least_amount from galx.pools join unnest(
      ${amounts.map(({ pool }) => pool.toString())}::numeric[], ${amounts.map(({ amount }) => amount.toString())}::numeric[]
    ) as qualifies (pool, least_amount) on qualifies.pool = pools.pool)`
}

async function qualifyAll(sql: Queryable, ruleset: Ruleset, end: End): Promise<void> {
  await sql`delete from galx.qualified_members`
  await sql`
    insert into galx.qualified_members (account_id)
    select distinct account_id from galx.positions join ${qualifying(sql, ruleset)} q using (pool_id)
    where closed_at is null and amount >= least_amount and opened_at <= ${openedBy(end)}`
}

/** Looks only at accounts that took something out in the epoch, and at those of whom a position has become old enough. */
async function qualifyChanged(sql: Queryable, ruleset: Ruleset, end: End): Promise<void> {
  const opened = openedBy(end)
  await sql`
    with concerned as (
      select account_id from galx.activity
      where block_number >= ${end.firstBlock ?? Number.MAX_SAFE_INTEGER} and kind in ('unstake', 'exit')
      union
      select account_id from galx.positions where opened_at > ${opened - end.duration} and opened_at <= ${opened}
    ), looked as materialized (
      select account_id, exists (
        select from galx.positions join ${qualifying(sql, ruleset)} q using (pool_id)
        where positions.account_id = concerned.account_id and closed_at is null and amount >= least_amount
          and opened_at <= ${opened}) as qualifies
      from concerned
    ), gone as (
      delete from galx.qualified_members member using looked
      where member.account_id = looked.account_id and not qualifies
    )
    insert into galx.qualified_members (account_id)
    select account_id from looked where qualifies on conflict do nothing`
}
