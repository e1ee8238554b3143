/** The rules of RFC 9110 and RFC 9112 for a request's head that the parser does not check. */
import type { IncomingMessage, Server } from 'node:http'
import type { ErrorName } from '@galx/protocol/http/errors'

/** Node.js silently drops headers after the 2 000th, perhaps a second `Host`. Their size is limited anyway. */
export function keepAllHeaders(server: Server): void {
  server.maxHeadersCount = 0
}

/** @returns the reason to refuse the request; null: none */
export function faultOfHead(request: IncomingMessage): ErrorName | null {
  if (!namesOneHost(request)) return 'badRequest'
  const encoding = request.headers['content-encoding']
  return encoding === undefined || /^(?:identity)?$/i.test(encoding) ? null : 'unsupportedEncoding'
}

/**
 * A second `Host`, or an invalid `Host`, can mean one site to a proxy and another site to this server. Node.js silently drops the second
 * `Host`. HTTP/1.0 needs no `Host`.
 */
function namesOneHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts += 1
  if (hosts === 0) return httpVersion === '1.0'
  return hosts === 1 && !/[\s,/?#@\\]/.test(headers.host ?? '')
}
