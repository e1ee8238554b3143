/**
 * Signing in: a text made by the server, signed by the wallet, and a session in return.
 *
 * The text stays here; the client sends back nothing but a signature, so there is no field it could change. It is read and
 * checked again all the same, against what this process would write now.
 */
import { randomBytes } from 'node:crypto'
import { getAddress, type Address, type Hex } from 'viem'
import { openNonce, recentNonces, sweepNonces, useNonce, type NonceRow } from './nonces.ts'
import { registerAccount } from '../registration.ts'
import { insertSession, sweepSessions } from '../sessions/sessionQueries.ts'
import type { Sql } from '../../platform/database/connection.ts'
import { transact } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { SESSION_SECONDS, signToken, type TokenKeys } from '../sessions/token.ts'
import { checkSignInMessage, formatSignInMessage, parseSignInMessage } from './eip4361.ts'
import { findSigned, type SignatureChain } from './verifySignature.ts'

export type SignInContext = {
  sql: Sql
  chain: SignatureChain
  signIn: { domain: string; uri: string; chainId: number }
  keys: TokenKeys
  /** milliseconds since 1970 */
  now(): number
}

const NONCE_SECONDS = 5 * 60
/** Within the standard's ASCII, so the same in both languages. */
const STATEMENT = 'Sign in to GALX. This costs nothing and moves no funds.'

/**
 * A text for the address to sign, valid for five minutes and for one sign-in. A new one, unless so many are open that somebody
 * must be asking in the address's name: then the newest of those, which has a minute or more to live.
 */
export async function requestSignIn(context: SignInContext, address: Address): Promise<string> {
  const now = context.now()
  const seconds = Math.floor(now / 1000)
  const nonce = randomBytes(16).toString('hex')
  const message = formatSignInMessage({
    scheme: null,
    domain: context.signIn.domain,
    address: getAddress(address),
    statement: STATEMENT,
    uri: context.signIn.uri,
    version: '1',
    chainId: context.signIn.chainId,
    nonce,
    issuedAt: seconds * 1000,
    expirationTime: (seconds + NONCE_SECONDS) * 1000,
    notBefore: null,
    requestId: null,
    resources: [],
  })
  await sweepNonces(context.sql, seconds)
  return openNonce(context.sql, {
    nonce,
    address,
    message,
    issuedAt: seconds,
    expiresAt: seconds + NONCE_SECONDS,
  })
}

/**
 * A session for whoever can sign one of the address's open texts. Several may be open: asking for a text never takes
 * another one's away, or anybody could keep an account from signing in.
 * @throws Refusal nonceUnknown, nonceExpired, signatureInvalid; ChainUnavailable for contract wallets
 */
export async function completeSignIn(
  context: SignInContext,
  address: Address,
  signature: Hex,
  userAgent: string | null,
): Promise<{ token: string; expiresAt: number }> {
  const seconds = Math.floor(context.now() / 1000)
  const rows = await recentNonces(context.sql, address)
  if (rows.length === 0) throw new Refusal('nonceUnknown')

  // An expired or used text is still compared, to tell its signer what happened; anything else is not ours any more.
  const texts = rows
    .map((row) => ({ ...row, problem: problemOf(context, address, row) }))
    .filter(({ problem }) => problem === null || problem === 'expirationTime')
  const signed = await findSigned(context.chain, { address, signature }, texts)
  if (signed === null) throw new Refusal('signatureInvalid')
  if (signed.usedAt !== null) throw new Refusal('nonceUnknown')
  if (signed.problem !== null) throw new Refusal('nonceExpired')
  return openSession(context, address, signed.nonce, seconds, userAgent)
}

/** What is wrong with a text by now, against what would be written today; null if nothing is. */
function problemOf(context: SignInContext, address: Address, { message, nonce }: NonceRow) {
  const parsed = parseSignInMessage(message)
  if (!parsed.ok) return 'unreadable' as const
  const { domain, chainId } = context.signIn
  return checkSignInMessage(parsed.message, { domain, address, chainId, nonce, now: context.now() })
}

/** Uses the nonce up, registers the account and opens its session: all of it or nothing. */
async function openSession(
  context: SignInContext,
  address: Address,
  nonce: string,
  now: number,
  userAgent: string | null,
): Promise<{ token: string; expiresAt: number }> {
  const id = randomBytes(16).toString('hex')
  const expiresAt = now + SESSION_SECONDS
  await transact(context.sql, async (transaction) => {
    if (!(await useNonce(transaction, nonce, now))) throw new Refusal('nonceUnknown')
    const accountId = await registerAccount(transaction, address, now)
    await sweepSessions(transaction, now)
    await insertSession(transaction, { id, accountId, createdAt: now, expiresAt, userAgent })
  })
  return { token: signToken({ id, address, expiresAt }, context.keys), expiresAt }
}
