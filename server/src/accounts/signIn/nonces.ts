/** Sign-in texts handed out. Times are unix seconds. */
import type { Address } from 'viem'
import type { Queryable, Sql } from '../../platform/database/connection.ts'
import { transact } from '../../platform/database/transaction.ts'

export type NonceRow = { nonce: string; message: string; expiresAt: number; usedAt: number | null }

/** Texts of one address that can be open with `FRESH_SECONDS` to live: anybody can ask for them, the owner alone can use them. */
const OPEN_TEXTS = 10
/** A text with less to live is no longer handed out again; those in their last minute come on top of the open ones. */
const FRESH_SECONDS = 60
/** Texts of one address a sign-in is compared with: all that can be open at a time, so that no asking pushes one out. */
const CANDIDATES = 2 * OPEN_TEXTS
/** Any constant that nobody else uses serves. */
const NONCE_LOCK = 0x67610002
/** How long a text is kept after its end, to tell "expired" and "used" from "never heard of". */
const KEPT_SECONDS = 600

type NewNonce = { nonce: string; address: Address; message: string; issuedAt: number; expiresAt: number }

/**
 * Opens a text, unless the address has so many open that one more could push another out.
 * @returns the text to sign: this one, or then the newest of those
 */
export async function openNonce(sql: Sql, row: NewNonce): Promise<string> {
  // Where it is full nobody waits for a lock.
  const full = await newestOfAll(sql, row)
  if (full !== null) return full
  return transact(sql, async (transaction) => {
    // One after the other for each address, or callers that come at once would not count each other's.
    await transaction`select pg_advisory_xact_lock(${NONCE_LOCK}, hashtext(${row.address}::text))`
    const now = await newestOfAll(transaction, row)
    if (now !== null) return now
    await transaction`
      insert into galx.nonces (nonce, address, message, issued_at, expires_at)
      values (${row.nonce}, ${row.address}, ${row.message}, ${row.issuedAt}, ${row.expiresAt})`
    return row.message
  })
}

/**
 * @returns the newest open text that differs from this one in nonce and times alone (another domain or chain was that of an
 * earlier configuration); null while there are fewer than OPEN_TEXTS
 */
async function newestOfAll(
  sql: Queryable,
  { address, message, nonce, issuedAt }: NewNonce,
): Promise<string | null> {
  const head = message.slice(0, message.indexOf(nonce))
  const open = await sql<{ message: string }[]>`
    select message from galx.nonces
    where address = ${address} and used_at is null and expires_at >= ${issuedAt + FRESH_SECONDS}
      and starts_with(message, ${head})
    order by issued_at desc, nonce limit ${OPEN_TEXTS}`
  return open.length < OPEN_TEXTS ? null : (open[0]?.message ?? null)
}

/** Removes what nobody can use or ask about any more; at most a few rows, so that each sign-in pays for its own. */
export async function sweepNonces(sql: Queryable, now: number): Promise<void> {
  await sql`
    delete from galx.nonces where nonce in (
      select nonce from galx.nonces where expires_at < ${now - KEPT_SECONDS} limit 20 for update skip locked)`
}

/** The texts of an address, the newest first; after those that nobody used, the used ones. Expired ones are among them. */
export async function recentNonces(sql: Queryable, address: Address): Promise<NonceRow[]> {
  return sql<NonceRow[]>`
    select nonce, message, expires_at as "expiresAt", used_at as "usedAt"
    from galx.nonces where address = ${address} order by used_at is not null, issued_at desc, nonce limit ${CANDIDATES}`
}

/** Uses a nonce up. Of any number of concurrent callers one gets true. */
export async function useNonce(sql: Queryable, nonce: string, now: number): Promise<boolean> {
  const rows = await sql`
    update galx.nonces set used_at = ${now}
    where nonce = ${nonce} and used_at is null and expires_at > ${now} returning 1`
  return rows.length === 1
}
