/** A database that is away, for any time: indexer, API and the reader of the second engine's verdicts recover without help when it is back. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeDatabase, startDatabase, type Database } from '@galx/stack/database/startDatabase'
import { migrate } from '../../src/platform/database/migrate.ts'
import { ORIGIN, SECRET } from '../api/world.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { freePort } from '@galx/stack/process/freePort'
import { startServerProcess, writeDeploymentFile, type IndexerProcess } from '../support/indexerProcess.ts'
import { waitFor } from '../support/wait.ts'
import { byNight } from '../support/nightly.ts'
import { OWN_NODE_ENVIRONMENT } from '../support/ownNode.ts'

let folder: string
let database: Database
let environment: Record<string, string>
const running: IndexerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galx-absence-'))
  await begin()
  await migrate(database.url)
  environment = {
    DATABASE_URL: database.url,
    // No node answers either: leading needs none.
    RPC_URL: `http://127.0.0.1:${await freePort()}`,
    ...OWN_NODE_ENVIRONMENT,
    DEPLOYMENT_FILE: await writeDeploymentFile(folder, PAPER_DEPLOYMENT),
    LOG_LEVEL: 'info',
  }
})
afterAll(async () => {
  await Promise.all(running.map((one) => one.kill()))
  await database?.stop()
  removeDatabase(join(folder, 'database'))
  await rm(folder, { recursive: true, force: true })
})

async function begin(): Promise<void> {
  const port = (database as Database | undefined)?.port
  database = await startDatabase({ dataDirectory: join(folder, 'database'), port })
}

function start(command: string, settings: Record<string, string> = {}, input?: 'pipe'): IndexerProcess {
  const started = startServerProcess(command, { ...environment, ...settings }, input)
  running.push(started)
  return started
}

function times(text: string) {
  return (output: string) => output.split(text).length - 1
}

test('an indexer that starts before its database waits for it, and leads', async () => {
  await database.stop()
  const indexer = start('indexer')
  await indexer.saw('tries again', (output) => times('no longer leading')(output) >= 2)
  await begin()
  await indexer.saw('leads', (output) => output.includes('"leading"'), 60_000)
  expect(await indexer.stop()).toBe(0)
})

test('an indexer that starts while a migration locks a table, or while the database is too busy to answer, waits, and leads', async () => {
  const holder = postgres(database.url, { max: 1, onnotice: () => {} })
  await holder`begin`
  await holder`lock table galx.migrations in access exclusive mode`
  const indexer = start('indexer')
  await indexer.saw('waits', (output) => times('waiting for the database')(output) === 1)
  await indexer.saw('tries again', (output) => times('no longer leading')(output) >= 1)
  await holder`rollback`
  await holder.end()
  await indexer.saw('leads', (output) => output.includes('"leading"'), 60_000)
  expect(await indexer.stop()).toBe(0)
})

test('a verdict of the second engine that arrives before its database is stored when the database is there', async () => {
  await database.stop()
  const verdicts = start('verdicts', {}, 'pipe')
  const hash = `0x${'5a'.repeat(32)}`
  verdicts.child.stdin!.write(`${JSON.stringify({ epoch: 7, hash })}\n`)
  await verdicts.saw('tries again', (output) => times('waiting for the database')(output) >= 2)
  await begin()
  const sql = postgres(database.url, { max: 1 })
  await waitFor(
    'the verdict',
    async () =>
      (await sql`select from galx.engine_verdicts where epoch = 7 and hash = decode(${hash.slice(2)}, 'hex')`)
        .count === 1,
  )
  await sql.end()
  verdicts.child.stdin!.end()
  expect(await verdicts.exited).toBe(0)
})

byNight(
  'indexer and API find a database again that was away until the waits reached their full length',
  async () => {
    const port = await freePort()
    const api = start('api', {
      API_PORT: String(port),
      APP_DOMAIN: 'galx.example',
      APP_ORIGINS: ORIGIN,
      SESSION_SECRET: SECRET,
    })
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status
    await waitFor('the API to be ready', async () => (await ready()) === 200, 60_000)
    const indexer = start('indexer')
    await indexer.saw('leads', (output) => output.includes('"leading"'), 60_000)
    await database.stop()
    await waitFor('the API not to be ready', async () => (await ready()) === 503)
    // The eighth wait is as long as any later wait, so a longer absence would change nothing.
    await indexer.saw('waits for long', (output) => times('no longer leading')(output) >= 8, 120_000)
    await begin()
    await indexer.saw('leads again', (output) => times('"leading"')(output) === 2, 60_000)
    await waitFor('the API to be ready again', async () => (await ready()) === 200, 60_000)
    const announcements = await fetch(`http://127.0.0.1:${port}/api/announcements`)
    expect(announcements.status).toBe(200)
    for (const one of [indexer, api]) expect(one.child.exitCode).toBeNull()
  },
  240_000,
)
