/** SV7: a release under way. The schema changes while processes serve, and processes of the old version can start again. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS_DIRECTORY, migrate } from '../../src/platform/database/migrate.ts'
import { freePort } from '@galx/stack/process/freePort'
import { startServerProcess, type IndexerProcess } from '../support/indexerProcess.ts'
import { waitFor } from '../support/wait.ts'
import { clientOf, signIn, startWorld, type World } from './world.ts'

let world: World
let migrations: string
const running: IndexerProcess[] = []

beforeAll(async () => {
  world = await startWorld()
  migrations = await mkdtemp(join(tmpdir(), 'galx-release-'))
  await cp(MIGRATIONS_DIRECTORY, migrations, { recursive: true })
})
afterAll(async () => {
  await Promise.all(running.map((one) => one.kill()))
  await world?.stop()
  await rm(migrations, { recursive: true, force: true })
})

function start(port: number): IndexerProcess {
  const started = startServerProcess('api', {
    ...world.environment,
    API_PORT: String(port),
    API_METRICS_PORT: '',
    LOG_LEVEL: 'warn',
    RATE_PER_IP: '1000000',
    RATE_SIGN_IN_PER_IP: '1000000',
  })
  running.push(started)
  return started
}

async function ready(port: number): Promise<void> {
  await waitFor(
    'the API to answer',
    async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok,
    60_000,
  )
}

/** The migrations of the next version. */
function add(version: number, text: string) {
  return writeFile(join(migrations, `${version}_of_tomorrow.sql`), text)
}

test('SV7 requests succeed while the schema expands under two processes, and a restarted process works', async () => {
  const ports = [await freePort(), await freePort()]
  const processes = ports.map(start)
  await Promise.all(ports.map(ready))
  const clients = ports.map((port) => clientOf(`http://127.0.0.1:${port}`, () => {}))
  let busy = true
  const answered = [0, 0]
  const load = Promise.all(
    clients.map(async (client, index) => {
      while (busy) {
        const { address, token } = await signIn(client)
        for (const path of [`/api/getAAAUserInfo?address=${address}`, '/api/sessions', '/api/activity']) {
          expect(await client.get(path, token)).toMatchObject({ status: 200, code: 200 })
          answered[index]! += 1
        }
      }
    }),
  )
  load.catch(() => {})
  const more = () => {
    const before = [...answered]
    return waitFor('answers of both', async () =>
      answered.every((count, index) => count > before[index]! + 5),
    )
  }
  await more()
  await add(9995, '-- expands\nalter table galx.accounts add column nickname text')
  await add(
    9996,
    '-- outside a transaction\n-- expands\ndrop index concurrently if exists galx.accounts_nickname;\ncreate index concurrently accounts_nickname on galx.accounts (nickname)',
  )
  expect(await migrate(world.database.url, migrations)).toHaveLength(2)
  await more()
  busy = false
  await load

  // A process of this version starts again, as after a fail-over in the middle of the release or when the release is rolled back.
  await processes[0]!.kill()
  processes[0] = start(ports[0]!)
  await ready(ports[0]!)
  await signIn(clients[0]!)

  // The following release removes a column that this version needs. Running processes of this version still serve, but do not start again.
  await add(9997, '-- contracts: 9997\nalter table galx.pools drop column staking_paused')
  expect(await migrate(world.database.url, migrations)).toHaveLength(1)
  for (const client of clients) await signIn(client)
  const late = start(await freePort())
  expect(await late.exited).toBe(1)
  expect(late.output()).toContain('needs programs of version 9997')
}, 240_000)
