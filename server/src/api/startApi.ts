/** An API process from start to stop. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Address } from 'viem'
import { createRegistry } from '../platform/http/metrics.ts'
import { startMetricsServer, type MetricsServer } from '../platform/http/metricsServer.ts'
import { isExceeded, type LimitListener } from '../platform/limits/limiters.ts'
import { connectRedis } from '../platform/limits/redis.ts'
import { shareThrough, type Shared } from '../platform/limits/shared.ts'
import { startSweeping } from '../accounts/sweep.ts'
import { watchSessions, type LiveSessions } from '../http/sessions/liveSessions.ts'
import { createChainReader, type ChainReader } from '../chain/chainReader.ts'
import { firstAnswering } from '../chain/rpc/nodes.ts'
import { watchNodes } from '../chain/rpc/watchNodes.ts'
import { startRefreshing } from '../activity/reports/refreshReports.ts'
import { watchVoucherTerms } from '../ledger/voucherTerms.ts'
import { watchStatus } from './status/metrics.ts'
import { buildServer, type BuiltServer } from './buildServer.ts'
import { Closers, CLOSING_MS, endListener, settleWithin } from './closing.ts'
import type { ApiConfiguration, ApiName } from './configuration.ts'
import { catalogueOf, type ApiContext } from '../http/context.ts'
import { assertReachable, assertServable, openDatabases, type Databases } from './databases.ts'
import { createLimits, LIMIT_NAMES, type RateLimits } from '../http/limits.ts'
import { reportedContract, btcApiRoutes, mainApiRoutes } from './routeLists.ts'
import type { Route } from '../http/route.ts'

export type RunningApi = {
  app: FastifyInstance
  context: ApiContext
  databases: Databases
  url: string
  /** null: no port for metrics is configured */
  metricsUrl: string | null
  /**
   * Ends a process behind a balancer: readiness fails at once, calls are still served for `serveSeconds`, then `stop` runs.
   * @param endNow skips the rest of `serveSeconds`
   */
  leave(endNow?: AbortSignal): Promise<void>
  /** takes no new connections, waits `drainSeconds` for requests in progress, cuts the rest and closes all resources */
  stop(): Promise<void>
}

export type StartOptions = {
  now?: () => number
  limits?: Partial<RateLimits>
  /** milliseconds between two turns of the reports' worker */
  refreshEvery?: number
}

const LISTENERS: Record<ApiName, { title: string; description: string; routes: readonly Route[] }> = {
  api: {
    title: 'GALX main API',
    description:
      'Accounts, sign-in, community and history. Amounts are wei as decimal strings, times unix seconds.',
    routes: mainApiRoutes,
  },
  'btc-api': {
    title: 'GALX btc API',
    description:
      'Reports of the products’ transactions. Amounts are wei as decimal strings, times unix seconds.',
    routes: btcApiRoutes,
  },
}

/** Milliseconds that the start waits for the connection that announces revoked sessions. A standby announces nothing until its promotion. */
const LISTENING_MS = 2_000

