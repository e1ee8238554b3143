/** What must be true when all events are over. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '@galx/stack/supervisor/settings'
import { rpc } from '@galx/stack/chain/rpc'
import { leadingIndexers, missingParts } from '../events/processes.ts'
import { lossesOf } from '../load/load.ts'
import { primaries, untilWhole } from '../machines/cluster.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'

export type Check = { what: string; found: string; passed: boolean }

/** Ends the load and compares what it was told with what is there. */
export async function finalChecks(world: World): Promise<Check[]> {
  const { machines, processes, load, chain } = world
  await untilWhole(machines)
  await load.stop()
  const sql = world.sql()
  const head = await rpc<string>(chain.peopleUrl, 'eth_blockNumber')
  await until(
    'tables up to the last stake',
    120_000,
    async () => {
      // Each question lets the chain make the blocks that make the last stake final.
      await rpc(chain.peopleUrl, 'eth_blockNumber')
      const [row] = await sql<{ done: boolean }[]>`
      select number >= ${Number.parseInt(head, 16)} as done from galx.cursor`
      return row?.done
    },
    500,
  )
  const losses = await lossesOf(load, sql)
  const count = load.writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  const sums = load.people.reduce(
    (sum, one) => ({
      nonces: sum.nonces + one.nonces.length,
      sessions: sum.sessions + one.sessions.length,
      stakes: sum.stakes + one.stakes.length,
    }),
    { nonces: 0, sessions: 0, stakes: 0 },
  )
  const missing = [
    ...missingParts(world).map((name) => `${name} does not run`),
    ...processes.faults,
    ...chain.faults,
  ]
  const [leaders, leading] = await Promise.all([primaries(machines), leadingIndexers(world)])
  const audit = auditOnce(world)
  return [
    {
      what: 'no acknowledged write lost, none there twice',
      found:
        losses.length > 0
          ? losses.join('; ')
          : `${count} rows, ${sums.nonces} texts to sign, ${sums.sessions} sessions, ${sums.stakes} stakes: each is there once`,
      passed: losses.length === 0 && count > 0 && sums.stakes > 0,
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
  ]
}

/** The second engine from the first block on, compared with EpochLog, and with the files and vouchers that the API publishes. */
function auditOnce({ chain, edges }: World): Check {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', 'tsx', join(repositoryRoot, 'operator/src/main.ts'), 'audit', '--headers', 'needed'],
      ...['--rpc', chain.rpcUrl, '--deployment', chain.deploymentFile, '--api', edges[0]!],
    ],
    { cwd: repositoryRoot, encoding: 'utf8', maxBuffer: 64e6 },
  )
  const last = stdout.trim().split('\n').at(-1) ?? ''
  return {
    what: '`operator audit` at zero difference',
    found: status === 0 ? last : `${last} ${stderr.trim().split('\n').at(-1) ?? ''}`.trim(),
    passed: status === 0,
  }
}
