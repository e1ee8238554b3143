/**
 * EIP-4361 (Sign-In with Ethereum) messages: written, read and checked.
 *
 * The reader follows the standard's grammar exactly. It also checks two requirements of the standard's prose: the address has a
 * checksum, and the times exist. The reader is strict because this server makes the texts.
 */
import type { Address } from 'viem'
import { withChecksum } from '../../chain/signedText.ts'

export type SignInMessage = {
  /** the scheme of the domain, if the text names a scheme: `https` of `https://galx.example wants you…` */
  scheme: string | null
  domain: string
  /** with its EIP-55 checksum */
  address: Address
  statement: string | null
  uri: string
  version: '1'
  chainId: number
  nonce: string
  /** milliseconds since 1970 */
  issuedAt: number
  expirationTime: number | null
  notBefore: number | null
  requestId: string | null
  resources: string[]
}

export type SignInProblem =
  | 'domain'
  | 'address'
  | 'statement'
  | 'uri'
  | 'version'
  | 'chainId'
  | 'nonce'
  | 'issuedAt'
  | 'expirationTime'
  | 'notBefore'
  | 'requestId'
  | 'resources'
  | 'form'

export type ParsedSignIn = { ok: true; message: SignInMessage } | { ok: false; problem: SignInProblem }

const SCHEME = '[A-Za-z][A-Za-z0-9+.-]*'
// RFC 3986: unreserved, percent-encoded and sub-delims. `reg-name` may not be empty here, because a sign-in must name a site.
const PCHAR = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})"
const REG_NAME = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+"
const USER_INFO = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*"
const IP_LITERAL = '\\[[0-9A-Fa-f:.]+\\]'
const AUTHORITY = `(?:${USER_INFO}@)?(?:${IP_LITERAL}|${REG_NAME})(?::[0-9]*)?`

const HEADER = new RegExp(
  `^(?:(${SCHEME})://)?(${AUTHORITY}) wants you to sign in with your Ethereum account:$`,
)
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/
const URI = new RegExp(
  `^${SCHEME}:(?://(?:${USER_INFO}@)?(?:${IP_LITERAL}|${REG_NAME})?(?::[0-9]*)?(?:/${PCHAR}*)*` +
    `|/(?:${PCHAR}+(?:/${PCHAR}*)*)?|${PCHAR}+(?:/${PCHAR}*)*|)` +
    `(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?$`,
)
const REQUEST_ID = new RegExp(`^${PCHAR}*$`)
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/**
 * RFC 3339 date-time to milliseconds since 1970; null for any other text and for a day that does not exist.
 * A leap second counts as the second after it.
 */
export function parseDateTime(text: string): number | null {
  const match = DATE_TIME.exec(text)
  if (match === null) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const offsetHour = Number(match[9] ?? 0)
  const offsetMinute = Number(match[10] ?? 0)
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return null
  const milliseconds = Math.floor(Number(`0${match[7] ?? ''}`) * 1000)
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds - offset
}

function isChecksummed(text: string): text is Address {
  return /^0x[0-9A-Fa-f]{40}$/.test(text) && withChecksum(text) === text
}