/** @throws SchemaError for a schema of another version; the driver's and Node's errors for database and port */
export async function startApi(
  configuration: ApiConfiguration,
  options: StartOptions = {},
): Promise<RunningApi> {
  let server: BuiltServer | undefined
  const closers = new Closers()
  const closeAll = async () => {
    server?.drain()
    await closers.closeAll()
  }
  const now = options.now ?? Date.now

  const databases = openDatabases(configuration, () =>
    server?.app.log.warn('The database connections are lost: reconnecting'),
  )
  closers.whenClosing(() => databases.end())
  try {
    if (configuration.directDatabaseUrl !== configuration.databaseUrl)
      await assertReachable(configuration.directDatabaseUrl)
    await assertServable(databases, configuration.prepare)
    const { sessions, listening } = openSessions(configuration, databases, () => server)
    closers.whenClosing(() => sessions.stop())
    const registry = createRegistry(configuration.name)
    const shared = await openRedis(configuration.redisUrl, () => server)
    closers.whenClosing(async () => shared?.redis.disconnect())
    const nodes = firstAnswering(configuration.rpcUrls)
    /** for cached reads, which belong to no caller */
    const chain = createChainReader(nodes)
    const limits = createLimits({ ...configuration.limits, ...options.limits }, nodes, {
      shared,
      listener: limitMetrics(registry, shared),
    })
    const context = createContext(configuration, { databases, sessions, limits, chain, now })
    // One of the two APIs serves the metrics of the whole product, which belong to no listener.
    if (configuration.name === 'api') watchStatus(registry, { ...context, sql: context.readOwn, nodes })
    const built = await buildServer(context, {
      name: configuration.name,
      ...LISTENERS[configuration.name],
      origins: configuration.origins,
      logLevel: configuration.logLevel,
      redact: configuration.redact,
      trustedProxies: configuration.trustedProxies,
      chain,
      clock: options.now,
      health: databases.health,
      callsUnderWay: configuration.callsUnderWay,
      registry,
    })
    server = built
    const { app } = built
    sayWhereLimitsAre(app, configuration.redisUrl, shared)
    await listening(app)
    closers.whenClosing(startSweeping(databases.write))
    closers.whenClosing(
      startRefreshing({
        sql: databases.write,
        nodes,
        readerOf: reportedContract,
        now,
        ...(options.refreshEvery === undefined ? {} : { every: options.refreshEvery }),
        onFault: (err) => app.log.error({ err }, 'The look-up of reports failed'),
      }),
    )
    const metrics = await openMetrics(configuration, built)
    if (metrics !== null) closers.whenClosing(() => metrics.stop())
    const { drainSeconds, serveSeconds } = configuration.shutdown
    closers.whenClosing(() => endListener(app, drainSeconds), drainSeconds * 1000 + 2 * CLOSING_MS)
    const url = await app.listen({ host: configuration.host, port: configuration.port })
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= closeAll())
    return {
      app,
      context,
      databases,
      url,
      metricsUrl: metrics?.url ?? null,
      leave: async (endNow) => {
        built.drain()
        const serve = serveSeconds * 1000
        await pause(serve, undefined, endNow === undefined ? {} : { signal: endNow }).catch(() => {})
        await stop()
      },
      stop,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function createContext(
  { deployment, domain, uri, keys, rpcUrls }: ApiConfiguration,
  parts: { databases: Databases; chain: ChainReader } & Pick<ApiContext, 'sessions' | 'limits' | 'now'>,
): ApiContext {
  const { databases, chain, sessions, limits, now } = parts
  return {
    read: databases.read,
    readOwn: databases.readOwn,
    write: databases.write,
    deployment,
    catalogue: catalogueOf(deployment),
    signIn: { domain, uri, chainId: deployment.chainId },
    keys,
    sessions,
    limits,
    nodeStatuses: watchNodes(rpcUrls),
    voucherTerms: watchVoucherTerms(chain, deployment.contracts.RewardVouchers.address as Address),
    now,
  }
}

/**
 * Live sessions, with a log line when the connection that announces revoked sessions is lost or restored.
 * @returns `listening` waits for that connection, for a limited time
 */
function openSessions(
  configuration: ApiConfiguration,
  databases: Databases,
  server: () => BuiltServer | undefined,
): { sessions: LiveSessions; listening: (app: FastifyInstance) => Promise<void> } {
  let lostBefore = false
  const sessions = watchSessions({
    databaseUrl: configuration.directDatabaseUrl,
    sql: databases.readOwn,
    onChange: (synchronised) => {
      if (synchronised && lostBefore) server()?.app.log.info('Live sessions are cached again')
      if (!synchronised)
        server()?.app.log.warn(
          'The connection that announces revoked sessions is lost: every request now asks the database',
        )
      lostBefore = !synchronised
    },
  })
  return {
    sessions,
    async listening(app) {
      await settleWithin(LISTENING_MS, sessions.ready())
      if (sessions.synchronised()) return
      lostBefore = true
      app.log.warn(
        'The database does not announce revoked sessions yet: until it does, every request asks the database',
      )
    },
  }
}

async function openMetrics({ metrics }: ApiConfiguration, built: BuiltServer): Promise<MetricsServer | null> {
  return metrics === null ? null : startMetricsServer(built.metrics, metrics)
}

async function openRedis(url: string | null, server: () => BuiltServer | undefined): Promise<Shared | null> {
  if (url === null) return null
  const redis = await connectRedis({
    url,
    onChange: (reachable) =>
      server()?.app.log[reachable ? 'info' : 'warn'](
        reachable
          ? 'Redis answers again: all processes count limits together'
          : 'Redis does not answer: this process counts limits alone',
      ),
  })
  return shareThrough(redis, isExceeded)
}

function limitMetrics(registry: Registry, shared: Shared | null): LimitListener {
  const registers = [registry]
  const labelNames = ['limit'] as const
  const exceeded = new Counter({
    name: 'galx_limit_exceeded_total',
    help: 'Requests that a limit refused, by limit',
    labelNames,
    registers,
  })
  for (const limit of LIMIT_NAMES) exceeded.inc({ limit }, 0)
  if (shared === null) return { exceeded: (limit) => exceeded.inc({ limit }), countedApart: () => {} }
  const apart = new Counter({
    name: 'galx_limit_counted_apart_total',
    help: 'Requests that this process counted alone because Redis did not answer, by limit',
    labelNames,
    registers,
  })
  for (const limit of LIMIT_NAMES) apart.inc({ limit }, 0)
  new Gauge({
    name: 'galx_limits_shared',
    help: '1 while Redis counts limits, 0 while this process counts alone; absent without REDIS_URL',
    registers,
    collect() {
      this.set(shared.answers() ? 1 : 0)
    },
  })
  return { exceeded: (limit) => exceeded.inc({ limit }), countedApart: (limit) => apart.inc({ limit }) }
}

function sayWhereLimitsAre(app: FastifyInstance, url: string | null, shared: Shared | null): void {
  if (url === null || shared === null)
    return app.log.info('This process counts limits alone: REDIS_URL is not set')
  const { host } = new URL(url)
  if (shared.answers()) app.log.info(`All processes count limits together through Redis at ${host}`)
  else app.log.warn(`This process counts limits alone until Redis at ${host} answers`)
}
