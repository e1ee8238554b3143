/** JSON-RPC over HTTP, as far as a remote signer needs it: one call in each POST. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The largest request, bytes. A voucher's request has a fiftieth of this size. */
const MOST_BYTES = 64 * 1024
/** Milliseconds for a whole request, and between two checks for slower requests. */
const REQUEST_TIMEOUT = 10_000
const CHECKING_INTERVAL = 2_000
/** The greatest number of connections. The signer uses sixteen. */
const MOST_CONNECTIONS = 64

/** An error that the caller receives as the answer. The message names the reason. */
export class RpcError extends Error {
  override name = 'RpcError'
  /** an error code of JSON-RPC or EIP-1193 */
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const INVALID_PARAMS = -32_602
/** EIP-1193's "unauthorized". */
export const REFUSED = 4_100
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const UNKNOWN_METHOD = -32_601

/** Methods by name. Each may throw RpcError. */
export type Methods = Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>>

export type RpcServer = { url: string; stop(): Promise<void> }

type RpcServerOptions = {
  methods: Methods
  /** the answer to a GET request, sent as JSON */
  status(): object
  host: string
  /** 0: the system chooses a free port */
  port: number
  /** receives this program's own errors */
  complain(line: string): void
}

/** @throws Error if the port is taken */
export async function startRpcServer({
  methods,
  status,
  host,
  port,
  complain,
}: RpcServerOptions): Promise<RpcServer> {
  const limits = { requestTimeout: REQUEST_TIMEOUT, connectionsCheckingInterval: CHECKING_INTERVAL }
  const server = createServer(limits, (request, response) => {
    const send = (status: number, body: object | null) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === null ? undefined : JSON.stringify(body))
    }
    if (request.method === 'GET') return send(200, status())
    if (request.method !== 'POST') return send(405, null)
    readBody(request)
      .then(async (text) =>
        text === null ? send(413, null) : send(200, await answerTo(text, methods, complain)),
      )
      .catch(() => response.destroy())
  })
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** @returns null for a request that is too large */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // The server reads and drops the rest of the request, so that the caller receives the answer.
    if (size <= MOST_BYTES) chunks.push(chunk)
  }
  return size <= MOST_BYTES ? Buffer.concat(chunks).toString('utf8') : null
}

async function answerTo(text: string, methods: Methods, complain: (line: string) => void): Promise<object> {
  let id: string | number | null = null
  try {
    const request = parse(text)
    id = request.id
    const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
    if (method === undefined) throw new RpcError(UNKNOWN_METHOD, `there is no method ${request.method}`)
    return { jsonrpc: '2.0', id, result: await method(request.params) }
  } catch (error) {
    if (error instanceof RpcError)
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
    complain(`a request failed: ${(error as Error).message}`)
    return { jsonrpc: '2.0', id, error: { code: -32_603, message: 'the co-signer failed' } }
  }
}

type Call = { id: string | number | null; method: string; params: readonly unknown[] }

function parse(text: string): Call {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new RpcError(PARSE_ERROR, 'the request is not JSON')
  }
  const { id = null, method, params = [] } = (body ?? {}) as Record<string, unknown>
  if (Array.isArray(body) || typeof method !== 'string' || !Array.isArray(params))
    throw new RpcError(INVALID_REQUEST, 'the request is not a single JSON-RPC call')
  if (id !== null && typeof id !== 'string' && typeof id !== 'number')
    throw new RpcError(INVALID_REQUEST, 'the id of the request is neither a string nor a number')
  return { id, method, params: params as unknown[] }
}
