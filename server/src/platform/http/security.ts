/** Headers and origins: the work of every listener before a route is matched. */
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'

/**
 * A request of another site's page gets no CORS headers. The code that counts requests then refuses the request, or its preflight, by `isForeign`.
 * @param options.origins the origins of pages that may call
 */
export async function installSecurity(app: FastifyInstance, options: { origins: string[] }): Promise<void> {
  const allowed = new Set(options.origins)

  const headers = await securityHeaders()

  app.decorateRequest('isForeign', false)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('X-Request-Id', request.id)
    // Also checks the route, because a target may be the whole address.
    if (request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/'))
      reply.header('Cache-Control', 'no-store')
    const { origin } = request.headers
    request.isForeign = origin !== undefined && !allowed.has(origin)
    done()
  })

  await app.register(cors, {
    origin: (origin, done) => {
      done(null, origin === undefined || allowed.has(origin) ? options.origins : false)
    },
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Authorization', 'Accept-Language', 'Content-Type'],
    exposedHeaders: ['Retry-After', 'X-Request-Id'],
    credentials: false,
    maxAge: 600,
    strictPreflight: false,
  })
}

/**
 * Helmet's headers, computed once. Helmet would compute the same headers at every request, which costs as much as the
 * framework (a third of the reads per second).
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
      crossOriginResourcePolicy: { policy: 'cross-origin' }, // the app has another origin; CORS decides who reads
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

declare module 'fastify' {
  // Only an interface can extend the library's interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyRequest {
    /** whether the request comes from a page that may not call the API */
    isForeign: boolean
  }
}
