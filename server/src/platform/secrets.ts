/**
 * Secrets that a process must never print. Our own messages quote no secret. But a node's answer may contain the node's URL with its key,
 * and our log contains that answer.
 */
import type { Environment } from './environment.ts'

/** Addresses whose path and query may contain a provider's key. */
const NODES = [
  'RPC_URL',
  'SIGNER_URL',
  'COSIGNER_URL',
  'PUBLISHER_URL',
  'FUNDER_URL',
  'DEPLOYER_URL',
  'SLACK_WEBHOOK_URL',
]
/** Addresses that may contain a password. */
const STORES = ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL']
/** COSIGNER_PRIVATE_KEY and those after it belong to the operator's commands. */
const KEYS = [
  'SIGNER_PRIVATE_KEY',
  'PUBLISHER_PRIVATE_KEY',
  'SESSION_SECRET',
  'COSIGNER_PRIVATE_KEY',
  'FUNDER_PRIVATE_KEY',
  'DEPLOYER_PRIVATE_KEY',
  'TELEGRAM_BOT_TOKEN',
  'PAGERDUTY_ROUTING_KEY',
]
export const SECRET_VARIABLES = [...NODES, ...STORES, ...KEYS]

/** A shorter part, such as the "v3" of a path, is not a key, and occurs in many other words. */
const SHORTEST = 8
/** A message may be cut within a key. So this many first characters of a key are also redacted. */
const BEGINNING = 16
const HIDDEN = '[hidden]'

/** @returns a function that removes the secrets of these variables from a text */
export function createRedactor(environment: Environment): (text: string) => string {
  const listOf = (name: string) => (environment[name] ?? '').split(',').map((one) => one.trim())
  const parts = [
    ...NODES.flatMap(listOf).flatMap((address) => [...credentials(address), ...pathAndQuery(address)]),
    ...STORES.flatMap(listOf).flatMap(password),
    ...KEYS.flatMap(listOf).map((key) => key.replace(/^0x/, '')),
  ]
  const secrets = [...new Set(parts.flatMap(spellings))].filter((secret) => secret.length >= SHORTEST)
  return (text) => secrets.reduce(redact, text)
}

/** User and password, also in the form of a request's header. */
function credentials(address: string): string[] {
  if (!URL.canParse(address)) return []
  const url = new URL(address)
  const pair = `${decoded(url.username)}:${decoded(url.password)}`
  return [url.username, url.password, Buffer.from(pair).toString('base64')]
}

/** Without the user's name, which is an ordinary word such as "postgres". */
function password(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).password] : []
}

function pathAndQuery(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { pathname, searchParams } = new URL(address)
  return [...pathname.split('/'), ...searchParams.values()]
}

/** The forms in which a secret can appear in a text, in a URL, and in a line of JSON. */
function spellings(secret: string): string[] {
  const plain = decoded(secret)
  return [secret, plain, encodeURIComponent(plain), JSON.stringify(plain).slice(1, -1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function redact(text: string, secret: string): string {
  const start = secret.slice(0, BEGINNING)
  let shown = ''
  let from = 0
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, from)) {
    let end = at + start.length
    while (end - at < secret.length && text[end] === secret[end - at]) end += 1
    shown += text.slice(from, at) + HIDDEN
    from = end
  }
  return from === 0 ? text : shown + text.slice(from)
}
