/** An API process's configuration, from the environment alone. Every fault names its variable. */
import { isIP } from 'node:net'
import type { Deployment } from '@galx/protocol/deployment'
import {
  ConfigurationError,
  count,
  databaseUrl,
  deployment,
  directDatabaseUrl,
  host,
  httpUrls,
  nodeUrls,
  logLevel,
  port,
  prepares,
  readDatabaseUrl,
  redisUrl,
  required,
  seconds,
  type Environment,
} from '../platform/environment.ts'
import { createRedactor } from '../platform/secrets.ts'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../http/limits.ts'
import { parseTokenKeys, type TokenKeys } from '../http/sessions/token.ts'

export type ApiName = 'api' | 'btc-api'

export type ApiConfiguration = {
  name: ApiName
  databaseUrl: string
  /** the address of a replica, for answers that may be a moment late; null: no replica */
  readDatabaseUrl: string | null
  /** without a pooler, for the connection that listens */
  directDatabaseUrl: string
  rpcUrls: string[]
  deployment: Deployment
  host: string
  port: number
  domain: string
  /** the app's address in the text to sign */
  uri: string
  origins: string[]
  keys: TokenKeys
  logLevel: string
  /** takes the environment's secrets out of a line of the log */
  redact: (line: string) => string
  trustedProxies: string[]
  limits: RateLimits
  /** all processes with this Redis count together; null: each process counts alone */
  redisUrl: string | null
  /** the separate listener of the metrics; null: none */
  metrics: { host: string; port: number } | null
  shutdown: {
    /** how long calls are still served after readiness says that the process is about to stop */
    serveSeconds: number
    /** after that: how long requests in progress may take before their connections are cut */
    drainSeconds: number
  }
  /** the number of connections in each pool: one pool reads, one pool writes, and a third pool reads the replica if the process has a replica */
  databaseConnections: number
  /**
   * the number of requests that a process works on at once: of all callers (further requests get 503), and of one caller (further requests get 429)
   */
  callsUnderWay: { all: number; caller: number }
  /** false behind PgBouncer in transaction mode */
  prepare: boolean
}

const PORTS = {
  api: ['API_PORT', 8080, 'API_METRICS_PORT'],
  'btc-api': ['BTC_API_PORT', 8081, 'BTC_API_METRICS_PORT'],
} as const

/** @throws ConfigurationError */
export async function readApiConfiguration(
  name: ApiName,
  environment: Environment,
): Promise<ApiConfiguration> {
  const [portName, standardPort, metricsPortName] = PORTS[name]
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
    readDatabaseUrl: readDatabaseUrl(environment),
    directDatabaseUrl: directDatabaseUrl(environment),
    rpcUrls: nodeUrls(environment),
    deployment: await deployment(environment),
    host: host(environment),
    port: port(environment, portName, standardPort),
    domain,
    uri: origins.find((origin) => new URL(origin).host === domain) ?? `https://${domain}`,
    origins,
    keys,
    logLevel: logLevel(environment),
    redact: createRedactor(environment),
    trustedProxies: trustedProxies(environment),
    limits: {
      perIp: count(environment, 'RATE_PER_IP', DEFAULT_RATE_LIMITS.perIp),
      signInPerIp: count(environment, 'RATE_SIGN_IN_PER_IP', DEFAULT_RATE_LIMITS.signInPerIp),
      perAccount: count(environment, 'RATE_PER_ACCOUNT', DEFAULT_RATE_LIMITS.perAccount),
      nodeCallsPerCaller: count(
        environment,
        'RATE_NODE_CALLS_PER_CALLER',
        DEFAULT_RATE_LIMITS.nodeCallsPerCaller,
      ),
      nodeCallsPerNetwork: count(
        environment,
        'RATE_NODE_CALLS_PER_NETWORK',
        DEFAULT_RATE_LIMITS.nodeCallsPerNetwork,
      ),
      nodeCalls: count(environment, 'RATE_NODE_CALLS', DEFAULT_RATE_LIMITS.nodeCalls),
      csvLines: count(environment, 'RATE_CSV_LINES', DEFAULT_RATE_LIMITS.csvLines),
      rows: count(environment, 'RATE_ROWS', DEFAULT_RATE_LIMITS.rows),
    },
    redisUrl: redisUrl(environment),
    metrics: environment[metricsPortName]?.trim()
      ? {
          host: environment.METRICS_HOST?.trim() || '127.0.0.1',
          port: port(environment, metricsPortName),
        }
      : null,
    shutdown: {
      serveSeconds: seconds(environment, 'SHUTDOWN_SERVE_SECONDS', 5),
      drainSeconds: seconds(environment, 'SHUTDOWN_DRAIN_SECONDS', 10),
    },
    databaseConnections: count(environment, 'DATABASE_CONNECTIONS', 10),
    callsUnderWay: {
      all: count(environment, 'CALLS_UNDER_WAY', 500),
      caller: count(environment, 'CALLS_UNDER_WAY_PER_CALLER', 50),
    },
    prepare: prepares(environment),
  }
}

/** Whether the domain is written as a browser writes it. The app signs no text that names another host. */
function isAuthority(domain: string) {
  return new URL(`https://${domain}`).host === domain
}

/** Addresses, and networks such as 10.0.0.0/8. @throws ConfigurationError */
function trustedProxies(environment: Environment): string[] {
  const entries = (environment.TRUSTED_PROXIES ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  for (const entry of entries)
    if (!isNetwork(entry))
      throw new ConfigurationError(
        `TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas, not "${entry}"`,
      )
  return entries
}

function isNetwork(entry: string): boolean {
  const [address = '', length, ...rest] = entry.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) > 0 && Number(length) <= bits)
}
