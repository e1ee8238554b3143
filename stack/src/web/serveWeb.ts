/**
 * Serves the built app like a static host: files, /config.json, and the required headers.
 * Environment: WEB_PORT, HOST, WEB_ROOT (folder of the build), WEB_CONFIG_FILE, CONNECT_ORIGINS (comma-separated origins
 * that the app may call: both APIs and the RPC endpoint).
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { webSecurityHeaders } from '@galx/protocol/webHeaders'
import { readSite, siteFile, type Encoding, type SiteFile } from './siteFiles.ts'

function variable(name: string, fallback?: string): string {
  const value = process.env[name] ?? fallback
  if (value !== undefined && value !== '') return value
  console.error(`${name} is not set.`)
  process.exit(1)
}

async function choose(file: SiteFile, accepted: string): Promise<{ body: Buffer; encoding?: Encoding }> {
  const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted))
  if (file.compressed === null || encoding === undefined) return { body: file.identity }
  return { body: await file.compressed(encoding), encoding }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: Map<string, SiteFile>,
  headers: Record<string, string>,
): Promise<void> {
  const refuse = (status: number, text: string, more: Record<string, string> = {}) => {
    response.writeHead(status, { ...headers, ...more, 'content-type': 'text/plain; charset=utf-8' }).end(text)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' })
  }
  // A messenger may escape the # of a forwarded link, also twice. The rest stays unchanged.
  const escaped = /^\/%(?:25)*23(.*)$/.exec(request.url ?? '')
  if (escaped !== null) return refuse(302, '', { location: `/#${escaped[1]}` })
  const path = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
  const file = files.get(path)
  if (!file) return refuse(404, 'Nothing here.\n')
  const shared = { ...headers, etag: file.etag, 'cache-control': file.cacheControl, vary: 'accept-encoding' }
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, shared).end()
    return
  }
  const { body, encoding } = await choose(file, String(request.headers['accept-encoding'] ?? ''))
  response.writeHead(200, {
    ...shared,
    'content-type': file.type,
    'content-length': body.length,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const host = variable('HOST', '127.0.0.1')
const port = variable('WEB_PORT')
const origins = variable('CONNECT_ORIGINS').split(',')
const files = await readSite(variable('WEB_ROOT'))
const configuration = await readFile(variable('WEB_CONFIG_FILE'))
files.set('/config.json', siteFile('/config.json', configuration, 'no-store'))

const headers = webSecurityHeaders(origins)
const server = createServer((request, response) => void answer(request, response, files, headers))
server.once('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} (WEB_PORT) is taken.` : error.message)
  process.exit(1)
})
server.listen(Number.parseInt(port, 10), host, () => console.log(`web: http://${host}:${port}`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}
