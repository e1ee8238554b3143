/** A database that is a standby: nobody leads on it, and its promotion is enough to go on. */
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeDatabase, startDatabase, type Database } from '@galx/stack/database/startDatabase'
import { Endpoints } from '../../src/chain/rpc/endpoints.ts'
import { readHere } from '../../src/chain/rpc/rangeReader.ts'
import { RpcFault } from '../../src/chain/rpc/fault.ts'
import { runIndexer } from '../../src/indexer/engine/lead.ts'
import { indexerMetrics } from '../../src/indexer/engine/metrics.ts'
import { bonusEpochs } from '../../src/bonuses/epochs.ts'
import { sourcesOf } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { DatabaseUnavailable } from '../../src/platform/database/faults.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { waitFor } from '../support/wait.ts'

let folder: string
let database: Database
let starting: Promise<Database>
let sql: Sql

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galx-promotion-'))
  const dataDirectory = join(folder, 'database')
  database = await startDatabase({ dataDirectory })
  await migrate(database.url)
  sql = connect(database.url, { name: 'test', max: 1 })
  const [row] = await sql<{ path: string }[]>`select current_setting('data_directory') as path`
  await sql.end()
  await database.stop()
  writeFileSync(join(row!.path, 'standby.signal'), '')
  // It is not said to be started before it takes writes, so the standby is waited for here.
  const { url, port } = database
  starting = startDatabase({ dataDirectory, port })
  sql = connect(url, { name: 'test', max: 1 })
  await waitFor('the standby to answer', async () => {
    const [answer] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`.catch(() => [])
    return answer?.standby === true
  })
})
afterAll(async () => {
  await sql?.end()
  await (await starting)?.stop()
  removeDatabase(join(folder, 'database'))
  await rm(folder, { recursive: true, force: true })
})

test('on a standby a write is refused as one that passes, and the indexer waits until it is promoted', async () => {
  const written = await sql`insert into galx.accounts (address) values (${`0x${'ab'.repeat(20)}`})`.catch(
    (error: unknown) => error,
  )
  expect(written).toBeInstanceOf(DatabaseUnavailable)

  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const saw = (text: string) => lines.filter((line) => line.includes(text)).length
  const stopping = new AbortController()
  const metrics = indexerMetrics()
  const { genesisHash } = PAPER_DEPLOYMENT
  const nobody = { name: 'nobody', ask: () => Promise.reject(new RpcFault('unreachable', 'nobody is there')) }
  const done = runIndexer({
    databaseUrl: database.url,
    endpoints: new Endpoints([nobody], genesisHash),
    startReaders: readHere,
    genesisHash,
    sources: sourcesOf(PAPER_DEPLOYMENT),
    epochs: bonusEpochs(PAPER_DEPLOYMENT),
    deployBlock: 0,
    log,
    metrics,
    signal: stopping.signal,
  })
  try {
    await waitFor('three tries', () => Promise.resolve(saw('is a standby') >= 3))
    expect(saw('"leading"')).toBe(0)
    expect((await metrics.leads.get()).values[0]?.value).toBe(0)
    await sql`select pg_promote()`
    await waitFor('the leadership', () => Promise.resolve(saw('"leading"') === 1))
  } finally {
    stopping.abort()
    await done
  }
})
