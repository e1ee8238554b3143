/** An account's passes from the index. Times are unix seconds. */
import type { Address } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'
import type { StoredPass } from './passes.ts'

export type HeldPass = Omit<StoredPass, 'holderId'>

/** By number, from a place in the index passes_holder. @param after the last pass of the previous page; 0 for the first page */
export function listPasses(
  sql: Queryable,
  holder: Address,
  after: bigint,
  limit: number,
): Promise<HeldPass[]> {
  return sql<HeldPass[]>`
    select id, name, minted_at as "mintedAt", unbonding_until as "unbondingUntil" from galx.passes
    where holder_id = (select id from galx.accounts where address = ${holder}) and id > ${after.toString()}::numeric
    order by id limit ${limit}`
}

/** The number of passes, and the block up to which the tables are complete (null before the first block). */
export async function countPasses(
  sql: Queryable,
  holder: Address,
): Promise<{ total: number; block: number | null; at: number | null }> {
  const [row] = await sql<{ total: number; block: number | null; at: number | null }[]>`
    select (
        select count(*) from galx.passes
        where holder_id = (select id from galx.accounts where address = ${holder})
      ) as total, c.number as block, c.timestamp as at
    from (select) one left join galx.cursor c on true`
  return row!
}
