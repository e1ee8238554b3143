/**
 * Sends every alert to the webhook. Other events of the drill have already triggered some alerts for real. For each remaining alert, Prometheus
 * reads the alert's example from a listener here. Rules, Alertmanager and webhook are the same, and only the values are invented.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Alert } from '@galx/operator/kit/alerts/alert'
import { now } from '../clock.ts'
import { alerts, secondsOf, valuesOf } from '../alerts.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'
import { EXAMPLES, exampleUnit } from '../machines/examples.ts'
import type { DrillEvent } from './event.ts'

/** Seconds between two values of an example. */
const EXAMPLE_STEP = 15
/** The number of values before the value that fires, because a rate needs earlier values. */
const BEFORE = 6
const TIMEOUT = 10_000

/** Serves one example after another as metrics. */
async function serveExamples(port: number) {
  let at = 0
  let series: { name: string; values: (number | null)[] }[] = []
  const server = createServer((_request, response) => {
    const lines = series.map(({ name, values }) => {
      const value = values[Math.min(at, values.length - 1)]
      return value === null || value === undefined ? '' : `${name} ${value}\n`
    })
    at += 1
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(lines.join(''))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    show: ({ example }: Alert) => {
      at = Math.max(0, Math.floor(secondsOf(example.fires) / EXAMPLE_STEP) - BEFORE)
      series = Object.entries(example.series).map(([name, values]) => ({ name, values: valuesOf(values) }))
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function arrived({ webhook }: World, name: string, since = 0): boolean {
  return webhook.arrivals.some((one) => one.name === name && one.status === 'firing' && one.at >= since)
}

export const alertsArrive: DrillEvent = {
  key: 'alerts',
  title: 'each alert',
  goal: 'reaches the webhook',
  run: async (world) => {
    const { machines, processes } = world
    const all = alerts()
    // An API process that is really gone triggers an alert. The delay is measured.
    const since = now()
    await processes.kill('b-galx-api@2')
    await until('the alert of an API process that is gone', 60_000, () =>
      arrived(world, 'GalxApiAway', since),
    )
    const first = now() - since
    await processes.revive('b-galx-api@2')
    const real = all.filter(({ name }) => arrived(world, name)).map(({ name }) => name)

    const examples = await serveExamples(machines.ports.examples)
    const missing: string[] = []
    try {
      await processes.start(exampleUnit(machines))
      for (const alert of all.filter(({ name }) => !real.includes(name))) {
        if (arrived(world, alert.name)) continue
        examples.show(alert)
        await until(alert.name, TIMEOUT, () => arrived(world, alert.name)).catch(() =>
          missing.push(alert.name),
        )
      }
    } finally {
      await processes.stop(EXAMPLES)
      await examples.stop()
    }
    return {
      measured:
        `${all.length - missing.length} of ${all.length} alerts arrived; set off by real events: ${real.join(', ')}; ` +
        `a killed API process was reported after ${(first / 1_000).toFixed(1)} s (rules here hold for 4 s)` +
        (missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''),
      passed: missing.length === 0,
    }
  },
}
