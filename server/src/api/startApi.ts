/** An API process from start to stop. */
import type { FastifyInstance } from 'fastify'
import { connect } from '../platform/database/connection.ts'
import { assertSchema } from '../platform/database/migrate.ts'
import type { RateLimits } from '../platform/http/security.ts'
import { watchRevocations } from '../accounts/sessions/revocations.ts'
import { buildServer } from './buildServer.ts'
import { createChainReader, type ChainReader } from '../chain/chainReader.ts'
import type { ApiConfiguration, ApiName } from './configuration.ts'
import { catalogueOf, type ApiContext } from './context.ts'
import { btcApiRoutes, mainApiRoutes } from './routeLists.ts'
import type { Route } from './route.ts'

export type RunningApi = {
  app: FastifyInstance
  context: ApiContext
  url: string
  /** takes no new requests, answers those under way, then closes what it opened */
  stop(): Promise<void>
}

export type StartOptions = {
  now?: () => number
  limits?: Partial<RateLimits>
  chain?: ChainReader
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

/** @throws SchemaError for a schema of another version; the driver's and Node's errors for database and port */
export async function startApi(
  configuration: ApiConfiguration,
  options: StartOptions = {},
): Promise<RunningApi> {
  const sql = connect(configuration.databaseUrl, {
    name: `galx ${configuration.name}`,
    max: configuration.databaseConnections,
    prepare: configuration.prepare,
    onLost: () => app?.log.warn('The connections to the database are lost: connecting anew'),
  })
  let revocations: ReturnType<typeof watchRevocations> | undefined
  let app: FastifyInstance | undefined
  try {
    await assertSchema(sql)
    if (configuration.directDatabaseUrl !== configuration.databaseUrl)
      await assertReachable(configuration.directDatabaseUrl)
    revocations = watchRevocations({
      databaseUrl: configuration.directDatabaseUrl,
      sql,
      onChange: (synchronised) =>
        app?.log[synchronised ? 'info' : 'warn'](
          synchronised
            ? 'Revoked sessions are known again'
            : 'The connection that tells of revoked sessions is lost: asking the database for every request',
        ),
    })
    const context: ApiContext = {
      sql,
      chain: options.chain ?? createChainReader(configuration.rpcUrls),
      deployment: configuration.deployment,
      catalogue: catalogueOf(configuration.deployment),
      signIn: {
        domain: configuration.domain,
        uri: configuration.uri,
        chainId: configuration.deployment.chainId,
      },
      keys: configuration.keys,
      revocations,
      now: options.now ?? Date.now,
    }
    const server = await buildServer(context, {
      name: configuration.name,
      ...LISTENERS[configuration.name],
      origins: configuration.origins,
      logLevel: configuration.logLevel,
      trustedProxies: configuration.trustedProxies,
      limits: { ...configuration.limits, ...options.limits },
    })
    app = server
    await revocations.ready()
    const url = await server.listen({ host: configuration.host, port: configuration.port })
    const watcher = revocations
    return {
      app: server,
      context,
      url,
      stop: async () => {
        await server.close()
        await watcher.stop()
        await sql.end({ timeout: 5 })
      },
    }
  } catch (error) {
    await app?.close()
    await revocations?.stop()
    await sql.end({ timeout: 1 })
    throw error
  }
}

/** A wrong direct address is said at once: the listener itself would go on trying for ever. */
async function assertReachable(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, { name: 'galx direct address check', max: 1 })
  try {
    await assertSchema(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