/** Reads a message. The problem names the first field, in the message's order, that breaks the grammar. */
export function parseSignInMessage(text: string): ParsedSignIn {
  const lines = text.split('\n')
  const no = (problem: SignInProblem): ParsedSignIn => ({ ok: false, problem })
  let next = 0

  const header = HEADER.exec(lines[next++] ?? '')
  if (header === null) return no('domain')
  const address = lines[next++] ?? ''
  if (!isChecksummed(address)) return no('address')
  if (lines[next++] !== '') return no('form')
  // Two empty lines follow the address if the message has no statement. Otherwise the statement stands between these lines.
  let statement: string | null = null
  if (lines[next] !== '') {
    statement = lines[next++] ?? ''
    if (!STATEMENT.test(statement)) return no('statement')
  }
  if (lines[next++] !== '') return no('form')

  const field = (title: string): string | null => {
    const line = lines[next]
    if (line === undefined || !line.startsWith(title)) return null
    next++
    return line.slice(title.length)
  }

  const uri = field('URI: ')
  if (uri === null || !URI.test(uri)) return no('uri')
  if (field('Version: ') !== '1') return no('version')
  const chainText = field('Chain ID: ')
  if (chainText === null || !/^[0-9]+$/.test(chainText)) return no('chainId')
  const chainId = Number(chainText)
  if (!Number.isSafeInteger(chainId)) return no('chainId')
  const nonce = field('Nonce: ')
  if (nonce === null || !/^[A-Za-z0-9]{8,}$/.test(nonce)) return no('nonce')
  const issuedAt = parseDateTime(field('Issued At: ') ?? '')
  if (issuedAt === null) return no('issuedAt')

  const expirationText = field('Expiration Time: ')
  const expirationTime = expirationText === null ? null : parseDateTime(expirationText)
  if (expirationText !== null && expirationTime === null) return no('expirationTime')
  const notBeforeText = field('Not Before: ')
  const notBefore = notBeforeText === null ? null : parseDateTime(notBeforeText)
  if (notBeforeText !== null && notBefore === null) return no('notBefore')
  const requestId = field('Request ID: ')
  if (requestId !== null && !REQUEST_ID.test(requestId)) return no('requestId')

  const resources: string[] = []
  if (lines[next] === 'Resources:') {
    next++
    while (lines[next]?.startsWith('- ')) {
      const resource = (lines[next++] ?? '').slice(2)
      if (!URI.test(resource)) return no('resources')
      resources.push(resource)
    }
  }
  if (next !== lines.length) return no('form')

  const domain = header[2] ?? ''
  return {
    ok: true,
    message: {
      scheme: header[1] ?? null,
      domain,
      address,
      statement,
      uri,
      version: '1',
      chainId,
      nonce,
      issuedAt,
      expirationTime,
      notBefore,
      requestId,
      resources,
    },
  }
}

export type SignInExpectation = {
  domain: string
  /** any case */
  address: string
  chainId: number
  nonce: string
  /** milliseconds since 1970 */
  now: number
}

/** Milliseconds that `issuedAt` may be in the future, because the clock of the machine that issued the message may run ahead of our clock. */
const CLOCK_SKEW = 30_000

/**
 * Returns the first problem of a message for this sign-in, or null. A message without an expiration time is refused, because it would
 * never expire.
 */
export function checkSignInMessage(
  message: SignInMessage,
  expected: SignInExpectation,
): SignInProblem | null {
  if (message.domain.toLowerCase() !== expected.domain.toLowerCase()) return 'domain'
  if (message.address.toLowerCase() !== expected.address.toLowerCase()) return 'address'
  if (message.chainId !== expected.chainId) return 'chainId'
  if (message.nonce !== expected.nonce) return 'nonce'
  if (message.issuedAt > expected.now + CLOCK_SKEW) return 'issuedAt'
  if (message.expirationTime === null || expected.now >= message.expirationTime) return 'expirationTime'
  if (message.notBefore !== null && expected.now < message.notBefore) return 'notBefore'
  return null
}

/** The text of a message, as wallets show it. The inverse of `parseSignInMessage`. Times are written in UTC. */
export function formatSignInMessage(message: SignInMessage): string {
  const time = (milliseconds: number) => new Date(milliseconds).toISOString()
  const lines = [
    `${message.scheme === null ? '' : `${message.scheme}://`}${message.domain} wants you to sign in with your Ethereum account:`,
    message.address,
    '',
    ...(message.statement === null ? [] : [message.statement]),
    '',
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${time(message.issuedAt)}`,
  ]
  if (message.expirationTime !== null) lines.push(`Expiration Time: ${time(message.expirationTime)}`)
  if (message.notBefore !== null) lines.push(`Not Before: ${time(message.notBefore)}`)
  if (message.requestId !== null) lines.push(`Request ID: ${message.requestId}`)
  if (message.resources.length > 0) lines.push('Resources:', ...message.resources.map((uri) => `- ${uri}`))
  return lines.join('\n')
}
