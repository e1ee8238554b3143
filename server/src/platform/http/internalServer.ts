/** A separate listener for supervisors and Prometheus: a few readable paths on an internal port, without limits. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ERRORS, type ErrorName } from '@galx/protocol/http/errors'
import { plainEnvelope, refuseBytes, refuseTunnel } from './errorHandler.ts'
import { limitPipelining } from './pipelining.ts'
import { faultOfHead, keepAllHeaders } from './requestForm.ts'

export type InternalAnswer = { status: number; contentType: string; text: string }

/**
 * @param answer returns null for an unknown path
 * @throws EADDRINUSE if the port is taken
 */
export async function startInternalServer(
  place: { host: string; port: number },
  answer: (path: string) => Promise<InternalAnswer | null>,
): Promise<Server> {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    // No request here may end the process, as an unhandled rejection would.
    respond(request, response, answer).catch(() => refuse(response, 'internal'))
  })
  keepAllHeaders(server)
  limitPipelining(server)
  server.on('clientError', refuseBytes)
  server.on('connect', refuseTunnel)
  server.listen(place.port, place.host)
  await once(server, 'listening')
  return server
}

/** Compares the path as it arrived: a request's target need not be a URL (`//` is not a URL). */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (path: string) => Promise<InternalAnswer | null>,
): Promise<void> {
  const fault = faultOfHead(request)
  if (fault !== null) return refuse(response, fault)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return refuse(response, 'methodNotAllowed')
  }
  const found = await answer(request.url?.split('?', 1)[0] ?? '/')
  if (found === null) return refuse(response, 'notFound')
  const { status, contentType, text } = found
  response
    .writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) })
    .end(text)
}

/** Closes the connection, because the next bytes may be the body of the refused request. */
function refuse(response: ServerResponse, reason: ErrorName): void {
  const text = plainEnvelope(reason)
  response
    .writeHead(ERRORS[reason].status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    })
    .end(text)
}
