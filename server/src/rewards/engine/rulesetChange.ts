/** When a new ruleset takes effect, everything that depends on the old ruleset's pools and coefficients is computed again from the weights. */
import { rulesetHash, type Ruleset } from '@galx/protocol/rulesets'
import { addPower, foldAll } from '../../ledger/foldTotals.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** @param at unix seconds from which the ruleset counts; no later event has been applied */
export async function applyRuleset(sql: Transaction, ruleset: Ruleset, at: number): Promise<void> {
  await rebuildPoints(sql, ruleset, at)
  await rebuildPower(sql, ruleset)
  await keepRuleset(sql, ruleset)
}

/** Stores the hash of the ruleset by which the tables were computed. */
export async function keepRuleset(sql: Queryable, ruleset: Ruleset): Promise<void> {
  await sql`
    insert into galx.applied_ruleset (hash) values (${rulesetHash(ruleset)})
    on conflict (only_row) do update set hash = excluded.hash`
}

/** @returns the hash of the ruleset by which the tables were computed; null if none is stored */
export async function readApplied(sql: Queryable): Promise<string | null> {
  const [row] = await sql<{ hash: string }[]>`select hash from galx.applied_ruleset`
  return row?.hash ?? null
}

/** @returns whether the tables hold any weight; without a weight, every ruleset gives the same tables */
export async function anythingWeighed(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ weighed: boolean }[]>`select exists (select from galx.weight_changes) as weighed`
  return row!.weighed
}

async function rebuildPoints(sql: Queryable, { programs }: Ruleset, at: number): Promise<void> {
  const counted = programs.flatMap(({ key, pools }) => pools.map((pool) => ({ key, pool })))
  const ofVault = programs.filter(({ vault }) => vault).map(({ key }) => key)
  await sql`delete from galx.points`
  await sql`
    with weights as materialized (
      select account_id, program_key, sum(weight) as weight from (
        select account_id, program.key as program_key, weight
        from galx.pool_accounts join galx.pools on pools.id = pool_id join unnest(
          ${counted.map(({ pool }) => pool.toString())}::numeric[], ${counted.map(({ key }) => key)}::text[]
        ) as program (pool, key) on program.pool = pools.pool
        union all
        select account_id, program.key, shares
        from galx.vault_accounts cross join unnest(${ofVault}::text[]) as program (key)
      ) parts where weight > 0 group by 1, 2
    )
    insert into galx.points (account_id, program_key, members, own, points, at)
    select account_id, program_key, coalesce(members.weight, 0), coalesce(own.weight, 0), 0, ${at}
    from (
      select inviter_id as account_id, program_key, sum(weight) as weight
      from weights join galx.accounts account on account.id = weights.account_id where inviter_id is not null group by 1, 2
    ) members full join (
      select weights.* from weights join galx.accounts account on account.id = weights.account_id where direct_count > 0
    ) own using (account_id, program_key)`
}

/** The number of accounts whose power one statement corrects. With their ancestors, these accounts take less than 100 MB. */
const SLICE = 20_000

async function rebuildPower(sql: Transaction, ruleset: Ruleset): Promise<void> {
  const block = await foldAll(sql)
  if (block === null) return
  const [last] = await sql<{ id: number | null }[]>`select max(id) as id from galx.accounts`
  for (let from = 0; from <= (last?.id ?? -1); from += SLICE) {
    const rows = await sql<{ id: number; power: bigint }[]>`
      select id, coalesce(power, 0) - coalesce(own_power, 0) as power
      from (
        select account_id as id, sum(power) as power from (
          select account_id, div(weight * coefficient, 10000) as power
          from galx.pool_accounts join galx.pools on pools.id = pool_id join unnest(
            ${ruleset.power.map(({ pool }) => pool.toString())}::numeric[],
            ${ruleset.power.map(({ coefficient }) => coefficient.toString())}::numeric[]
          ) as counted (pool, coefficient) on counted.pool = pools.pool
          where account_id >= ${from} and account_id < ${from + SLICE}
          union all
          select account_id, div(shares * ${ruleset.vaultCoefficient.toString()}::numeric, 10000000000000000)
          from galx.vault_accounts where account_id >= ${from} and account_id < ${from + SLICE}
        ) parts group by 1
      ) next full join (
        select account_id as id, own_power from galx.account_totals where account_id >= ${from} and account_id < ${from + SLICE}
      ) last using (id)
      where coalesce(power, 0) <> coalesce(own_power, 0)`
    if (rows.length > 0) await addPower(sql, new Map(rows.map(({ id, power }) => [id, power])), block)
  }
}
