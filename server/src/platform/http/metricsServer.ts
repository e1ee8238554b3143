/** A separate listener for the metrics only. */
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { startInternalServer } from './internalServer.ts'
import type { Metrics } from './metrics.ts'

/** The metrics of one registry. */
export function metricsOf(registry: Registry): Metrics {
  return { contentType: registry.contentType, read: () => registry.metrics() }
}

export type MetricsServer = { url: string; stop(): Promise<void> }

/** @throws EADDRINUSE if the port is taken */
export async function startMetricsServer(
  metrics: Metrics,
  place: { host: string; port: number },
): Promise<MetricsServer> {
  const server = await startInternalServer(place, async (path) =>
    path === '/metrics'
      ? { status: 200, contentType: metrics.contentType, text: await metrics.read() }
      : null,
  )
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${place.host}:${port}/metrics`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
