/** Sessions as rows. Tokens are checked without them; they are for listing and revoking. Times are unix seconds. */
import type { Address } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

export type SessionRow = { id: string; createdAt: number; expiresAt: number; userAgent: string | null }

/** A session that is not in the table (a database begun anew under an old secret) counts as revoked. */
export async function isSessionRevoked(sql: Queryable, id: string): Promise<boolean> {
  const rows = await sql`
    select 1 from galx.sessions where id = decode(${id}, 'hex') and revoked_at is null`
  return rows.length === 0
}

export async function insertSession(
  sql: Queryable,
  session: { id: string; accountId: number; createdAt: number; expiresAt: number; userAgent: string | null },
): Promise<void> {
  await sql`
    insert into galx.sessions (id, account_id, created_at, expires_at, user_agent)
    values (decode(${session.id}, 'hex'), ${session.accountId}, ${session.createdAt}, ${session.expiresAt},
      ${session.userAgent})`
}

/** How long an ended session is kept, for whoever asks afterwards what an account did. */
const KEPT_SECONDS = 30 * 24 * 3600

/** Removes long ended sessions; at most a few, so that each sign-in pays for its own. */
export async function sweepSessions(sql: Queryable, now: number): Promise<void> {
  await sql`
    delete from galx.sessions where id in (
      select id from galx.sessions where expires_at < ${now - KEPT_SECONDS} limit 20 for update skip locked)`
}

/** Those that still work, newest first, 100 at most. */
export async function listSessions(sql: Queryable, address: Address, now: number): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select encode(s.id, 'hex') as id, s.created_at as "createdAt", s.expires_at as "expiresAt", s.user_agent as "userAgent"
    from galx.sessions s join galx.accounts a on a.id = s.account_id
    where a.address = ${address} and s.revoked_at is null and s.expires_at > ${now}
    order by s.created_at desc, s.id limit 100`
}

/** Revokes one of the account's sessions, or all of them. @returns the ids that were live until now */
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
