/** Queries on sessions: whether a session is live, the list, and the revocation. Times are unix seconds. */
import type { Address } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

export type SessionRow = { id: string; createdAt: number; expiresAt: number; userAgent: string | null }

/** A session that is not in the table is not live: it was removed, or belongs to another database with the same secret. */
export async function isSessionLive(sql: Queryable, id: string): Promise<boolean> {
  const rows = await sql`
    select 1 from galx.sessions where id = decode(${id}, 'hex') and revoked_at is null`
  return rows.length === 1
}

type NewSession = {
  id: string
  createdAt: number
  expiresAt: number
  userAgent: string | null
}

/**
 * Marks the nonce as used, registers the account with `inviteCode` at its first sign-in, and opens the session. One statement does all of this or
 * nothing.
 * @returns false if the nonce is used or has expired; of several concurrent callers, only one gets true
 * @throws DataRejectedError `accounts_invite_code_key` if the code is taken; nothing is done then
 */
export async function openSession(
  sql: Queryable,
  by: { nonce: string; address: Address; inviteCode: string },
  session: NewSession,
): Promise<boolean> {
  const { id, createdAt, expiresAt, userAgent } = session
  const rows = await sql`
    with used as (
      update galx.nonces set used_at = ${createdAt}
      where nonce = ${by.nonce} and used_at is null and expires_at > ${createdAt} returning nonce
    ), known as (
      select id from galx.accounts where address = ${by.address} and registered_at is not null
    ), made as (
      insert into galx.accounts as a (address, registered_at, invite_code)
      select ${by.address}::bytea, ${createdAt}::bigint, ${by.inviteCode}::text from used where not exists (select from known)
      on conflict (address) do update set
        registered_at = coalesce(a.registered_at, excluded.registered_at),
        invite_code = coalesce(a.invite_code, excluded.invite_code)
      returning id
    )
    insert into galx.sessions (id, account_id, created_at, expires_at, user_agent)
    select decode(${id}, 'hex'), account.id, ${createdAt}::bigint, ${expiresAt}::bigint, ${userAgent}::text
    from used, (select id from known union all select id from made) account
    returning 1`
  return rows.length === 1
}

/** The time that an ended session is kept, for later questions about an account's actions. */
const KEPT_SECONDS = 30 * 24 * 3600

/**
 * Removes sessions that ended long ago, the oldest first: otherwise PostgreSQL may read the whole table.
 * @returns the number of removed sessions; there may be more when the number is `most`
 */
export async function sweepSessions(sql: Queryable, most: number): Promise<number> {
  const { count } = await sql`
    delete from galx.sessions where id in (
      select id from galx.sessions where expires_at < extract(epoch from now())::bigint - ${KEPT_SECONDS}::bigint
      order by expires_at limit ${most} for update skip locked)`
  return count
}

/** The live sessions, newest first, at most 100. */
export async function listSessions(sql: Queryable, address: Address, now: number): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select encode(s.id, 'hex') as id, s.created_at as "createdAt", s.expires_at as "expiresAt", s.user_agent as "userAgent"
    from galx.sessions s join galx.accounts a on a.id = s.account_id
    where a.address = ${address} and s.revoked_at is null and s.expires_at > ${now}
    order by s.created_at desc, s.id limit 100`
}

/** Revokes one session of the account, or all. @returns the ids of the sessions that were live before */
export async function revokeSessions(
  sql: Queryable,
  address: Address,
  which: { id: string } | 'all',
  now: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update galx.sessions s set revoked_at = ${now} from galx.accounts a
    where a.id = s.account_id and a.address = ${address} and s.revoked_at is null and s.expires_at > ${now}
      ${which === 'all' ? sql`` : sql`and s.id = decode(${which.id}, 'hex')`}
    returning encode(s.id, 'hex') as id`
  return rows.map(({ id }) => id)
}
