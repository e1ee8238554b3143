/**
 * Session tokens: who is signed in and until when, signed with HMAC-SHA256 and checked without the database.
 *
 * token = base64url(version 1 byte | session id 16 | account 20 | expiry 6 | mac 32): 100 characters.
 * Whether a session was revoked is not in the token; see liveSessions.ts.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Address } from 'viem'

export type Session = {
  /** 32 hex characters */
  id: string
  /** lowercase */
  address: Address
  /** unix seconds */
  expiresAt: number
}

export type TokenKeys = {
  sign: Buffer
  /** the signing key first, then those still accepted */
  accept: Buffer[]
}

/** How long a session lasts from its sign-in. */
export const SESSION_SECONDS = 7 * 24 * 3600

const VERSION = 1
const BODY_LENGTH = 1 + 16 + 20 + 6
const TOKEN_LENGTH = ((BODY_LENGTH + 32) * 4) / 3

/** Shorter secrets can be guessed offline by anyone who holds one token. */
const MINIMUM_SECRET_LENGTH = 32

/**
 * Keys from `SESSION_SECRET`: one secret, or several with commas between them. The first signs, all are accepted, so that a
 * secret is replaced by putting the new one in front and dropping the old one after the sessions' lifetime.
 * @returns a sentence on what is wrong, if something is
 */
export function parseTokenKeys(value: string): TokenKeys | string {
  const secrets = value.split(',').map((secret) => secret.trim())
  if (secrets.some((secret) => secret.length < MINIMUM_SECRET_LENGTH))
    return `each secret needs at least ${MINIMUM_SECRET_LENGTH} characters`
  const accept = secrets.map((secret) => Buffer.from(secret, 'utf8'))
  return { sign: accept[0]!, accept }
}

function mac(key: Buffer, body: Buffer) {
  return createHmac('sha256', key).update(body).digest()
}

export function signToken(session: Session, keys: TokenKeys): string {
  const body = Buffer.alloc(BODY_LENGTH)
  body.writeUInt8(VERSION, 0)
  body.write(session.id, 1, 'hex')
  body.write(session.address.slice(2), 17, 'hex')
  body.writeUIntBE(session.expiresAt, 37, 6)
  return Buffer.concat([body, mac(keys.sign, body)]).toString('base64url')
}

/** @param now unix seconds
 * @returns the session, or null for anything that is not a live token of ours. */
export function readToken(token: string, keys: TokenKeys, now: number): Session | null {
  if (token.length !== TOKEN_LENGTH || !/^[A-Za-z0-9_-]+$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, BODY_LENGTH)
  const given = bytes.subarray(BODY_LENGTH)
  if (body[0] !== VERSION) return null
  // Every key is tried, so that the time taken does not tell which one fits.
  let genuine = false
  for (const key of keys.accept) if (timingSafeEqual(mac(key, body), given)) genuine = true
  if (!genuine) return null
  const expiresAt = body.readUIntBE(37, 6)
  if (expiresAt <= now) return null
  return { id: body.toString('hex', 1, 17), address: `0x${body.toString('hex', 17, 37)}`, expiresAt }
}
