/** Who holds how many shares of the vault. */
import type { Member } from '../../community/forest.ts'
import type { Queryable } from '../../platform/database/connection.ts'

export function loadShares(
  sql: Queryable,
  accountIds: readonly number[],
): Promise<{ accountId: number; shares: bigint }[]> {
  return sql<{ accountId: number; shares: bigint }[]>`
    select account_id as "accountId", shares from galx.vault_accounts
    where account_id = any (${accountIds as number[]}::bigint[])`
}

export async function writeShares(
  sql: Queryable,
  holdings: readonly { member: Member; shares: bigint }[],
): Promise<void> {
  if (holdings.length === 0) return
  await sql`
    insert into galx.vault_accounts (account_id, shares)
    select * from unnest(
      ${holdings.map(({ member }) => member.id)}::bigint[],
      ${holdings.map(({ shares }) => shares.toString())}::numeric[])
    on conflict (account_id) do update set shares = excluded.shares`
}
