/** The metrics of every running process. Alerts and dashboards use only these metrics. */
import { alertsOf } from '@galx/operator/kit/alerts/rules'
import { metricNames } from '@galx/operator/kit/alerts/metricNames'
import { dashboardExpressions } from '@galx/operator/kit/dashboards/dashboards'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '@galx/stack/process/freePort'
import { spawnServer } from '../support/serverProgram.ts'
import { startSignerScene, type SignerScene } from '../signer/signerScene.ts'
import { waitFor } from '../support/wait.ts'

let scene: SignerScene
const ports: Record<string, number> = {}
const children: ReturnType<typeof spawnServer>[] = []

async function metricsOf(process: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${ports[process]}/metrics`)
  if (answer.status !== 200) throw new Error(`${process} answers ${answer.status}`)
  return answer.text()
}

/** The value of a series; null: absent. */
function valueOf(text: string, series: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

beforeAll(async () => {
  scene = await startSignerScene(2)
  for (const process of ['api', 'indexer', 'signer', 'verdicts', 'apiPort']) ports[process] = await freePort()
  scene.start({ INDEXER_PORT: String(ports.indexer) })
  await scene.indexed()
  scene.startSigner({ SIGNER_PORT: String(ports.signer) })
  children.push(
    spawnServer('verdicts', { ...scene.environment, VERDICTS_PORT: String(ports.verdicts) }, [
      'pipe',
      'ignore',
      'inherit',
    ]),
    spawnServer(
      'api',
      {
        ...scene.environment,
        API_PORT: String(ports.apiPort),
        API_METRICS_PORT: String(ports.api),
        APP_DOMAIN: 'galx.example',
        APP_ORIGINS: 'https://galx.example',
        SESSION_SECRET: 'a sufficiently long secret of the tests',
        // No Redis runs there, so each process counts limits alone from the start.
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
        LOG_LEVEL: 'silent',
        RATE_PER_IP: '3',
        CALLS_UNDER_WAY: '4',
      },
      ['ignore', 'ignore', 'inherit'],
    ),
  )
  for (const process of ['api', 'indexer', 'signer', 'verdicts'])
    await waitFor(`the metrics of ${process}`, () =>
      metricsOf(process).then(
        () => true,
        () => false,
      ),
    )
}, 180_000)
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await scene?.stop()
})

it('every budget has its runway from the chain', async () => {
  const text = await metricsOf('api')
  const { pools, programs } = scene.world.deployment
  for (const [kind, names] of [
    ['pool', Object.keys(pools)],
    ['program', Object.keys(programs)],
    ['vault', ['zn']],
  ] as const)
    for (const name of names) {
      const runway = valueOf(text, `galx_budget_runway_seconds{kind="${kind}",name="${name}",api="api"}`)
      expect(runway, `${kind} ${name}`).not.toBeNull()
      expect(runway).toBeGreaterThanOrEqual(0)
    }
  expect(valueOf(text, 'galx_budget_runway_seconds{kind="pool",name="galx",api="api"}')).toBeGreaterThan(
    86_400,
  )
})

it('an epoch is counted only while the two engines differ about it', async () => {
  await scene.passEpochs(2)
  await scene.giveVerdicts(() => `0x${'ee'.repeat(32)}`)
  await waitFor('the epochs that differ', async () => {
    return (valueOf(await metricsOf('api'), 'galx_epochs_differing{api="api"}') ?? 0) > 0
  })
  await waitFor('the signer to report why it waits', async () => {
    return valueOf(await metricsOf('signer'), 'galx_signer_waits{reason="disagreement"}') === 1
  })
  await scene.giveVerdicts()
  await waitFor('the engines to agree', async () => {
    return valueOf(await metricsOf('api'), 'galx_epochs_differing{api="api"}') === 0
  })
})

it('a difference that the second engine finds is counted by the process that reads its verdicts', async () => {
  expect(valueOf(await metricsOf('verdicts'), 'galx_verdict_differences_total')).toBe(0)
  children[0]!.stdin!.write(`${JSON.stringify({ difference: 'an account drew more' })}\n`)
  await waitFor('the difference', async () => {
    return valueOf(await metricsOf('verdicts'), 'galx_verdict_differences_total') === 1
  })
  children[0]!.stdin!.write(`${JSON.stringify({ epoch: '7', hash: `0x${'11'.repeat(32)}` })}\n`)
  await waitFor('the verdict', async () => valueOf(await metricsOf('verdicts'), 'galx_verdict_epoch') === 7)
})

it('reached limits, refusals, and limits that are not shared are counted', async () => {
  const url = `http://127.0.0.1:${ports.apiPort}/api/status`
  const statuses: number[] = []
  for (let call = 0; call < 5; call += 1) statuses.push((await fetch(url)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const text = await metricsOf('api')
  expect(valueOf(text, 'galx_limit_exceeded_total{limit="network",api="api"}')).toBe(2)
  expect(valueOf(text, 'galx_refusals_total{reason="tooManyRequests",api="api"}')).toBe(2)
  expect(valueOf(text, 'galx_limits_shared{api="api"}')).toBe(0)
  expect(valueOf(text, 'galx_limit_counted_apart_total{limit="network",api="api"}')).toBe(5)
  expect(text).toMatch(/^galx_node_up\{node="127\.0\.0\.1:\d+",api="api"\} 1$/m)
})

it('every series of our processes in alerts and dashboards exists', async () => {
  const wanted = metricNames([...alertsOf('ha').map(({ expr }) => expr), ...dashboardExpressions('ha')])
  // Series of other programs begin with the program's name. Two files of the kit give the node exporter the figures of backups and certificates.
  const foreign = /^(?:up|pg_|patroni_|etcd_|haproxy_|node_|alertmanager_|galx_backup_|galx_certificate_)/
  const texts = await Promise.all(['api', 'indexer', 'signer', 'verdicts'].map(metricsOf))
  const named = new Set(
    texts
      .flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)])
      .flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
      ),
  )
  const missing = [...wanted].filter((name) => !foreign.test(name) && !named.has(name))
  expect(missing).toEqual([])
})
