/** One listener: everything around the routes, in the order in which a request passes it. */
import { randomBytes } from 'node:crypto'
import proxyAddr from '@fastify/proxy-addr'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { envelopeOf, ErrorEnvelopeSchema } from '@galx/protocol/http/common'
import { ERRORS } from '@galx/protocol/http/errors'
import { readIndexerStatus } from '../indexer/indexerStatus.ts'
import { limitConnections } from '../platform/http/connections.ts'
import {
  installErrorHandlers,
  refuseAddress,
  refuseBytes,
  refuseTunnel,
} from '../platform/http/errorHandler.ts'
import { countRefusals, installMetrics, type Metrics } from '../platform/http/metrics.ts'
import { installOpenApi } from '../platform/http/openApi.ts'
import { limitPipelining } from '../platform/http/pipelining.ts'
import { keepAllHeaders } from '../platform/http/requestForm.ts'
import { createReadiness, ReadinessSchema } from '../platform/http/readiness.ts'
import { installSecurity } from '../platform/http/security.ts'
import { createValidatorCompiler } from '../platform/http/validation.ts'
import type { Sql } from '../platform/database/connection.ts'
import type { ChainReader } from '../chain/chainReader.ts'
import { countMalformed, installCallers } from '../http/callers.ts'
import type { ApiContext } from '../http/context.ts'
import { COMPONENT_NAMES } from './componentNames.ts'
import { installRoutes } from './installRoutes.ts'
import type { Route } from '../http/route.ts'
import { limitConcurrency } from './limitConcurrency.ts'

export type ServerOptions = {
  name: 'api' | 'btc-api'
  title: string
  description: string
  routes: readonly Route[]
  /** origins of pages that may call */
  origins: string[]
  logLevel: string
  /** removes secrets from a line of the log */
  redact: (line: string) => string
  /** for readiness; its requests are not counted as a caller's requests */
  chain: Pick<ChainReader, 'head'>
  /** for the age of readiness answers, milliseconds; by default the process's monotonic clock */
  clock: (() => number) | undefined
  /** connections for readiness alone, not the callers' connections */
  health: { read: Sql; write: Sql }
  /** addresses of proxies whose X-Forwarded-For is trusted */
  trustedProxies?: string[]
  /** the largest number of requests at once, of all callers and of one caller */
  callsUnderWay: { all: number; caller: number }
  /** the registry of the listener's metrics */
  registry: Registry
}

/** The largest request contains a contract wallet's signature. */
const BODY_LIMIT = 32 * 1024
/** Milliseconds in which a complete request must arrive. After that, the connection of an incomplete request is cut within about a second. */
const REQUEST_MS = 20_000

export type BuiltServer = {
  app: FastifyInstance
  metrics: Metrics
  /** From now on readiness says that the process is about to stop, and each answer closes its connection. */
  drain(): void
}

export async function buildServer(context: ApiContext, options: ServerOptions): Promise<BuiltServer> {
  let draining = false
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    logger: {
      level: options.logLevel,
      base: { process: options.name },
      hooks: { streamWrite: options.redact },
    },
    // The framework's own log lines would contain query strings. Our log lines are below.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than the check of a session. Our own lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: refuseAddress((request) => countMalformed(context, request)),
    clientErrorHandler: refuseBytes,
    requestTimeout: REQUEST_MS,
    // Also set on Node itself, so that Node uses the same limit for headers. Otherwise Node swaps this limit with its longer default for headers,
    // and a body gets a minute. Node checks every second, not every 30 seconds.
    // Our own refusal answers a request without a host (requestForm.ts).
    http: { requestTimeout: REQUEST_MS, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Answer requests that arrive while the listener closes. The framework's own refusal has neither envelope nor CORS headers.
    return503OnClosing: false,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    genReqId: requestIds(),
    routerOptions: { maxParamLength: 100 },
  })
  keepAllHeaders(app.server)
  app.server.on('connect', refuseTunnel)
  // The same list and library as the framework uses to find a caller behind a proxy.
  const isProxy = proxyAddr.compile(options.trustedProxies ?? [])
  limitPipelining(
    app.server,
    limitConnections(app.server, (address) => isProxy(address, 0)),
  )
  app.setValidatorCompiler(createValidatorCompiler())
  // Answers are small objects that the handlers build by type. JSON.stringify is as fast and drops nothing silently.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.decorateRequest('session', null)
  acceptEmptyJson(app)
  installErrorHandlers(app, countRefusals(options.registry))

  app.addHook('onResponse', logAnswer)
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('Connection', 'close')
    done()
  })
  await installSecurity(app, { origins: options.origins })
  installCallers(app, context)
  limitConcurrency(app, options.registry, options.callsUnderWay)
  await installOpenApi(app, options.title, options.description, COMPONENT_NAMES)
  const readiness = createReadiness(
    { indexer: () => indexerStatus(options.health), head: () => options.chain.head() },
    context.now,
    () => draining,
    options.clock,
  )
  const metrics = installMetrics(app, options.registry, {
    readiness,
    sessionsSynchronised: () => context.sessions.synchronised(),
  })
  installHealth(app, readiness, () => draining)
  installRoutes(app, context, options.routes)
  await app.ready()
  return { app, metrics, drain: () => void (draining = true) }
}

