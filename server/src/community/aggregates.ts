/** Accounts as the indexer reads and writes them. */
import type { AccountChange, Member, StoredAccount } from './forest.ts'
import type { Queryable } from '../platform/database/connection.ts'

/** The accounts of `addresses` that exist, and all their ancestors. Cost: one index look-up for each row returned. */
export function loadAncestry(sql: Queryable, addresses: readonly string[]): Promise<StoredAccount[]> {
  return sql<StoredAccount[]>`
    with recursive upwards (id, inviter_id) as (
      select id, inviter_id from galx.accounts where address = any (${addresses as string[]}::bytea[])
      union
      select above.id, above.inviter_id from upwards join galx.accounts above on above.id = upwards.inviter_id)
    select account.id, account.address, account.inviter_id as "inviterId", account.own_power as "ownPower",
      account.team_power as "teamPower", account.team_count as "teamCount"
    from upwards join galx.accounts account on account.id = upwards.id`
}

/** Makes the rows of accounts met for the first time and notes their ids, also of those the API has made meanwhile. */
export async function insertNewcomers(sql: Queryable, newcomers: readonly Member[]): Promise<void> {
  if (newcomers.length === 0) return
  // In one order everywhere, so that two writers can never wait for each other.
  const addresses = newcomers.map(({ address }) => address).sort()
  await sql`
    insert into galx.accounts (address) select * from unnest(${addresses}::bytea[]) on conflict (address) do nothing`
  const rows = await sql<{ id: number; address: string }[]>`
    select id, address from galx.accounts where address = any (${addresses}::bytea[])`
  const ids = new Map(rows.map(({ id, address }) => [address, id]))
  for (const member of newcomers) member.id = ids.get(member.address)!
}

/** Adds the changes to the accounts' rows, in the order of their ids. */
export async function applyAccountChanges(
  sql: Queryable,
  changes: readonly AccountChange[],
): Promise<number> {
  if (changes.length === 0) return 0
  const ordered = [...changes].sort((a, b) => a.member.id! - b.member.id!)
  const result = await sql`
    update galx.accounts set
      own_power = accounts.own_power + change.own_power,
      team_power = accounts.team_power + change.team_power,
      direct_count = accounts.direct_count + change.direct_count,
      team_count = accounts.team_count + change.team_count,
      inviter_id = coalesce(change.inviter_id, accounts.inviter_id),
      bound_at = coalesce(change.bound_at, accounts.bound_at),
      bound_block = coalesce(change.bound_block, accounts.bound_block)
    from unnest(
      ${ordered.map(({ member }) => member.id)}::bigint[],
      ${ordered.map(({ ownPower }) => ownPower.toString())}::numeric[],
      ${ordered.map(({ teamPower }) => teamPower.toString())}::numeric[],
      ${ordered.map(({ directCount }) => directCount)}::integer[],
      ${ordered.map(({ teamCount }) => teamCount)}::integer[],
      ${ordered.map(({ member }) => member.binding?.inviter.id ?? null)}::bigint[],
      ${ordered.map(({ member }) => member.binding?.at ?? null)}::bigint[],
      ${ordered.map(({ member }) => member.binding?.block ?? null)}::bigint[]
    ) as change (id, own_power, team_power, direct_count, team_count, inviter_id, bound_at, bound_block)
    where accounts.id = change.id`
  const bound = ordered.filter(({ member }) => member.binding !== null).map(({ member }) => member.id!)
  if (bound.length) await endPending(sql, bound)
  return result.count
}

/** Accounts that have just been bound for good, with their rows still locked: they count as pending no longer. */
export async function endPending(sql: Queryable, accountIds: readonly number[]): Promise<void> {
  await sql`
    update galx.pending_counts set members = pending_counts.members - ended.members
    from (
      select pending_inviter_id, count(*) as members from galx.accounts
      where id = any (${accountIds as number[]}::bigint[]) and pending_inviter_id is not null group by 1
    ) ended where pending_counts.inviter_id = ended.pending_inviter_id`
}
