/** The product's own processes of one host, from a release's folder. */
import { join } from 'node:path'
import { EMBEDDED_PUBLISHER_KEY, EMBEDDED_SIGNER_KEY } from '@galx/operator/networks/embedded'
import { repositoryRoot } from '@galx/stack/supervisor/settings'
import type { Machines } from './database.ts'
import { EDGES, type HostName, type PortName } from './place.ts'
import type { Unit } from './processes.ts'

export type Release = {
  /** the folder that has `server/dist` and `server/migrations` */
  folder: string
  deploymentFile: string
  rpcUrls: readonly string[]
  sessionSecret: string
}

export function databaseUrl({ place, passwords }: Machines, host: HostName, port: PortName): string {
  return `postgres://galx:${passwords.product}@${place.address(host, port)}/galx`
}

export function superuserUrl(
  { place, passwords }: Machines,
  host: HostName,
  port: PortName,
  database = 'galx',
) {
  return `postgres://postgres:${passwords.superuser}@${place.address(host, port)}/${database}`
}

function environmentOf(
  machines: Machines,
  host: HostName,
  { deploymentFile, rpcUrls, sessionSecret }: Release,
): Record<string, string> {
  const { place, passwords } = machines
  return {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl(machines, host, 'pgbouncer'),
    DATABASE_DIRECT_URL: databaseUrl(machines, host, 'primary'),
    DATABASE_PREPARE: 'false',
    REDIS_URL: `redis://:${passwords.redis}@${place.address('c', 'redis')}`,
    RPC_URL: rpcUrls.join(),
    DEPLOYMENT_FILE: deploymentFile,
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    APP_DOMAIN: 'localhost:5173',
    APP_ORIGINS: 'http://localhost:5173',
    SESSION_SECRET: sessionSecret,
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '127.0.0.1',
    // All of the load comes from one address.
    RATE_PER_IP: '1000000',
    RATE_SIGN_IN_PER_IP: '1000000',
    RATE_NODE_CALLS_PER_CALLER: '1000000',
    RATE_NODE_CALLS: '1000000',
    SHUTDOWN_SERVE_SECONDS: '3',
  }
}

/** A program of the release with its variables. */
export function serverUnit(
  machines: Machines,
  host: HostName,
  release: Release,
  part: string,
  command: string,
  variables: Record<string, string>,
): Unit {
  return {
    name: `${host}-${part}`,
    program: process.execPath,
    parameters: ['--enable-source-maps', join(release.folder, 'server/dist/main.js'), command],
    environment: { ...environmentOf(machines, host, release), ...variables },
    graceMs: 30_000,
  }
}

function apiUnits(machines: Machines, host: HostName, release: Release): Unit[] {
  const port = (name: PortName) => String(machines.place.port(host, name))
  const api = (part: string, listens: PortName, metrics: PortName) =>
    serverUnit(machines, host, release, part, 'api', {
      API_PORT: port(listens),
      API_METRICS_PORT: port(metrics),
    })
  return [
    api('api-1', 'api', 'apiMetrics'),
    api('api-2', 'apiSecond', 'apiSecondMetrics'),
    serverUnit(machines, host, release, 'btc-api', 'btc-api', {
      BTC_API_PORT: port('btcApi'),
      BTC_API_METRICS_PORT: port('btcApiMetrics'),
    }),
  ]
}

function indexerUnit(machines: Machines, host: HostName, release: Release): Unit {
  return serverUnit(machines, host, release, 'indexer', 'indexer', {
    INDEXER_PORT: String(machines.place.port(host, 'indexer')),
  })
}

function signerUnit(machines: Machines, host: HostName, release: Release): Unit {
  return serverUnit(machines, host, release, 'signer', 'signer', {
    SIGNER_PORT: String(machines.place.port(host, 'signer')),
    ...signerVariables(),
  })
}

/** The embedded chain's keys: worthless anywhere else. */
export function signerVariables(): Record<string, string> {
  return {
    SIGNER_PRIVATE_KEY: EMBEDDED_SIGNER_KEY,
    PUBLISHER_PRIVATE_KEY: EMBEDDED_PUBLISHER_KEY,
    SIGNER_THREADS: '1',
  }
}

/** The second engine, which prints a line for each epoch. */
export function auditUnit(name: string, { deploymentFile }: Release, rpcUrl: string): Unit {
  return {
    name,
    program: process.execPath,
    parameters: [
      ...['--import', 'tsx', join(repositoryRoot, 'operator/src/main.ts'), 'audit', '--follow'],
      ...['--headers', 'needed', '--rpc', rpcUrl, '--deployment', deploymentFile],
    ],
    environment: { PATH: process.env.PATH ?? '' },
    folder: repositoryRoot,
  }
}

/** All of one host, in the order in which they start. */
export function productUnits(machines: Machines, host: HostName, release: Release): Unit[] {
  return EDGES.some((one) => one === host)
    ? [
        indexerUnit(machines, host, release),
        ...apiUnits(machines, host, release),
        signerUnit(machines, host, release),
      ]
    : []
}
