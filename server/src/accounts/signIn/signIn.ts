/**
 * Sign-in: the server makes a text, the wallet signs the text, and the server starts a session.
 *
 * The text stays on the server. The client sends only a signature, so it cannot change a field. The server still parses the text again
 * and compares it with the text that it would write now.
 */
import { hash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { hashOfText, withChecksum } from '../../chain/signedText.ts'
import { openNonce, recentNonces, type NonceRow } from './nonces.ts'
import { withInviteCode } from '../registration.ts'
import { openSession } from '../../http/sessions/sessionQueries.ts'
import type { Sql } from '../../platform/database/connection.ts'
import { randomPart } from '../../platform/random.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { SESSION_SECONDS, signToken, type TokenKeys } from '../../http/sessions/token.ts'
import { checkSignInMessage, formatSignInMessage, parseSignInMessage } from './eip4361.ts'
import { acceptsSignature, recoverSigner, type SignatureChain } from '../../chain/verifySignature.ts'

export type SignInContext = {
  readOwn: Sql
  write: Sql
  signIn: { domain: string; uri: string; chainId: number }
  keys: TokenKeys
  /** milliseconds since 1970 */
  now(): number
}

const NONCE_SECONDS = 5 * 60
/** The standard allows ASCII alone, so the text is the same in each language. */
const STATEMENT = 'Sign in to GALX. This costs nothing and moves no funds.'

/**
 * Returns a text for the address to sign. The text is valid for five minutes and for one sign-in. If the address has too many open texts,
 * somebody else must be requesting texts for the address. The call then makes no new text, and returns the newest open text, which is valid for
 * at least one more minute.
 */
export async function requestSignIn(
  context: SignInContext,
  address: Address,
  network: string,
): Promise<string> {
  const now = context.now()
  const seconds = Math.floor(now / 1000)
  const nonce = randomPart(16).toString('hex')
  const message = formatSignInMessage({
    scheme: null,
    domain: context.signIn.domain,
    address: withChecksum(address),
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
  return openNonce(context.write, {
    nonce,
    address,
    message,
    issuedAt: seconds,
    expiresAt: seconds + NONCE_SECONDS,
    asker: askerOf(context.keys, network),
  })
}

/** Keyed hash of a caller's network. The hash distinguishes callers of different networks, but does not reveal the network. */
function askerOf(keys: TokenKeys, network: string): Hex {
  return `0x${hash('sha256', Buffer.concat([keys.sign, Buffer.from(` asks from ${network}`)]), 'hex').slice(0, 16)}`
}

/**
 * Starts a session for the account that has signed one of its open texts. Several texts may be open. A new text never closes an older text:
 * otherwise anybody could keep an account from signing in.
 *
 * A key's signature is compared with all open texts. A contract wallet is asked about only one text, because each question is a request to a
 * node. This text is the newest text that was given to the network of this request, or else the newest text of the address.
 * @param chain counts requests
 * @throws RefusalError nonceUnknown, nonceExpired, signatureInvalid; for contract wallets tooManyRequests, ChainUnavailableError
 */
export async function completeSignIn(
  context: SignInContext,
  chain: SignatureChain,
  by: { address: Address; signature: Hex; network: string; userAgent: string | null },
): Promise<{ token: string; expiresAt: number }> {
  const { address, signature } = by
  const rows = await recentNonces(context.readOwn, address, askerOf(context.keys, by.network))
  if (rows.length === 0) throw new RefusalError('nonceUnknown')

  const ownKeys = rows.find(({ message }) => recoverSigner(hashOfText(message), signature) === address)
  const signed = ownKeys ?? textForContract(context, address, rows)
  const problem = problemOf(context, address, signed)
  // An expired text and a used text have their own refusals. Any other problem means that this server would not write the text now.
  if (problem !== null && problem !== 'expirationTime') throw new RefusalError('signatureInvalid')
  if (signed.usedAt !== null) throw new RefusalError('nonceUnknown')
  if (problem !== null) throw new RefusalError('nonceExpired')
  if (ownKeys === undefined) {
    const textHash = hashOfText(signed.message)
    if (!(await acceptsSignature(chain, { address, hash: textHash, signature })))
      throw new RefusalError('signatureInvalid')
  }
  return startSession(context, address, signed.nonce, by.userAgent)
}

/** The text that a contract is asked about. A text that can still be used comes before a text that cannot. */
function textForContract(context: SignInContext, address: Address, rows: readonly NonceRow[]): NonceRow {
  const open = rows.filter((row) => row.usedAt === null && problemOf(context, address, row) === null)
  return open.find(({ own }) => own) ?? open[0] ?? rows[0]!
}

/** The first difference between a text and the text that would be written now; null if there is none. */
function problemOf(context: SignInContext, address: Address, { message, nonce }: NonceRow) {
  const parsed = parseSignInMessage(message)
  if (!parsed.ok) return 'unreadable' as const
  const { domain, chainId } = context.signIn
  return checkSignInMessage(parsed.message, { domain, address, chainId, nonce, now: context.now() })
}

async function startSession(
  context: SignInContext,
  address: Address,
  nonce: string,
  userAgent: string | null,
): Promise<{ token: string; expiresAt: number }> {
  const createdAt = Math.floor(context.now() / 1000)
  const id = randomPart(16).toString('hex')
  const expiresAt = createdAt + SESSION_SECONDS
  const opened = await withInviteCode((inviteCode) =>
    openSession(context.write, { nonce, address, inviteCode }, { id, createdAt, expiresAt, userAgent }),
  )
  if (!opened) throw new RefusalError('nonceUnknown')
  return { token: signToken({ id, address, expiresAt }, context.keys), expiresAt }
}