/** Fails unless every database answers. */
async function indexerStatus({ read, write }: ServerOptions['health']) {
  const [status] = await Promise.all([readIndexerStatus(read), write`select 1`])
  return status
}

function logAnswer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const route = request.routeOptions.url ?? 'no route'
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10
  request.log.info(
    { reqId: request.id, method: request.method, route, status: reply.statusCode, milliseconds },
    'Answered a request',
  )
  done()
}

/** 16 hex digits: random digits of the process, then a count. Unique across processes for the lifetime of a log. */
function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => {
    count = (count + 1) % 0x1_0000_0000
    return prefix + count.toString(16).padStart(8, '0')
  }
}

/** Some clients set the content type on every POST, and send no body if a call takes none. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body as string, done)
  })
}

function installHealth(
  app: FastifyInstance,
  readiness: ReturnType<typeof createReadiness>,
  draining: () => boolean,
): void {
  // The only refusal that is left: health checks have no limits and no fields.
  const refusals = { 400: { description: ERRORS.badRequest.en_US, ...ErrorEnvelopeSchema } }
  const LiveSchema = Type.Object({ status: Type.Literal('live') })
  app.get(
    '/health/live',
    {
      schema: {
        summary: 'The process is running',
        response: { 200: { description: 'Live', ...envelopeOf(LiveSchema) }, ...refusals },
      },
    },
    async () => ({ code: 200, message: 'OK', data: { status: 'live' } }),
  )
  const AcceptingSchema = Type.Object({ status: Type.Enum(['accepting', 'draining']) })
  const accepting = { code: Type.Integer(), message: Type.String(), data: AcceptingSchema }
  app.get(
    '/health/accepting',
    {
      schema: {
        summary:
          'For balancers: whether the process accepts requests, whatever the state of database and chain',
        response: {
          200: { description: 'The process accepts requests', ...Type.Object(accepting) },
          503: { description: 'The process is about to stop', ...Type.Object(accepting) },
          ...refusals,
        },
      },
    },
    async (_request, reply) => {
      const [code, status] = draining() ? ([503, 'draining'] as const) : ([200, 'accepting'] as const)
      return reply.code(code).send({ code, message: status, data: { status } })
    },
  )
  const envelope = Type.Object({ code: Type.Integer(), message: Type.String(), data: ReadinessSchema })
  app.get(
    '/health/ready',
    {
      schema: {
        summary:
          'Whether the process should get requests, by the database, the age of the chain’s head and the lag of the indexer',
        response: {
          200: { description: 'Ready, or degraded (chain or indexer late)', ...envelope },
          503: { description: 'The database does not answer, or the process is about to stop', ...envelope },
          ...refusals,
        },
      },
    },
    async (_request, reply) => {
      const data = await readiness()
      const code = data.status === 'unavailable' || data.status === 'draining' ? 503 : 200
      return reply.code(code).send({ code, message: data.status, data })
    },
  )
}
