/** Accounts in the form that the indexer reads and writes. A statement costs one look-up by key for each row that it returns or writes. */
import type { Member, StoredAccount } from '../ledger/forest.ts'
import type { Queryable } from '../platform/database/connection.ts'

/** Reads the accounts that exist. */
export function loadAccounts(sql: Queryable, addresses: readonly string[]): Promise<StoredAccount[]> {
  return sql<StoredAccount[]>`
    select id, address, inviter_id as "inviterId", direct_count > 0 as "hasMembers"
    from galx.accounts where address = any (${addresses as string[]}::bytea[])`
}

/** Reads the accounts and all their ancestors. */
export function loadAncestors(sql: Queryable, ids: readonly number[]): Promise<StoredAccount[]> {
  return sql<StoredAccount[]>`
    with recursive upwards (id, inviter_id) as (
      select id, inviter_id from galx.accounts where id = any (${ids as number[]}::bigint[])
      union
      select above.id, above.inviter_id from upwards join galx.accounts above on above.id = upwards.inviter_id)
    select account.id, account.address, account.inviter_id as "inviterId", account.direct_count > 0 as "hasMembers"
    from upwards join galx.accounts account on account.id = upwards.id`
}

/**
 * Inserts the rows of new accounts, and sets the ids of all given accounts. A row is inserted in its state after the batch, with two
 * exceptions: the API has inserted the row meanwhile, or the inviter is a new account without an id.
 * @returns the accounts whose rows have the state after the batch
 */
export async function insertNewcomers(
  sql: Queryable,
  newcomers: readonly Member[],
): Promise<ReadonlySet<Member>> {
  const written = new Set<Member>()
  if (newcomers.length === 0) return written
  // Always in the same order, so that two writers cannot deadlock.
  const byAddress = new Map(newcomers.map((member) => [member.address, member]))
  const addresses = [...byAddress.keys()].sort()
  const ordered = addresses.map((address) => byAddress.get(address)!)
  const complete = new Set(ordered.filter(({ binding }) => binding === null || binding.inviter.id !== null))
  const bindings = ordered.map((member) => (complete.has(member) ? member.binding : null))
  const made = await sql<{ id: number; address: string }[]>`
    insert into galx.accounts (address, direct_count, inviter_id, bound_at, bound_block)
    select
      unnest(${addresses}::bytea[]),
      unnest(${ordered.map((member) => (complete.has(member) ? member.directChange : 0))}::integer[]),
      unnest(${bindings.map((binding) => binding?.inviter.id ?? null)}::bigint[]),
      unnest(${bindings.map((binding) => binding?.at ?? null)}::bigint[]),
      unnest(${bindings.map((binding) => binding?.block ?? null)}::bigint[])
    on conflict (address) do nothing returning id, address`
  for (const { id, address } of made) {
    const member = byAddress.get(address)!
    member.id = id
    if (complete.has(member)) written.add(member)
    byAddress.delete(address)
  }
  if (byAddress.size > 0)
    for (const { id, address } of await loadAccounts(sql, [...byAddress.keys()]))
      byAddress.get(address)!.id = id
  return written
}

/** Writes bindings and counts of direct members, in the order of the accounts' ids. @returns the number of rows that exist */
export async function writeBindings(sql: Queryable, changed: readonly Member[]): Promise<number> {
  if (changed.length === 0) return 0
  const ordered = [...changed].sort((a, b) => a.id! - b.id!)
  const result = await sql`
    update galx.accounts set
      direct_count = accounts.direct_count + change.direct_count,
      inviter_id = coalesce(change.inviter_id, accounts.inviter_id),
      bound_at = coalesce(change.bound_at, accounts.bound_at),
      bound_block = coalesce(change.bound_block, accounts.bound_block)
    from (
      select
        unnest(${ordered.map(({ id }) => id)}::bigint[]) as id,
        unnest(${ordered.map(({ directChange }) => directChange)}::integer[]) as direct_count,
        unnest(${ordered.map(({ binding }) => binding?.inviter.id ?? null)}::bigint[]) as inviter_id,
        unnest(${ordered.map(({ binding }) => binding?.at ?? null)}::bigint[]) as bound_at,
        unnest(${ordered.map(({ binding }) => binding?.block ?? null)}::bigint[]) as bound_block
    ) change
    where accounts.id = change.id`
  const bound = ordered.filter(({ binding }) => binding !== null).map(({ id }) => id!)
  if (bound.length) await endPending(sql, bound)
  return result.count
}

/**
 * For each account that has just been bound, lowers its pending inviter's count of pending members. The transaction still locks the rows of these
 * accounts.
 */
async function endPending(sql: Queryable, accountIds: readonly number[]): Promise<void> {
  await sql`
    update galx.pending_counts set members = pending_counts.members - ended.members
    from (
      select pending_inviter_id, count(*) as members from galx.accounts
      where id = any (${accountIds as number[]}::bigint[]) and pending_inviter_id is not null group by 1
    ) ended where pending_counts.inviter_id = ended.pending_inviter_id`
}

/** @param block the last block of the batch @param timestamp the time of that block, unix seconds */
export async function insertTeamChanges(
  sql: Queryable,
  changes: readonly Member[],
  block: number,
  timestamp: number,
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into galx.team_changes (block_number, account_id, power, bound, timestamp)
    select ${block}, account_id, power, bound = 1, ${timestamp}
    from (
      select
        unnest(${changes.map(({ id }) => id)}::bigint[]) as account_id,
        unnest(${changes.map(({ powerChange }) => powerChange.toString())}::numeric[]) as power,
        unnest(${changes.map(({ binding }) => Number(binding !== null))}::smallint[]) as bound
    ) change`
}
