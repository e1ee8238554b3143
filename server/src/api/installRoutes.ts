/** Installs a list of routes on a listener: validation, caller, limits, envelope and the OpenAPI entry. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { ErrorEnvelopeSchema, envelopeOf } from '@galx/protocol/http/common'
import { ERRORS, type ErrorName } from '@galx/protocol/http/errors'
import type { Language } from '@galx/protocol/languages'
import { languageOf } from '../platform/http/refusal.ts'
import type { Session } from '../http/sessions/token.ts'
import { assertLiveNow, sessionOfRequest } from '../http/callers.ts'
import type { ApiContext } from '../http/context.ts'
import { FileAnswer, TextAnswer, type Route } from '../http/route.ts'

const NoFields = Type.Object({}, { additionalProperties: false })
const SUCCESS: Readonly<Record<Language, string>> = { zh_CN: '成功', en_US: 'OK', vi_VN: 'Thành công' }

export function installRoutes(app: FastifyInstance, context: ApiContext, routes: readonly Route[]): void {
  for (const { route, method } of routes.flatMap(withHead)) {
    app.route({
      method,
      url: `/api${route.path}`,
      // The framework's own HEAD route would read a whole file and discard it.
      exposeHeadRoute: false,
      config: { signIn: route.signIn ?? false },
      schema: {
        hide: method === 'HEAD',
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
            preParsing: async (request: FastifyRequest) => {
              request.session = sessionOfRequest(request, route)
            },
          }),
      ...(route.auth !== 'none' && (route.method === 'POST' || route.signs)
        ? {
            // After the body is read, because a caller may send the last byte long after its session was revoked.
            preValidation: (request: FastifyRequest) => assertLiveNow(context, request.session),
          }
        : {}),
      handler: async (request, reply) => {
        const language = languageOf(request.headers['accept-language'])
        const answer = await route.handle(context, {
          params: request.params as never,
          query: request.query as never,
          body: request.body as never,
          caller: {
            session: request.session,
            network: request.network,
            language,
            userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
          },
        })
        if (answer instanceof FileAnswer) return sendFile(reply, answer)
        if (answer instanceof TextAnswer) return sendText(reply, answer)
        return { code: 200, message: SUCCESS[language], data: answer }
      },
    })
  }
}

/** Every GET route also answers HEAD, with the same headers. */
function withHead(route: Route): { route: Route; method: Route['method'] | 'HEAD' }[] {
  const { method } = route
  return method === 'GET'
    ? [
        { route, method },
        { route, method: 'HEAD' },
      ]
    : [{ route, method }]
}

/** A year, the longest time that caches keep an answer. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

function sendText(reply: FastifyReply, { text, final }: TextAnswer): FastifyReply {
  if (final) reply.header('Cache-Control', FOR_GOOD)
  return reply.type('text/plain; charset=utf-8').serializer(String).send(text)
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.type(file.contentType).header('Content-Disposition', `attachment; filename="${file.fileName}"`)
  if (reply.request.method === 'HEAD') {
    file.end()
    return reply.send('')
  }
  const stream = Readable.from(file.content)
  // If the caller leaves before the first line, the generator never starts, so code at its end never runs. The stream's close event always comes.
  stream.once('close', () => file.end())
  return reply.send(stream)
}

/** The responses by status, from the error table: this route's refusals and the refusals that every route can give. */
function responsesOf(route: Route): Record<string, unknown> {
  const common: ErrorName[] = ['badRequest', 'foreignOrigin', 'tooManyRequests', 'internal', 'unavailable']
  if (route.auth !== 'none') common.push('unauthorised')
  if (route.method === 'POST') common.push('bodyTooLarge', 'unsupportedMediaType')
  if (route.params !== undefined) common.push('addressTooLong')
  const responses: Record<string, unknown> = {}
  for (const name of common)
    responses[ERRORS[name].status] = { description: ERRORS[name].en_US, ...ErrorEnvelopeSchema }

  for (const name of route.refusals ?? [])
    if (ERRORS[name].status !== 200)
      responses[ERRORS[name].status] = { description: ERRORS[name].en_US, ...ErrorEnvelopeSchema }

  const { data } = route
  if (typeof data === 'string') {
    responses[200] = { description: 'The file', content: { [data]: { schema: Type.String() } } }
    return responses
  }
  const success: TSchema = envelopeOf(data)
  const refusals = businessRefusals(route).map((name) => `${ERRORS[name].code}: ${ERRORS[name].en_US}`)
  responses[200] =
    refusals.length === 0
      ? { description: 'Success', ...success }
      : {
          description: `Success, or a refusal.\n\n${refusals.join('\n\n')}`,
          ...Type.Union([success, refusalOf(route)]),
        }
  return responses
}

function businessRefusals({ refusals = [] }: Route): ErrorName[] {
  return refusals.filter((name) => ERRORS[name].status === 200)
}

/** A refusal under HTTP 200: its code is one of the route's own. */
function refusalOf(route: Route): TSchema {
  return Type.Object({
    code: Type.Enum(businessRefusals(route).map((name) => ERRORS[name].code)),
    message: Type.String(),
    data: ErrorEnvelopeSchema.properties.data,
  })
}

declare module 'fastify' {
  // Only an interface can extend the library's interfaces.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyRequest {
    /** the session of a live token; set before the handler runs */
    session: Session | null
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyContextConfig {
    /** whether the route is counted as a sign-in call */
    signIn?: boolean
  }
}
