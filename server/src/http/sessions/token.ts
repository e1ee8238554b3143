/**
 * Session tokens: the signed-in account and the expiry, signed with HMAC-SHA256 and checked without the database.
 *
 * token = base64url(version 1 byte | session id 16 | account 20 | expiry 6 | mac 32): 100 characters.
 * The token does not say whether the session was revoked; see liveSessions.ts.
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
  /** the signing key first, then the keys that are still accepted */
  accept: Buffer[]
}

/** The lifetime of a session, from its sign-in. */
export const SESSION_SECONDS = 7 * 24 * 3600

const VERSION = 1
const BODY_LENGTH = 1 + 16 + 20 + 6
const TOKEN_LENGTH = ((BODY_LENGTH + 32) * 4) / 3

/** Anyone with one token can guess a shorter secret offline. */
const MINIMUM_SECRET_LENGTH = 32

/**
 * Keys from `SESSION_SECRET`: one secret, or several separated by commas. The first secret signs, and all are accepted. To replace
 * a secret, put the new secret in front, and drop the old one after the sessions' lifetime.
 * @returns a sentence that names the fault, if there is one
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
 * @returns the session; null if the token is not a live token of this server */
export function readToken(token: string, keys: TokenKeys, now: number): Session | null {
  if (token.length !== TOKEN_LENGTH || !/^[A-Za-z0-9_-]+$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, BODY_LENGTH)
  const given = bytes.subarray(BODY_LENGTH)
  if (body[0] !== VERSION) return null
  // Every key is tried, so that the duration does not reveal which key fits.
  let genuine = false
  for (const key of keys.accept) if (timingSafeEqual(mac(key, body), given)) genuine = true
  if (!genuine) return null
  const expiresAt = body.readUIntBE(37, 6)
  if (expiresAt <= now) return null
  return { id: body.toString('hex', 1, 17), address: `0x${body.toString('hex', 17, 37)}`, expiresAt }
}
