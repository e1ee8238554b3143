/** What the indexer tells Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type IndexerMetrics = ReturnType<typeof indexerMetrics>

export function indexerMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const metrics = {
    registry,
    leads: new Gauge({ name: 'galx_indexer_leads', help: '1 while this process leads', registers }),
    halted: new Gauge({ name: 'galx_indexer_halted', help: '1 once indexing has halted', registers }),
    indexedBlock: new Gauge({
      name: 'galx_indexer_indexed_block',
      help: 'last block in the tables',
      registers,
    }),
    finalisedBlock: new Gauge({
      name: 'galx_indexer_finalised_block',
      help: 'last finalised block',
      registers,
    }),
    events: new Counter({ name: 'galx_indexer_events_total', help: 'events written', registers }),
    rpcFaults: new Counter({
      name: 'galx_indexer_rpc_faults_total',
      help: 'answers that could not be used, by kind',
      labelNames: ['kind'] as const,
      registers,
    }),
    writeSeconds: new Histogram({
      name: 'galx_indexer_write_seconds',
      help: 'time of one range’s transaction',
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
  }
  // A gauge without a value stays absent: unknown is not 0.
  metrics.indexedBlock.remove()
  metrics.finalisedBlock.remove()
  return metrics
}
