/** Sign-in texts that were given to callers. Times are unix seconds. */
import type { Address, Hex } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

export type NonceRow = {
  nonce: string
  message: string
  expiresAt: number
  usedAt: number | null
  /** whether the text was given to this caller */
  own: boolean
}

/**
 * The largest number of open texts of one address that have at least `FRESH_SECONDS` left. Anybody can ask for a text, but the owner alone can use
 * it.
 */
const OPEN_TEXTS = 10
/** A text with less time left is not given again. Texts in their last minute do not count as `OPEN_TEXTS`. */
const FRESH_SECONDS = 60
/**
 * The largest number of texts of one address that a sign-in is compared with. All open texts are among them, so new requests push no open text out.
 */
const CANDIDATES = 2 * OPEN_TEXTS
/** Time that a text is kept after its end, to distinguish "expired" and "used" from "unknown". */
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
 * Opens a text, unless the address has `OPEN_TEXTS` open texts.
 * @returns the text to sign: the new text, or else the newest open text
 */
export async function openNonce(sql: Queryable, row: NewNonce): Promise<string> {
  const [opened] = await sql<{ message: string }[]>`
    select galx.open_sign_in_text(${row.nonce}, ${row.address}, ${row.message}, ${row.issuedAt}, ${row.expiresAt},
      ${row.asker}, ${OPEN_TEXTS}, ${FRESH_SECONDS}) as message`
  return opened!.message
}

/**
 * Removes texts that can no longer be used or requested. The oldest come first: otherwise PostgreSQL may read the whole table.
 * @returns the number of removed texts; there may be more when the number is `most`
 */
export async function sweepNonces(sql: Queryable, most: number): Promise<number> {
  const { count } = await sql`
    delete from galx.nonces where nonce in (
      select nonce from galx.nonces where expires_at < extract(epoch from now())::bigint - ${KEPT_SECONDS}::bigint
      order by expires_at limit ${most} for update skip locked)`
  return count
}

/** The texts of an address, expired texts included. Unused texts come before used texts, and newer texts before older texts. */
export async function recentNonces(sql: Queryable, address: Address, asker: Hex): Promise<NonceRow[]> {
  return sql<NonceRow[]>`
    select nonce, message, expires_at as "expiresAt", used_at as "usedAt", 
      coalesce(${asker} = any(askers), false) as own
    from galx.nonces where address = ${address}
    order by used_at is not null, issued_at desc, opened_at desc nulls last, nonce limit ${CANDIDATES}`
}
