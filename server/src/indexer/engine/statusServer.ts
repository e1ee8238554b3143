/** /health and /metrics of an indexer, for supervisors and Prometheus. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { IndexerMetrics } from './metrics.ts'

/** Null while it is not known: never set, or removed. */
async function valueOf(metric: { get(): Promise<{ values: { value: number }[] }> }): Promise<number | null> {
  return (await metric.get()).values[0]?.value ?? null
}

/** @throws EADDRINUSE when the port is taken */
export async function startStatusServer(
  metrics: IndexerMetrics,
  port: number,
  host: string,
  draining: () => boolean = () => false,
): Promise<Server> {
  const server = createServer((request, response) => {
    // Nothing that is asked here may end the indexer: a rejection nobody waits for would.
    answer(metrics, draining(), request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** The path is compared as it came: a request's target need not be a URL (`//` is none). */
async function answer(
  metrics: IndexerMetrics,
  draining: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.split('?')[0] ?? '/'
  if (path === '/metrics') {
    response.setHeader('content-type', metrics.registry.contentType)
    response.end(await metrics.registry.metrics())
    return
  }
  if (path === '/health/accepting') {
    response.writeHead(draining ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: draining ? 'draining' : 'accepting' }))
    return
  }
  if (!['/health', '/health/live', '/health/ready'].includes(path)) {
    response.writeHead(404).end()
    return
  }
  const halted = (await valueOf(metrics.halted)) === 1
  const body = {
    status: halted ? 'halted' : draining ? 'draining' : 'ok',
    leads: (await valueOf(metrics.leads)) === 1,
    indexedBlock: await valueOf(metrics.indexedBlock),
    finalisedBlock: await valueOf(metrics.finalisedBlock),
  }
  const refused = halted || (draining && path !== '/health/live')
  response.writeHead(refused ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
