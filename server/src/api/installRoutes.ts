/** Puts a list of routes on a listener: validation, who is calling, limits, envelope and the document's entry. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { ErrorEnvelopeSchema, envelopeOf } from '@galx/protocol/http/common'
import { ERRORS, type ErrorName } from '@galx/protocol/http/errors'
import { languageOf } from '../platform/http/language.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { RATE_WINDOW_MS, type RateLimits } from '../platform/http/security.ts'
import { readToken, type Session } from '../accounts/sessions/token.ts'
import { secondsOf, type ApiContext } from './context.ts'
import { FileAnswer, type Route } from './route.ts'

type Done = (error?: Error) => void

const NoFields = Type.Object({}, { additionalProperties: false })
const SUCCESS = { zh_CN: '成功', en_US: 'OK' } as const

export function installRoutes(
  app: FastifyInstance,
  context: ApiContext,
  routes: readonly Route[],
  limits: RateLimits,
): void {
  const accountLimit = app.createRateLimit({
    max: limits.perAccount,
    timeWindow: RATE_WINDOW_MS,
    keyGenerator: (request) => `account ${request.session?.address ?? ''}`,
    allowList: () => false,
  })

  const identify = async (request: FastifyRequest, reply: FastifyReply, header: string): Promise<void> => {
    request.session = await liveSession(context, header)
    if (request.session === null) throw new Refusal('unauthorised')
    const limit = await accountLimit(request)
    if (!limit.isAllowed && limit.isExceeded) {
      reply.header('Retry-After', limit.ttlInSeconds)
      throw new Refusal('tooManyRequests', undefined, { seconds: limit.ttlInSeconds })
    }
  }

  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      ...(route.signIn
        ? { config: { rateLimit: { max: limits.signInPerIp, timeWindow: RATE_WINDOW_MS } } }
        : {}),
      schema: {
        summary: route.summary,
        ...(route.auth === 'none'
          ? {}
          : { security: route.auth === 'optional' ? [{}, { token: [] }] : [{ token: [] }] }),
        params: route.params ?? NoFields,
        querystring: route.query ?? NoFields,
        ...(route.method === 'POST' ? { body: route.body ?? NoFields } : {}),
        response: responsesOf(route),
      },
      ...(route.auth === 'none'
        ? {}
        : {
            // Before the body is read, after the limits.
            preParsing: (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: Done) => {
              const header = request.headers.authorization
              request.session = null
              if (header !== undefined && header !== '')
                identify(request, reply, header).then(() => done(), done)
              else done(route.auth === 'required' ? new Refusal('unauthorised') : undefined)
            },
          }),
      handler: async (request, reply) => {
        const language = languageOf(request.headers['accept-language'])
        const answer = await route.handle(context, {
          params: request.params as never,
          query: request.query as never,
          body: request.body as never,
          caller: {
            session: request.session,
            language,
            userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
          },
        })
        if (answer instanceof FileAnswer) return sendFile(reply, answer)
        return { code: 200, message: SUCCESS[language], data: answer }
      },
    })
  }
}

/** @returns the session of an Authorization header, or null if it is not live */
async function liveSession(context: ApiContext, header: string): Promise<Session | null> {
  const token = /^bearer /i.test(header) ? header.slice(7).trim() : header
  const session = readToken(token, context.keys, secondsOf(context))
  if (session === null || (await context.revocations.isRevoked(session.id))) return null
  return session
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  return reply
    .type(file.contentType)
    .header('Content-Disposition', `attachment; filename="${file.fileName}"`)
    .send(Readable.from(file.content))
}

/** Status by status: what the error table says of this route's refusals and of what every route can answer. */
function responsesOf(route: Route): Record<string, unknown> {
  const common: ErrorName[] = ['badRequest', 'foreignOrigin', 'tooManyRequests', 'internal', 'unavailable']
  if (route.auth !== 'none') common.push('unauthorised')
  if (route.method === 'POST') common.push('bodyTooLarge', 'unsupportedMediaType')
  if (route.params !== undefined) common.push('addressTooLong')
  const responses: Record<string, unknown> = {}
  for (const name of common)
    responses[ERRORS[name].status] = { description: ERRORS[name].en_US, ...ErrorEnvelopeSchema }

  const { data } = route
  if (typeof data === 'string') {
    responses[200] = { description: 'The file', content: { [data]: { schema: Type.String() } } }
    return responses
  }
  const success: TSchema = envelopeOf(data)
  const refusals = (route.refusals ?? []).map((name) => `${ERRORS[name].code}: ${ERRORS[name].en_US}`)
  responses[200] =
    refusals.length === 0
      ? { description: 'Success', ...success }
      : {
          description: `Success, or a refusal.\n\n${refusals.join('\n\n')}`,
          ...Type.Union([success, refusalOf(route)]),
        }
  return responses
}

/** A refusal under HTTP 200: its code is one of the route's own. */
function refusalOf(route: Route): TSchema {
  return Type.Object({
    code: Type.Enum((route.refusals ?? []).map((name) => ERRORS[name].code)),
    message: Type.String(),
    data: ErrorEnvelopeSchema.properties.data,
  })
}

declare module 'fastify' {
  // Only an interface adds to the one of the library.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyRequest {
    /** of a live token; set before the handler runs */
    session: Session | null
  }
}
