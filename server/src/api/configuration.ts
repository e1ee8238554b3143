/** An API process's configuration, from the environment alone. Every fault names its variable. */
import type { Deployment } from '@galx/protocol/deployment'
import {
  ConfigurationError,
  count,
  databaseUrl,
  deployment,
  directDatabaseUrl,
  host,
  httpUrls,
  logLevel,
  port,
  prepares,
  required,
  type Environment,
} from '../platform/environment.ts'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../platform/http/security.ts'
import { parseTokenKeys, type TokenKeys } from '../accounts/sessions/token.ts'

export type ApiName = 'api' | 'btc-api'

export type ApiConfiguration = {
  name: ApiName
  databaseUrl: string
  /** past any pooler: for the connection that listens */
  directDatabaseUrl: string
  rpcUrls: string[]
  deployment: Deployment
  host: string
  port: number
  domain: string
  /** of the app, as the text to sign names it */
  uri: string
  origins: string[]
  keys: TokenKeys
  logLevel: string
  trustedProxies: string[]
  limits: RateLimits
  databaseConnections: number
  /** false behind PgBouncer in transaction mode */
  prepare: boolean
}

const PORTS = { api: ['API_PORT', 8080], 'btc-api': ['BTC_API_PORT', 8081] } as const

/** @throws ConfigurationError */
export async function readApiConfiguration(
  name: ApiName,
  environment: Environment,
): Promise<ApiConfiguration> {
  const [portName, standardPort] = PORTS[name]
  const origins = httpUrls(environment, 'APP_ORIGINS')
  for (const origin of origins)
    if (new URL(origin).origin !== origin)
      throw new ConfigurationError(
        `APP_ORIGINS must be origins such as https://galx.example, not "${origin}"`,
      )
  const domain = required(environment, 'APP_DOMAIN')
  if (!URL.canParse(`https://${domain}`) || !isAuthority(domain))
    throw new ConfigurationError(
      `APP_DOMAIN must be a host such as galx.example or localhost:5173, not "${domain}"`,
    )
  const keys = parseTokenKeys(required(environment, 'SESSION_SECRET'))
  if (typeof keys === 'string') throw new ConfigurationError(`SESSION_SECRET: ${keys}`)
  return {
    name,
    databaseUrl: databaseUrl(environment),
    directDatabaseUrl: directDatabaseUrl(environment),
    rpcUrls: httpUrls(environment, 'RPC_URL'),
    deployment: await deployment(environment),
    host: host(environment),
    port: port(environment, portName, standardPort),
    domain,
    uri: origins.find((origin) => new URL(origin).host === domain) ?? `https://${domain}`,
    origins,
    keys,
    logLevel: logLevel(environment),
    trustedProxies: list(environment.TRUSTED_PROXIES),
    limits: {
      perIp: count(environment, 'RATE_PER_IP', DEFAULT_RATE_LIMITS.perIp),
      signInPerIp: count(environment, 'RATE_SIGN_IN_PER_IP', DEFAULT_RATE_LIMITS.signInPerIp),
      perAccount: count(environment, 'RATE_PER_ACCOUNT', DEFAULT_RATE_LIMITS.perAccount),
    },
    databaseConnections: count(environment, 'DATABASE_CONNECTIONS', 10),
    prepare: prepares(environment),
  }
}

function isAuthority(domain: string) {
  return new URL(`https://${domain}`).host === domain.replace(/:443$/, '')
}

function list(text: string | undefined) {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
