/** Which accounts and passes a comparison looks at: some drawn at random, and the ones that changed last. */
import type { Address } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

/** `id`: in the tables. */
export type DrawnAccount = { id: number; address: Address }

/** Passes drawn at random. */
const PASSES = 3
/** One in so many accounts is one of those that changed last. */
const NEWEST_SHARE = 4

/**
 * Accounts that have something in a contract: drawn from each kind of holding in turn, so that the few who have a level or a voucher are drawn too.
 * One row is looked up for each, however many accounts there are.
 * @param count at most as many are returned
 * @param random from 0 to 1
 */
export async function drawAccounts(
  sql: Queryable,
  count: number,
  random: () => number,
): Promise<DrawnAccount[]> {
  const places = Array.from({ length: count }, random)
  const drawn = (table: string) => sql`
    select (
      select account_id from ${sql(table)} where account_id >= place * (select max(account_id) from ${sql(table)})
      order by account_id limit 1
    ) as account_id
    from unnest(${places}::float8[]) with ordinality as one (place, turn)`
  return sql<DrawnAccount[]>`
    with found as (
      (select account_id, 0 as turn from galx.weight_changes order by block_number desc, log_index desc
        limit ${Math.ceil(count / NEWEST_SHARE)})
      union all select account_id, 1 from (${drawn('galx.pool_accounts')} where turn % 2 = 0) pools
      union all select account_id, 1 from (${drawn('galx.vault_accounts')} where turn % 4 = 1) vault
      union all select account_id, 1 from (${drawn('galx.voucher_draws')} where turn % 8 = 3) draws
      union all select account_id, 1 from (${drawn('galx.levels')} where turn % 8 = 7) levels
    )
    select id, address from galx.accounts
    where id in (select account_id from found where account_id is not null group by 1 order by min(turn) limit ${count})
    order by id`
}

/** Ids of passes that were minted: some at random, and the newest one. */
export async function drawPasses(sql: Queryable, random: () => number): Promise<bigint[]> {
  const places = Array.from({ length: PASSES }, random)
  const rows = await sql<{ id: bigint }[]>`
    select distinct id from (
      select (
        select id from galx.passes where id >= (place * (select max(id) from galx.passes))::numeric order by id limit 1
      ) as id
      from unnest(${[...places, 1]}::float8[]) place
    ) drawn where id is not null order by id`
  return rows.map(({ id }) => id)
}

/** Those of the accounts that the tables know. */
export function findAccounts(sql: Queryable, addresses: readonly Address[]): Promise<DrawnAccount[]> {
  return sql<DrawnAccount[]>`
    select id, address from galx.accounts where address = any (${addresses as Address[]}::bytea[]) order by id`
}
