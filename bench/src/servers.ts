/** Reads per second of the API beside a bare server of the same framework, and the indexer's speed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

interface ApiReport {
  requestsPerSecond: { bareTrivial: number; bareSameSelect: number; galx: number }
}

interface IndexerReport {
  backfill: { eventsPerSecond: number }
  plainCopy: { rowsPerSecond: number }
  blockToRowMilliseconds: { median: number; p95: number }
}

export async function apiRows(): Promise<Row[]> {
  const { requestsPerSecond } = (await jsonOf(
    'server/bench/api.ts',
    ['--seconds', '4', '--rounds', '3'],
    180_000,
  )) as ApiReport
  return [
    {
      metric: 'API reads, one process, getAAAUserInfo',
      measured: requestsPerSecond.galx,
      unit: 'per second',
      reference: { name: 'bare fastify, same select', value: requestsPerSecond.bareSameSelect },
      goal: null,
    },
    {
      metric: 'API reads, one process, getAAAUserInfo',
      measured: requestsPerSecond.galx,
      unit: 'per second',
      reference: { name: 'bare fastify, no database', value: requestsPerSecond.bareTrivial },
      goal: null,
    },
  ]
}

export async function indexerRows(): Promise<Row[]> {
  const reference = JSON.parse(readFileSync(join(ROOT, 'bench/reference/indexer.json'), 'utf8')) as {
    eventsPerSecond: { name: string; value: number }
  }
  const report = (await jsonOf('server/bench/indexer.ts', [], 240_000)) as IndexerReport
  return [
    {
      metric: 'indexer backfill, all tables',
      measured: report.backfill.eventsPerSecond,
      unit: 'events/s',
      reference: reference.eventsPerSecond,
      goal: { least: 20_000 },
    },
    {
      metric: 'indexer backfill, all tables',
      measured: report.backfill.eventsPerSecond,
      unit: 'events/s',
      reference: { name: 'bare COPY of one table', value: report.plainCopy.rowsPerSecond },
      goal: null,
    },
    {
      metric: 'block final to row, median',
      measured: report.blockToRowMilliseconds.median,
      unit: 'ms',
      reference: null,
      goal: { most: 300 },
    },
    {
      metric: 'block final to row, 95th percentile',
      measured: report.blockToRowMilliseconds.p95,
      unit: 'ms',
      reference: null,
      goal: { most: 300 },
    },
  ]
}
