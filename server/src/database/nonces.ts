/** Sign-in texts handed out. Times are unix seconds. */
import type { Address } from 'viem'
import type { Queryable } from './connection.ts'

export type NonceRow = { nonce: string; message: string; expiresAt: number; usedAt: number | null }

/** Texts of one address a sign-in is compared with: the newest ones, so that asking often costs a bounded time. */
const CANDIDATES = 10
/** How long a text is kept after its end, to tell "expired" and "used" from "never heard of". */
const KEPT_SECONDS = 600

export async function insertNonce(
  sql: Queryable,
  row: { nonce: string; address: Address; message: string; issuedAt: number; expiresAt: number },
): Promise<void> {
  await sql`
    insert into galx.nonces (nonce, address, message, issued_at, expires_at)
    values (${row.nonce}, ${row.address}, ${row.message}, ${row.issuedAt}, ${row.expiresAt})`
}

/** Removes what nobody can use or ask about any more; at most a few rows, so that each sign-in pays for its own. */
export async function sweepNonces(sql: Queryable, now: number): Promise<void> {
  await sql`
    delete from galx.nonces where nonce in (
      select nonce from galx.nonces where expires_at < ${now - KEPT_SECONDS} limit 20 for update skip locked)`
}

/** The newest texts of an address, used and expired ones included. */
export async function recentNonces(sql: Queryable, address: Address): Promise<NonceRow[]> {
  return sql<NonceRow[]>`
    select nonce, message, expires_at as "expiresAt", used_at as "usedAt"
    from galx.nonces where address = ${address} order by issued_at desc, nonce limit ${CANDIDATES}`
}

/** Uses a nonce up. Of any number of concurrent callers one gets true. */
export async function useNonce(sql: Queryable, nonce: string, now: number): Promise<boolean> {
  const rows = await sql`
    update galx.nonces set used_at = ${now}
    where nonce = ${nonce} and used_at is null and expires_at > ${now} returning 1`
  return rows.length === 1
}
