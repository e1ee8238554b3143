/** The checks after all events. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { repositoryRoot } from '@galx/stack/supervisor/settings'
import { alertsOf } from '@galx/operator/kit/alerts/rules'
import { metricNames } from '@galx/operator/kit/alerts/metricNames'
import { dashboardExpressions } from '@galx/operator/kit/dashboards/dashboards'
import { rpc } from '@galx/stack/chain/rpc'
import { leadingIndexers, missingParts } from '../events/processes.ts'
import { lossesOf } from '../load/losses.ts'
import { hostOf } from '../machines/machines.ts'
import { primaries, untilWhole } from '../machines/cluster.ts'
import { KEEPER } from '../machines/place.ts'
import { askJson } from '../requests.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'

const run = promisify(execFile)

export type Check = { what: string; found: string; passed: boolean }

/** Ends the load and compares the acknowledged items with the stored items. */
export async function finalChecks(world: World): Promise<Check[]> {
  const { machines, processes, load, chain } = world
  await untilWhole(machines)
  const acknowledged = await load.stop()
  const sql = world.sql()
  const head = await rpc<string>(chain.peopleUrl, 'eth_blockNumber')
  await until(
    'tables up to the last stake',
    120_000,
    async () => {
      // Each request lets the chain make blocks, which make the last stake final.
      await rpc(chain.peopleUrl, 'eth_blockNumber')
      const [row] = await sql<{ done: boolean }[]>`
      select number >= ${Number.parseInt(head, 16)} as done from galx.cursor`
      return row?.done
    },
    500,
  )
  const losses = await lossesOf(acknowledged, sql)
  const { rows, nonces, sessions, stakes } = acknowledged
  const missing = [
    ...missingParts(world).map((name) => `${name} does not run`),
    ...processes.faults,
    ...chain.faults,
  ]
  const [leaders, leading] = await Promise.all([primaries(machines), leadingIndexers(world)])
  const audit = await auditOnce(world)
  return [
    {
      what: 'no acknowledged write lost, none there twice',
      found:
        losses.length > 0
          ? losses.join('; ')
          : `${rows.length} rows, ${nonces.length} texts to sign, ${sessions.length} sessions, ${stakes.length} stakes: each is there, and each row and stake once`,
      passed: losses.length === 0 && rows.length > 0 && stakes.length > 0,
    },
    {
      what: 'every process alive',
      found: missing.length > 0 ? missing.join('; ') : `${processes.names().length} processes`,
      passed: missing.length === 0,
    },
    {
      what: 'exactly one leader',
      found: `primaries: ${leaders.join() || 'none'}; leading indexers: ${leading.join() || 'none'}`,
      passed: leaders.length === 1 && leading.length === 1,
    },
    audit,
    await figuresOfParts(world),
  ]
}

/**
 * Whether the series in alerts and dashboards exist. Series of our own programs are checked by the server's tests. Series of the kit's
 * timers are left out, because the timers do not run here.
 */
async function figuresOfParts({ machines }: World): Promise<Check> {
  const expressions = [...alertsOf('ha').map(({ expr }) => expr), ...dashboardExpressions('ha')]
  const wanted = [...metricNames(expressions)].filter((name) => !name.startsWith('galx_'))
  const url = `http://127.0.0.1:${hostOf(machines, KEEPER).ports.prometheus}/api/v1/label/__name__/values`
  const { body } = await askJson<{ data: string[] }>(url)
  const missing = wanted.filter((name) => !body.data.includes(name))
  return {
    what: 'Prometheus has every figure of the parts that alerts and dashboards ask for',
    found: missing.length > 0 ? `missing: ${missing.join(', ')}` : `${wanted.length} figures`,
    passed: missing.length === 0,
  }
}

/** Runs the second engine from the first block on, and compares it with EpochLog, and with the API's files and vouchers. */
async function auditOnce({ chain, machines }: World): Promise<Check> {
  const api = `http://127.0.0.1:${hostOf(machines, 'a').ports.api[0]}`
  const parameters = [
    '--import',
    'tsx',
    join(repositoryRoot, 'cli/src/main.ts'),
    'audit',
    '--headers',
    'needed',
    '--rpc',
    chain.rpcUrl,
    '--deployment',
    chain.deploymentFile,
    '--api',
    api,
  ]
  const { passed, stdout, stderr } = await run(process.execPath, parameters, {
    cwd: repositoryRoot,
    maxBuffer: 64e6,
  }).then(
    (output) => ({ passed: true, ...output }),
    (error: { stdout: string; stderr: string }) => ({ passed: false, ...error }),
  )
  const last = stdout.trim().split('\n').at(-1) ?? ''
  return {
    what: '`operator audit` at zero difference',
    found: passed ? last : `${last} ${stderr.trim().split('\n').at(-1) ?? ''}`.trim(),
    passed,
  }
}
