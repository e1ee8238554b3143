/** A listener of its own for the metrics: an internal port, with no limits and nothing else on it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** A registry alone, as it is. */
export function metricsOf(registry: Registry): Metrics {
  return { contentType: registry.contentType, read: () => registry.metrics() }
}

export type MetricsServer = { url: string; stop(): Promise<void> }

/** @throws EADDRINUSE when the port is taken */
export async function startMetricsServer(
  metrics: Metrics,
  place: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(place.port, place.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${place.host}:${port}/metrics`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
