/** The time that the second engine needs to compute an epoch again, from events and from a node. */
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

type AuditReport = {
  changes: number
  /** computed from decoded logs */
  seconds: number
  /** computed from a node, with requests, every header and decoding */
  rawSeconds: number
  closingSeconds: number
  rows: number
  megabytes: number
}

const CHANGES = '1000000'
const MOST_SECONDS = 60

export async function auditRows(): Promise<Row[]> {
  const changes = process.env.AUDIT_CHANGES ?? CHANGES
  const report = (await jsonOf('bench/src/operator/audit.ts', ['--changes', changes], 600_000)) as AuditReport
  const row = (metric: string, measured: number, unit: string, goal: Row['goal'] = null): Row => ({
    metric: `${metric}, ${report.changes} weight changes`,
    measured,
    unit,
    reference: null,
    goal,
  })
  return [
    row('computing an epoch again from a node’s raw logs', report.rawSeconds, 's', { most: MOST_SECONDS }),
    row('computing an epoch again from logs', report.seconds, 's', { most: MOST_SECONDS }),
    row('of it closing', report.closingSeconds, 's'),
    row('rows of the epoch', report.rows, 'rows'),
    row('memory of the second engine', report.megabytes, 'MiB'),
  ]
}
