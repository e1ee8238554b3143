/** The product's own processes on a host, and where each has its metrics. */
import type { Host, Plan } from '../plan.ts'

type MetricsPlace = {
  /** in the path of the internal door, unique on the host */
  name: string
  job: string
  port: number
}

/** What listens on 127.0.0.1 alone and has figures for Prometheus. */
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
