/** /health and /metrics of an indexer, for supervisors and Prometheus. */
import type { Server } from 'node:http'
import { startInternalServer, type InternalAnswer } from '../../platform/http/internalServer.ts'
import type { IndexerMetrics } from './metrics.ts'

/** @returns null while the value is unknown: never set, or removed */
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
  return startInternalServer({ host, port }, (path) => answer(metrics, draining(), path))
}

async function answer(
  metrics: IndexerMetrics,
  draining: boolean,
  path: string,
): Promise<InternalAnswer | null> {
  const { registry } = metrics
  if (path === '/metrics')
    return { status: 200, contentType: registry.contentType, text: await registry.metrics() }
  if (path === '/health/accepting')
    return json(draining ? 503 : 200, { status: draining ? 'draining' : 'accepting' })
  if (!['/health', '/health/live', '/health/ready'].includes(path)) return null
  const halted = (await valueOf(metrics.halted)) === 1
  const refused = halted || (draining && path !== '/health/live')
  return json(refused ? 503 : 200, {
    status: halted ? 'halted' : draining ? 'draining' : 'ok',
    leads: (await valueOf(metrics.leads)) === 1,
    indexedBlock: await valueOf(metrics.indexedBlock),
    finalisedBlock: await valueOf(metrics.finalisedBlock),
  })
}

function json(status: number, body: object): InternalAnswer {
  return { status, contentType: 'application/json', text: JSON.stringify(body) }
}
