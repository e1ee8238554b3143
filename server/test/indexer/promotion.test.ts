/** A database that is a standby: nobody leads on it, and after its promotion everything continues. */
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeDatabase, startDatabase, type Database } from '@galx/stack/database/startDatabase'
import { freePort } from '@galx/stack/process/freePort'
import { readApiConfiguration } from '../../src/api/configuration.ts'
import { startApi } from '../../src/api/startApi.ts'
import { Endpoints } from '../../src/chain/rpc/endpoints.ts'
import { NodeFaultError } from '../../src/chain/rpc/fault.ts'
import { runIndexer } from '../../src/indexer/engine/lead.ts'
import { indexerMetrics } from '../../src/indexer/engine/metrics.ts'
import { bonusEpochs } from '../../src/rewards/engine/epochs.ts'
import { sourcesOf } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { DatabaseUnavailableError } from '../../src/platform/database/faults.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import type { SignerChain } from '../../src/signer/chainFacts.ts'
import { signerMetrics } from '../../src/signer/metrics.ts'
import { runSigner } from '../../src/signer/run.ts'
import type { VoucherSigner } from '../../src/signer/signing/voucherSigner.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { ORIGIN, SECRET } from '../api/world.ts'
import { writeDeploymentFile } from '../support/indexerProcess.ts'
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
  // The server counts as started only when it accepts writes, so the test waits for the standby here.
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

/** Starts a signer on a chain that has nothing to publish or sign. @param asked gets the requests to the chain */
function startSigner(asked: string[]) {
  const lines: string[] = []
  const stopping = new AbortController()
  const metrics = signerMetrics()
  const none = `0x${'0'.repeat(40)}` as const
  const signers = { signer: none, coSigner: none, nonce: 1n }
  const chain: Partial<SignerChain> = {
    finalFacts() {
      asked.push('finalFacts')
      const block = { number: 1, timestamp: 1, hash: '0x00' } as const
      const facts = { block, vested: new Map(), signers, publisher: none, firstEpoch: 1, published: [] }
      return Promise.resolve(facts)
    },
  }
  const done = runSigner({
    databaseUrl: database.url,
    chain: chain as SignerChain,
    deployment: PAPER_DEPLOYMENT,
    signer: {} as VoucherSigner,
    coSigner: {} as VoucherSigner,
    publisher: null,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    redact: (text) => text,
    metrics,
    signal: stopping.signal,
  })
  return {
    saw: (text: string) => lines.filter((line) => line.includes(text)).length,
    leads: async () => (await metrics.leads.get()).values[0]?.value,
    stop() {
      stopping.abort()
      return done
    },
  }
}

test('on a standby a write fails with a retryable error, and indexer and signer wait for the promotion; an API serves reads, and answers writes with 503', async () => {
  const written = await sql`insert into galx.accounts (address) values (${`0x${'ab'.repeat(20)}`})`.catch(
    (error: unknown) => error,
  )
  expect(written).toBeInstanceOf(DatabaseUnavailableError)

  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const saw = (text: string) => lines.filter((line) => line.includes(text)).length
  const stopping = new AbortController()
  const metrics = indexerMetrics()
  const { genesisHash } = PAPER_DEPLOYMENT
  const nobody = {
    name: 'nobody',
    ask: () => Promise.reject(new NodeFaultError('unreachable', 'nobody is there')),
  }
  const done = runIndexer({
    databaseUrl: database.url,
    endpoints: new Endpoints([nobody], genesisHash),
    genesisHash,
    sources: sourcesOf(PAPER_DEPLOYMENT),
    epochs: bonusEpochs(PAPER_DEPLOYMENT),
    deployBlock: 0,
    checksum: null,
    log,
    metrics,
    signal: stopping.signal,
  })
  const asked: string[] = []
  const signer = startSigner(asked)
  // Started now, like in a fail-over during a release.
  const api = await startApi(
    await readApiConfiguration('api', {
      DATABASE_URL: database.url,
      RPC_URL: `http://127.0.0.1:${await freePort()}`,
      DEPLOYMENT_FILE: await writeDeploymentFile(folder, PAPER_DEPLOYMENT),
      API_PORT: '0',
      APP_DOMAIN: 'galx.example',
      APP_ORIGINS: ORIGIN,
      SESSION_SECRET: SECRET,
      LOG_LEVEL: 'silent',
    }),
  )
  const headers = { origin: ORIGIN }
  const write = () =>
    fetch(`${api.url}/api/user/public/nonce/0x${'1'.repeat(40)}`, { method: 'POST', headers })
  try {
    expect((await fetch(`${api.url}/api/announcements`, { headers })).status).toBe(200)
    const refused = await write()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(await refused.json()).toMatchObject({ code: 503, data: { requestId: expect.any(String) } })
    await waitFor('three tries', () => Promise.resolve(saw('is a standby') >= 3))
    expect(saw('"leading"')).toBe(0)
    expect((await metrics.leads.get()).values[0]?.value).toBe(0)
    await waitFor('two tries of the signer', () => Promise.resolve(signer.saw('is a standby') >= 2))
    expect(signer.saw('"publishing and signing"')).toBe(0)
    expect(await signer.leads()).toBe(0)
    expect(asked).toEqual([])
    await sql`select pg_promote()`
    await waitFor('the leadership', () => Promise.resolve(saw('"leading"') === 1))
    await waitFor('the signer', async () => (await signer.leads()) === 1 && asked.length > 0)
    await waitFor('a write', async () => (await write()).status === 200)
    await waitFor('revocations to be heard of', () => Promise.resolve(api.context.sessions.synchronised()))
  } finally {
    stopping.abort()
    await Promise.all([done, signer.stop(), api.stop()])
  }
})
