/** Prometheus metrics of one listener: its requests, its process, and the state of chain and indexer. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

export type Metrics = { contentType: string; read(): Promise<string> }

/** @param api the listener's name, which labels all its series */
export function createRegistry(api: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ api })
  collectDefaultMetrics({ register: registry })
  return registry
}

/** @returns a function that counts a refusal by its name in the table of errors */
export function countRefusals(registry: Registry): (reason: string) => void {
  const refusals = new Counter({
    name: 'galx_refusals_total',
    help: 'Requests that were refused or failed, by their name in the table of errors',
    labelNames: ['reason'],
    registers: [registry],
  })
  return (reason) => refusals.inc({ reason })
}

/** Counts the listener's requests from now on. @returns the metrics for a separate listener (metricsServer.ts) */
export function installMetrics(
  app: FastifyInstance,
  registry: Registry,
  options: { readiness: () => Promise<Readiness>; sessionsSynchronised: () => boolean },
): Metrics {
  const requests = new Histogram({
    name: 'galx_http_request_seconds',
    help: 'Time from a request’s arrival to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const databaseUp = gauge('galx_database_up', '1 while the database answers')
  const chainUp = gauge('galx_chain_up', '1 while the chain’s node answers')
  const chainHead = gauge('galx_chain_head_block', 'Newest block that the node knows')
  const chainAge = gauge('galx_chain_head_age_seconds', 'Age of the newest block')
  const cursor = gauge('galx_indexer_cursor_block', 'Newest block in the tables')
  const lag = gauge('galx_indexer_lag_blocks', 'Blocks between the chain’s head and the tables')
  const cursorAge = gauge('galx_indexer_cursor_age_seconds', 'Age of the newest block in the tables')
  const halted = gauge('galx_indexer_halted', '1 if the indexer has halted on a fault')
  const synchronised = gauge(
    'galx_revocations_synchronised',
    '1 while live sessions are cached, 0 while each request asks the database',
  )

  // To find a series by its labels costs more than the observation. There are only a few dozen series.
  const known = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>()
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the path: paths contain addresses, and each would become a time series.
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${route} ${reply.statusCode}`
    let series = known.get(key)
    if (series === undefined) {
      series = requests.labels({ method: request.method, route, status: reply.statusCode })
      known.set(key, series)
    }
    series.observe(reply.elapsedTime / 1000)
    done()
  })

  const read = async () => {
    const { checks } = await options.readiness()
    databaseUp.set(checks.database.ok ? 1 : 0)
    chainUp.set(checks.chain.ok ? 1 : 0)
    halted.set(checks.indexer.halted === null ? 0 : 1)
    synchronised.set(options.sessionsSynchronised() ? 1 : 0)
    // A gauge without a value stays absent from the answer: unknown is not 0.
    for (const [one, value] of [
      [chainHead, checks.chain.head],
      [chainAge, checks.chain.ageSeconds],
      [cursor, checks.indexer.block],
      [lag, checks.indexer.lagBlocks],
      [cursorAge, checks.indexer.ageSeconds],
    ] as const)
      if (value === null) one.remove()
      else one.set(value)
    return registry.metrics()
  }
  return { contentType: registry.contentType, read }
}
