/** What RFC 9110 and RFC 9112 ask of a request's head beyond what the parser checks. */
import type { IncomingMessage, Server } from 'node:http'
import type { ErrorName } from '@galx/protocol/http/errors'

/** Node.js drops headers beyond the 2 000th in silence, a second `Host` among them. Their size is limited all the same. */
export function keepAllHeaders(server: Server): void {
  server.maxHeadersCount = 0
}

/** @returns why the request is refused; null: it is not */
export function faultOfHead(request: IncomingMessage): ErrorName | null {
  if (!namesOneHost(request)) return 'badRequest'
  const encoding = request.headers['content-encoding']
  return encoding === undefined || /^(?:identity)?$/i.test(encoding) ? null : 'unsupportedEncoding'
}

/**
 * A second `Host`, or one that is no host, can mean one site to a proxy and another one to us. Node.js drops the second in silence. HTTP/1.0
 * needs none.
 */
function namesOneHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts += 1
  if (hosts === 0) return httpVersion === '1.0'
  return hosts === 1 && !/[\s,/?#@\\]/.test(headers.host ?? '')
}
