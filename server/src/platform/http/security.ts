/** Headers, origins and rates: what every listener of ours does before a route is looked at. */
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

export type RateLimits = {
  /** requests a minute from one IP, all calls together */
  perIp: number
  /** sign-in calls (nonce, auth) a minute from one IP */
  signInPerIp: number
  /** requests a minute of one signed-in account, from wherever */
  perAccount: number
}

export const DEFAULT_RATE_LIMITS: RateLimits = { perIp: 600, signInPerIp: 60, perAccount: 300 }

export const RATE_WINDOW_MS = 60_000

/** Buckets kept in memory; beyond it the least recently used ones start anew. */
const RATE_BUCKETS = 100_000

export async function installSecurity(
  app: FastifyInstance,
  options: { origins: string[]; limits: RateLimits },
): Promise<void> {
  const allowed = new Set(options.origins)

  const headers = await securityHeaders()

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('X-Request-Id', request.id)
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store')
    // A page of another site gets no answer at all: CORS alone would run its request and merely hide what came back.
    const { origin } = request.headers
    if (origin !== undefined && !allowed.has(origin)) done(new Refusal('foreignOrigin'))
    else done()
  })

  await app.register(cors, {
    origin: options.origins,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Accept-Language', 'Content-Type'],
    exposedHeaders: ['Retry-After', 'X-Request-Id'],
    credentials: false,
    maxAge: 600,
    strictPreflight: false,
  })

  await app.register(rateLimit, {
    global: true,
    max: options.limits.perIp,
    timeWindow: RATE_WINDOW_MS,
    cache: RATE_BUCKETS,
    keyGenerator: (request) => `ip ${request.ip}`,
    allowList: (request) => request.url.startsWith('/health/') || request.url === '/metrics',
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('tooManyRequests', undefined, { seconds: Math.ceil(ttl / 1000) }),
  })
}

/**
 * What helmet sets, asked of it once: it makes the same headers anew for each request, and that alone costs as much as the
 * framework does (a third of all reads a second).
 */
async function securityHeaders(): Promise<Record<string, string>> {
  const probe = fastify()
  try {
    await probe.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
        },
      },
      crossOriginResourcePolicy: { policy: 'cross-origin' }, // the app lives on another origin; CORS decides who reads
      referrerPolicy: { policy: 'no-referrer' },
      hsts: { maxAge: 31_536_000, includeSubDomains: true },
      frameguard: { action: 'deny' },
    })
    probe.get('/', (_request, reply) => void reply.send(''))
    const { headers } = await probe.inject('/')
    const own = ['connection', 'content-length', 'content-type', 'date']
    return Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !own.includes(name))
        .map(([name, value]) => [name, String(value)]),
    )
  } finally {
    await probe.close()
  }
}
