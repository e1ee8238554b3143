/** Makes every answer that is not a success, in the envelope. */
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorName } from '@galx/protocol/http/errors'
import type { ErrorEnvelope } from '@galx/protocol/http/common'
import { RetryableError } from '../faults.ts'
import { languageOf, messageOf, RefusalError } from './refusal.ts'

/** After one of these refusals the connection is closed: a caller that must send less, or later, cannot send another request on it. */
const CLOSING: readonly ErrorName[] = ['tooManyRequests', 'unavailable']

/** Errors that Node.js finds in the bytes of a connection. All others are `badRequest`. */
const BYTE_ERRORS: Record<string, ErrorName> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
}

/** Errors that fastify finds before a handler runs. */
const FRAMEWORK_ERRORS: Record<string, ErrorName> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badRequest',
  FST_ERR_BAD_URL: 'notFound',
  FST_ERR_MAX_PARAM_LENGTH: 'addressTooLong',
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: ErrorName,
  data: ErrorEnvelope['data'],
  facts: Record<string, string | number> = {},
): FastifyReply {
  const { code, status } = ERRORS[reason]
  if (CLOSING.includes(reason)) reply.header('Connection', 'close')
  const message = messageOf(reason, languageOf(request.headers['accept-language']), facts)
  const envelope: ErrorEnvelope = { code, message, data }
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(envelope))
}

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: RefusalError): FastifyReply {
  const { field } = refusal
  if (refusal.facts.seconds !== undefined) reply.header('Retry-After', refusal.facts.seconds)
  return send(request, reply, refusal.reason, field === undefined ? null : { field }, {
    ...(field === undefined ? {} : { field }),
    ...refusal.facts,
  })
}

/**
 * Answers requests whose address fastify cannot route. No hook sees these requests, so they are counted here.
 * @param count rejects with a RefusalError if the caller sends too many requests
 */
export function refuseAddress(count: (request: FastifyRequest) => Promise<void>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = new RefusalError(FRAMEWORK_ERRORS[error.code] ?? 'badRequest')
    count(request).then(
      () => refuse(request, reply, refusal),
      (refused: unknown) => refuse(request, reply, refused instanceof RefusalError ? refused : refusal),
    )
  }
}

/**
 * Answers bytes that are not an HTTP request, and requests that are not complete in time. The language of the caller is unknown. After a reset,
 * no caller is left to answer.
 *
 * A connection without any bytes is closed without an answer. Browsers open some connections ahead. A browser that sends its first request at
 * that moment would take our answer for the answer to that request. After a close it repeats the request.
 */
export function refuseBytes(error: Error & { code?: string }, socket: Socket): void {
  const reason = BYTE_ERRORS[error.code ?? ''] ?? 'badRequest'
  const late = reason === 'requestTimeout'
  // The request has its answer, and the caller keeps the connection open.
  if (late && !socket.writable) return void socket.destroy()
  if (error.code === 'ECONNRESET' || !socket.writable) return
  if (late && socket.bytesRead === 0) return void socket.destroy()
  socket.end(plainAnswer(reason))
  // A caller that keeps its own side open could still send the rest, and its call would be executed.
  if (late) socket.destroy()
}

/** For a server's `connect` event. This server is not a proxy. Node.js would close the connection without an answer. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {})
  // Nothing listens to the connection from now on, so a caller that keeps its own side open is cut.
  socket.end(plainAnswer('methodNotAllowed', 'Allow: GET, HEAD\r\n'), () => socket.destroy())
}

/** A complete answer that closes its connection. @param headers more lines, each with its line end */
function plainAnswer(reason: ErrorName, headers = ''): string {
  const { status } = ERRORS[reason]
  const body = plainEnvelope(reason)
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n${headers}` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

/** The envelope of a refusal in English, for requests whose language is unknown. */
export function plainEnvelope(reason: ErrorName): string {
  const { code, en_US } = ERRORS[reason]
  return JSON.stringify({ code, message: en_US, data: null } satisfies ErrorEnvelope)
}

/** @param counted called with the name of every refusal and error that is answered */
export function installErrorHandlers(app: FastifyInstance, counted: (reason: ErrorName) => void): void {
  const methodsOf = collectMethods(app)
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = methodsOf(request.url)
    if (methods.length > 0) reply.header('Allow', methods.join(', '))
    const reason = methods.length > 0 ? 'methodNotAllowed' : 'notFound'
    counted(reason)
    return refuse(request, reply, new RefusalError(reason))
  }
  app.setNotFoundHandler(refuseUnknown)
  // Runs before the framework checks the body, because the framework has its own refusals for bodies.
  app.addHook('preParsing', (request, reply, _body, done) => {
    if (request.is404) refuseUnknown(request, reply)
    else done()
  })

  app.setErrorHandler((error: FastifyError | RefusalError, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal !== null) {
      counted(refusal.reason)
      return refuse(request, reply, refusal)
    }
    const down = error instanceof RetryableError
    counted(down ? 'unavailable' : 'internal')
    // The caller gets only the id. The log has the details under the same id.
    request.log.error(
      { reqId: request.id, err: error },
      down ? 'A request failed: chain or database down' : 'A request failed',
    )
    return send(request, reply, down ? 'unavailable' : 'internal', { requestId: request.id })
  })
}

/** Null for a fault of the server. */
function refusalOf(error: FastifyError | RefusalError): RefusalError | null {
  if (error instanceof RefusalError) return error
  const known = FRAMEWORK_ERRORS[error.code ?? '']
  if (known !== undefined) return new RefusalError(known)
  if (error instanceof SyntaxError && error.statusCode === 400) return new RefusalError('malformedJson')
  const { statusCode } = error
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new RefusalError('badRequest')
    : null
}

/**
 * The methods of a path, for a request with another method. The framework matches path and method together, so it finds no route.
 * Call it before the first route is installed.
 * @returns the methods of a request's target, as in the `Allow` header; none if no route has the path
 */
function collectMethods(app: FastifyInstance): (target: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ method, url }) => {
    // The CORS plugin answers OPTIONS at every path.
    if (url === '*') return
    const { methods } = routes.get(url) ?? { methods: new Set(['OPTIONS']) }
    for (const one of [method].flat()) methods.add(one)
    // For a plugin's folder, only its HEAD is reported, not its GET.
    if (methods.has('HEAD')) methods.add('GET')
    routes.set(url, { pattern: patternOf(url), methods })
  })
  return (target) => {
    const path = target.replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0]!
    const route = [...routes.values()].find(({ pattern }) => pattern.test(path))
    return [...(route?.methods ?? [])].sort()
  }
}

/** The pattern of a route's address with parameters (`:name`), or with any end (`*`). */
function patternOf(url: string): RegExp {
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*')
  return new RegExp(`^${source}$`)
}
