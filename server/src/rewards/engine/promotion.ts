/** The promotion at the end of an epoch: who is qualified, and how far each inviter's entitlement grows. */
import { QUALIFYING_EPOCHS, type Ruleset } from '@galx/protocol/rulesets'
import type { Queryable } from '../../platform/database/connection.ts'
import { growthOf } from '../../ledger/rules.ts'

/** `again`: the tables do not hold the previous epoch under the same ruleset, so everything is computed again. */
type End = { epoch: number; duration: number; firstBlock: number | null; again: boolean }

/** Updates galx.qualified_members and galx.promotions to the end of the epoch, the moment that all other tables show. */
export async function growPromotions(sql: Queryable, ruleset: Ruleset, end: End): Promise<void> {
  if (!ruleset.programs.some(({ rule }) => rule === 'promotion')) return
  await (end.again ? qualifyAll : qualifyChanged)(sql, ruleset, end)
  const { steps, amounts, growths } = growthOf(ruleset.ladder)
  const amount = (of: 'qualified' | 'highest', amounts: readonly bigint[]) =>
    sql`(${amounts.map(String)}::numeric[])[width_bucket(${sql(of)}, ${steps}::integer[]) + 1]`
  await sql`
    update galx.promotions set entitled = least(entitled + ${amount('qualified', growths)}, ${amount('highest', amounts)})
    where qualified > 0 and entitled < least(entitled + ${amount('qualified', growths)}, ${amount('highest', amounts)})`
}

/** The latest opening time of a position that qualifies at the end of this epoch. */
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
    where closed_at is null and amount >= least_amount and opened_at <= ${openedBy(end)}
    order by account_id`
  await sql`
    insert into galx.promotions as promotion (account_id, qualified, highest, entitled)
    select account_id, coalesce(counts.qualified, 0), greatest(counts.qualified, highest), coalesce(entitled, 0)
    from (
      select account.inviter_id as account_id, count(*)::integer as qualified
      from galx.qualified_members member join galx.accounts account on account.id = member.account_id
      where account.inviter_id is not null group by 1
    ) counts full join galx.promotions last using (account_id)
    on conflict (account_id) do update set qualified = excluded.qualified, highest = excluded.highest
      where promotion.qualified <> excluded.qualified`
}

/**
 * Checks only the accounts that withdrew in the epoch, the accounts with a position that has become old enough, and the accounts that were bound in
 * the epoch. A member counts for its inviter from the moment when it is both qualified and bound.
 */
async function qualifyChanged(sql: Queryable, ruleset: Ruleset, end: End): Promise<void> {
  const opened = openedBy(end)
  const firstBlock = end.firstBlock ?? Number.MAX_SAFE_INTEGER
  await sql`
    with qualifying as materialized ${qualifying(sql, ruleset)}, concerned as (
      select account_id from galx.activity where block_number >= ${firstBlock} and kind in ('unstake', 'exit')
      union
      select account_id from galx.positions where opened_at > ${opened - end.duration} and opened_at <= ${opened}
    ), looked as materialized (
      -- Not exists(): for that the planner likes to read all positions.
      select account_id, (
        select true from galx.positions join qualifying using (pool_id)
        where positions.account_id = concerned.account_id and closed_at is null and amount >= least_amount
          and opened_at <= ${opened} limit 1) is not null as qualifies
      from concerned
    ), gone as (
      delete from galx.qualified_members member using looked
      where member.account_id = looked.account_id and not qualifies
      returning member.account_id
    ), come as (
      insert into galx.qualified_members (account_id)
      select account_id from looked where qualifies on conflict do nothing
      returning account_id
    ), changes as (
      select inviter_id as account_id, sum(change)::integer as change
      from (
        select account.inviter_id, -1 as change from gone join galx.accounts account on account.id = gone.account_id
        where bound_block < ${firstBlock}
        union all
        select account.inviter_id, 1 from come join galx.accounts account on account.id = come.account_id
        where account.inviter_id is not null
        union all
        -- qualified before as well as now, so neither gone nor come
        select account.inviter_id, 1 from galx.accounts account join galx.qualified_members member on member.account_id = account.id
        -- as accounts_bound_block has it
        where bound_block >= ${firstBlock} and inviter_id is not null and account.id not in (select account_id from gone)
      ) counted group by 1 having sum(change) <> 0
    ), known as (
      update galx.promotions promotion
      set qualified = promotion.qualified + change, highest = greatest(highest, promotion.qualified + change)
      from changes where promotion.account_id = changes.account_id
      returning promotion.account_id
    )
    insert into galx.promotions (account_id, qualified, highest, entitled)
    select account_id, change, change, 0 from changes where account_id not in (select account_id from known)`
}
