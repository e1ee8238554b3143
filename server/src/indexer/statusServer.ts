/** /health and /metrics of an indexer, for supervisors and Prometheus. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { IndexerMetrics } from './metrics.ts'

const valueOf = async (metric: { get(): Promise<{ values: { value: number }[] }> }): Promise<number> =>
  (await metric.get()).values[0]?.value ?? 0

/** @throws EADDRINUSE when the port is taken */
export const startStatusServer = async (
  metrics: IndexerMetrics,
  port: number,
  host: string,
): Promise<Server> => {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://indexer')
      if (pathname === '/metrics') {
        response.setHeader('content-type', metrics.registry.contentType)
        response.end(await metrics.registry.metrics())
        return
      }
      if (!['/health', '/health/live', '/health/ready'].includes(pathname)) {
        response.writeHead(404).end()
        return
      }
      const halted = (await valueOf(metrics.halted)) === 1
      const body = {
        status: halted ? 'halted' : 'ok',
        leads: (await valueOf(metrics.leads)) === 1,
        indexedBlock: await valueOf(metrics.indexedBlock),
        finalisedBlock: await valueOf(metrics.finalisedBlock),
      }
      response.writeHead(halted ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })()
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
