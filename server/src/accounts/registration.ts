/** The account's row at sign-in, and the inviter that the account names. Times are unix seconds. */
import type { Address } from 'viem'
import type { Queryable, Sql } from '../platform/database/connection.ts'
import { savepoint, transact, type Transaction } from '../platform/database/transaction.ts'
import { DataRejectedError } from '../platform/database/faults.ts'
import { makeInviteCode } from './signIn/inviteCode.ts'

/** The number of attempts before `withInviteCode` gives up. With 10 million accounts, one code in 65 000 is taken. */
const ATTEMPTS = 8

/**
 * Calls `work` with a fresh invite code, and again with another code if the first is taken.
 * @throws the errors of `work`; an error when `ATTEMPTS` codes in a row were taken
 */
export async function withInviteCode<Result>(
  work: (code: string) => Promise<Result>,
  makeCode: () => string = makeInviteCode,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(makeCode())
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTakenCode(error)) throw error
    }
  }
}

/**
 * Makes the account, with an invite code, unless the account exists. Call this function inside a transaction.
 * @returns the account's id
 * @throws when `ATTEMPTS` codes in a row were taken
 */
export async function registerAccount(
  transaction: Transaction,
  address: Address,
  now: number,
  makeCode: () => string = makeInviteCode,
): Promise<number> {
  const [known] = await transaction<{ id: number }[]>`
    select id from galx.accounts where address = ${address} and registered_at is not null`
  if (known) return known.id
  return withInviteCode(async (code) => {
    // With a savepoint, a taken code undoes this statement alone.
    const [row] = await savepoint(
      transaction,
      (inner) => inner<{ id: number }[]>`
        insert into galx.accounts as a (address, registered_at, invite_code) values (${address}, ${now}, ${code})
        on conflict (address) do update set
          registered_at = coalesce(a.registered_at, excluded.registered_at),
          invite_code = coalesce(a.invite_code, excluded.invite_code)
        returning id`,
    )
    return row!.id
  }, makeCode)
}

function isTakenCode(error: unknown) {
  return error instanceof DataRejectedError && error.constraint === 'accounts_invite_code_key'
}

export type InvitePreviewRow = {
  address: Address
  inviteCode: string
  /** null before the first block is indexed */
  direct: number | null
  /** null before teams are summed for the first time */
  total: number | null
  registeredAt: number | null
}

export async function findInviter(sql: Queryable, code: string): Promise<InvitePreviewRow | null> {
  const [row] = await sql<InvitePreviewRow[]>`
    select address, invite_code as "inviteCode", registered_at as "registeredAt",
      case when exists (select from galx.cursor) then direct_count end as direct,
      case when exists (select from galx.totals_standing where block_number is not null) then coalesce(t.team_count, 0) end as total
    from galx.accounts left join galx.account_totals t on t.account_id = id where invite_code = ${code}`
  return row ?? null
}

export type BindOutcome = 'bound' | 'unknownCode' | 'self' | 'cycle' | 'alreadyBound'

/** "bind" in ASCII. With this lock, two accounts that name each other at the same moment are checked one after the other. */
export const BIND_LOCK = 0x62696e64
/** The number of ancestors that the search for a cycle reads. The indexer's own check covers longer chains. */
const MAXIMUM_DEPTH = 10_000

/**
 * Records the owner of `code` as the pending inviter of `address`. The account must not have an inviter. The indexer writes the permanent
 * inviter from the account's first stake. The transaction locks rows first, and takes the lock that all bindings share (`BIND_LOCK`) last. So
 * it never waits for a row while it holds the shared lock, and a row that another transaction holds delays only this account. If the inviter is
 * refused, the transaction's writes are undone.
 */
export async function bindPendingInviter(
  sql: Sql,
  address: Address,
  code: string,
  now: number,
): Promise<BindOutcome> {
  try {
    await transact(sql, async (transaction) => {
      const accountId = await registerAccount(transaction, address, now)
      const [inviter] = await transaction<
        { id: number }[]
      >`select id from galx.accounts where invite_code = ${code}`
      if (!inviter) throw new NotBoundError('unknownCode')
      if (inviter.id === accountId) throw new NotBoundError('self')
      const written = await transaction`
        update galx.accounts set pending_inviter_id = ${inviter.id}, pending_at = ${now}
        where id = ${accountId} and coalesce(inviter_id, pending_inviter_id) is null`
      if (written.count === 0) throw new NotBoundError('alreadyBound')
      await transaction`
        insert into galx.account_totals (account_id, inviter_id) values (${accountId}, ${inviter.id})
        on conflict (account_id) do update set inviter_id = excluded.inviter_id`
      await transaction`
        insert into galx.pending_counts as c (inviter_id, members) values (${inviter.id}, 1)
        on conflict (inviter_id) do update set members = c.members + 1`
      // The first check needs no lock. So a caller who repeats attempts to close a cycle never keeps others waiting for the shared lock.
      if (await isAbove(transaction, inviter.id, accountId)) throw new NotBoundError('cycle')
      await transaction`select pg_advisory_xact_lock(${BIND_LOCK})`
      if (await isAbove(transaction, inviter.id, accountId)) throw new NotBoundError('cycle')
    })
    return 'bound'
  } catch (error) {
    if (error instanceof NotBoundError) return error.outcome
    throw error
  }
}

/** Undoes an invalid binding. */
class NotBoundError extends Error {
  constructor(readonly outcome: Exclude<BindOutcome, 'bound'>) {
    super(outcome)
  }
}

/** Whether the account is the inviter or one of the inviter's ancestors. The search does not follow the account's own new binding. */
async function isAbove(transaction: Transaction, inviterId: number, accountId: number): Promise<boolean> {
  const [above] = await transaction`
    with recursive above (id, depth) as (
      select ${inviterId}::bigint, 0
      union all
      select coalesce(a.inviter_id, a.pending_inviter_id), above.depth + 1
      from above join galx.accounts a on a.id = above.id
      where coalesce(a.inviter_id, a.pending_inviter_id) is not null and above.depth < ${MAXIMUM_DEPTH}
        and above.id <> ${accountId}
    ) select 1 from above where id = ${accountId} limit 1`
  return above !== undefined
}
