/** Sign-in texts handed out. Times are unix seconds. */
import type { Address, Hex } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

export type NonceRow = {
  nonce: string
  message: string
  expiresAt: number
  usedAt: number | null
  /** whether it was given to this caller */
  own: boolean
}

/** Texts of one address that can be open with `FRESH_SECONDS` to live: anybody can ask for them, the owner alone can use them. */
const OPEN_TEXTS = 10
/** A text with less to live is no longer handed out again; those in their last minute come on top of the open ones. */
const FRESH_SECONDS = 60
/** How many texts of one address a sign-in is compared with: all that can be open at a time, so that new requests push none out. */
const CANDIDATES = 2 * OPEN_TEXTS
/** How long a text is kept after its end, to distinguish "expired" and "used" from "unknown". */
const KEPT_SECONDS = 600

type NewNonce = {
  nonce: string
  address: Address
  message: string
  issuedAt: number
  expiresAt: number
  /** 8 bytes */
  asker: Hex
}

/**
 * Opens a text, unless the address has so many open that one more could push another out.
 * @returns the text to sign: this one, or then the newest of those
 */
export async function openNonce(sql: Queryable, row: NewNonce): Promise<string> {
  const [opened] = await sql<{ message: string }[]>`
    select galx.open_sign_in_text(${row.nonce}, ${row.address}, ${row.message}, ${row.issuedAt}, ${row.expiresAt},
      ${row.asker}, ${OPEN_TEXTS}, ${FRESH_SECONDS}) as message`
  return opened!.message
}

/** Removes what nobody can use or ask about any more, the oldest first: else PostgreSQL may read the whole table for them. @returns how many; as many as `most` when there may be more */
export async function sweepNonces(sql: Queryable, most: number): Promise<number> {
  const { count } = await sql`
    delete from galx.nonces where nonce in (
      select nonce from galx.nonces where expires_at < extract(epoch from now())::bigint - ${KEPT_SECONDS}::bigint
      order by expires_at limit ${most} for update skip locked)`
  return count
}

/** The texts of an address, the newest first; after those that nobody used, the used ones. Expired ones are among them. */
export async function recentNonces(sql: Queryable, address: Address, asker: Hex): Promise<NonceRow[]> {
  return sql<NonceRow[]>`
    select nonce, message, expires_at as "expiresAt", used_at as "usedAt", 
      coalesce(${asker} = any(askers), false) as own
    from galx.nonces where address = ${address}
    order by used_at is not null, issued_at desc, opened_at desc nulls last, nonce limit ${CANDIDATES}`
}
