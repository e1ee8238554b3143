/** A new release under load, with a migration and a switchover in the middle, and then the old release again. */
import { now } from '../clock.ts'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilWhole } from '../machines/cluster.ts'
import { HOSTS } from '../machines/place.ts'
import { runScript } from '../machines/scripts.ts'
import { productUnits, serve, serverUnit } from '../machines/units.ts'
import { statusOf } from '../requests.ts'
import { until } from '../waiting.ts'
import { makeRelease } from '../release.ts'
import type { World } from '../world.ts'
import { failures, gaps, successes, words, type DrillEvent } from './event.ts'

const SEEN = ['nonces', 'reads', 'noncesB', 'readsB', 'signIns', 'stakes'] as const

/** The additions of the next release: a column in a table that is constantly written, and a table. */
const MIGRATION = `-- What the next release adds, for the drill.
-- expands
alter table galx.nonces add column drilled boolean;
create table galx.drilled (id bigint primary key);
`

/** The release that follows the release in `folder`: the same program with one more migration. */
async function nextRelease({ machines, say }: World): Promise<string> {
  const folder = await makeRelease(join(machines.folder, 'releases/n+1'), say)
  const migrations = join(folder, 'server/migrations')
  const last = readdirSync(migrations)
    .filter((name) => /^\d{4}_/.test(name))
    .sort()
    .at(-1)!
  const next = String(Number.parseInt(last, 10) + 1).padStart(4, '0')
  writeFileSync(join(migrations, `${next}_drill.sql`), MIGRATION)
  return folder
}

/** Restarts one process after another. Each is ready before the next one stops. */
async function roll(world: World, release: string, between: (done: number) => Promise<void>): Promise<void> {
  const { machines, processes } = world
  let done = 0
  for (const host of HOSTS) {
    serve(machines, host, release)
    for (const unit of productUnits(machines, host)) {
      await processes.stop(unit.name)
      await processes.start(unit)
      const port = /^(?:BTC_)?API_PORT$|^INDEXER_PORT$/
      const [, listens] = Object.entries(unit.environment).find(([name]) => port.test(name)) ?? []
      if (listens !== undefined)
        await until(`${unit.name} to be ready`, 120_000, async () => {
          return (await statusOf(`http://127.0.0.1:${listens}/health/ready`)) === 200
        })
      await between((done += 1))
    }
  }
}

export const released: DrillEvent = {
  key: 'release',
  title: 'a release with a migration, a switchover in its middle, and the old release again',
  goal: 'no failed request',
  run: async (world) => {
    const { machines, processes, release } = world
    await untilWhole(machines)
    const next = await nextRelease(world)
    const since = now()
    await processes.finish(serverUnit(machines, 'a', 'next-migrations', next, 'migrate'), 120_000)
    const migrated = failures(world, SEEN, since)
    let switched = { count: 0, words: '' }
    await roll(world, next, async (done) => {
      if (done !== 3) return
      const before = now()
      await plannedSwitchover(world)
      switched = failures(world, SEEN, before)
    })
    await roll(world, release, async () => {})
    const end = now()
    await until('requests after it', 60_000, () => SEEN.every((name) => successes(world, name, end) > 2))
    const all = failures(world, SEEN, since)
    const detail =
      all.count > 0
        ? ` (${migrated.count} in the migration, ${switched.count} in the switchover; ${all.words})`
        : ''
    return {
      measured: `${all.count} failed requests${detail}; longest time without a success: ${words(gaps(world, ['nonces', 'noncesB'], since))}`,
      passed: all.count === 0,
    }
  },
}

/** Changes the primary, like an operator does before work on the leading machine. */
async function plannedSwitchover({ machines, say }: World): Promise<void> {
  say(await runScript(machines, 'switchover.sh', 60_000))
  await untilWhole(machines)
}
