/** The product's own processes on a host, with the address of each process's metrics. */
import type { Host, Plan } from '../plan.ts'

type MetricsPlace = {
  /** its name in the path of the internal entry, unique on the host */
  name: string
  job: string
  port: number
}

/** A process that listens only on 127.0.0.1 and has figures for Prometheus. */
export function localMetrics({ profile }: Pick<Plan, 'profile'>, { roles, ports }: Host): MetricsPlace[] {
  const places: MetricsPlace[] = []
  const add = (name: string, job: string, port: number) => places.push({ name, job, port })
  if (roles.includes('app')) {
    ports.apiMetrics.forEach((port, index) => add(`api-${index + 1}`, 'galx-api', port))
    ports.btcApiMetrics.forEach((port, index) => add(`btc-api-${index + 1}`, 'galx-btc-api', port))
    add('indexer', 'galx-indexer', ports.indexer)
  }
  if (roles.includes('signer')) {
    add('signer', 'galx-signer', ports.signer)
    add('verdicts', 'galx-verdicts', ports.verdicts)
  }
  if (profile === 'ha') add('haproxy', 'haproxy', ports.balancerStatistics)
  if (roles.includes('database')) add('postgres', 'postgres', ports.postgresExporter)
  add('node', 'node', ports.nodeExporter)
  return places
}
