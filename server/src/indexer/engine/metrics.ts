/** The indexer's metrics. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { NODE_FAULT_KINDS } from '../../chain/rpc/fault.ts'

export type IndexerMetrics = ReturnType<typeof indexerMetrics>

export function indexerMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
    disputedBlock: new Gauge({
      name: 'galx_indexer_disputed_block',
      help: 'first block of a range that is not stored because nodes disagree; 0 while they agree',
      registers,
    }),
    unconfirmedBlock: new Gauge({
      name: 'galx_indexer_unconfirmed_block',
      help: 'first block that only one of several configured nodes has given; 0 while there is no such block',
      registers,
    }),
    checksumDifferences: new Gauge({
      name: 'galx_indexer_checksum_differences',
      help: 'figures of the tables that differ from the contracts, at the last comparison',
      registers,
    }),
    checksumPassedBlock: new Gauge({
      name: 'galx_indexer_checksum_passed_block',
      help: 'block at which the tables last matched the contracts',
      registers,
    }),
    checksumPassed: new Gauge({
      name: 'galx_indexer_checksum_passed_timestamp_seconds',
      help: 'when the tables last matched the contracts, unix time',
      registers,
    }),
    unknownHeaders: new Gauge({
      name: 'galx_indexer_unknown_headers',
      help: '1 while headers have a field that this program does not know, so that their hash cannot be computed',
      registers,
    }),
    totalsWritten: new Counter({
      name: 'galx_indexer_totals_written_total',
      help: 'rows of team totals written',
      registers,
    }),
    totalsSeconds: new Histogram({
      name: 'galx_indexer_totals_seconds',
      help: 'time of one transaction that brings team totals up to date',
      buckets: [0.01, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    writeSeconds: new Histogram({
      name: 'galx_indexer_write_seconds',
      help: 'time of one range’s transaction',
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
  }
  // A counter that begins with its first fault would hide that fault from `increase`.
  for (const kind of NODE_FAULT_KINDS) metrics.rpcFaults.inc({ kind }, 0)
  // A gauge without a value stays absent: unknown is not 0.
  metrics.indexedBlock.remove()
  metrics.finalisedBlock.remove()
  metrics.checksumDifferences.remove()
  metrics.checksumPassedBlock.remove()
  metrics.checksumPassed.remove()
  return metrics
}
