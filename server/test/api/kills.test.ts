/** API processes and their database are killed with SIGKILL at random moments, while people sign in, bind and report. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApiLoad, type ApiLoad, type Inviter } from '../support/apiLoad.ts'
import { startDatabaseServer, type DatabaseServer } from '../support/databaseServer.ts'
import { freePort } from '@galx/stack/process/freePort'
import { startServerProcess, type IndexerProcess } from '../support/indexerProcess.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'
import { chance, waitFor } from '../support/wait.ts'
import { ORIGIN, SECRET } from './world.ts'
import { NIGHTLY } from '../support/nightly.ts'

const SEED = Number(process.env.SEED ?? 20261121)
const PEOPLE = 8
const DATABASE_KILLS = NIGHTLY ? 4 : 1
const API_KILLS = NIGHTLY ? 6 : 2
/** Losses within a second of a reported loss count as that loss. The report comes a moment after the crash. */
const ONE_LOSS_MS = 1_500

type Part = 'api' | 'btcApi'
const COMMANDS = { api: 'api', btcApi: 'btc-api' } as const
const PARTS = Object.keys(COMMANDS) as Part[]

let scene: IndexerScene
let database: DatabaseServer
let environment: Record<string, string>
let urls: Record<Part, string>
const processes = new Map<Part, IndexerProcess>()
let load: ApiLoad
const inviters: Inviter[] = []
let people: Promise<unknown>

async function start(part: Part): Promise<IndexerProcess> {
  const started = startServerProcess(COMMANDS[part], environment)
  processes.set(part, started)
  await waitFor(
    `${part} to answer`,
    async () => {
      if (started.child.exitCode !== null) throw new Error(started.output())
      return (await fetch(`${urls[part]}/health/ready`)).ok
    },
    60_000,
  )
  return started
}

beforeAll(async () => {
  database = await startDatabaseServer()
  scene = await startIndexerScene(1, { database })
  const ports = { api: await freePort(), btcApi: await freePort() }
  urls = { api: `http://127.0.0.1:${ports.api}`, btcApi: `http://127.0.0.1:${ports.btcApi}` }
  environment = {
    ...scene.environment,
    API_PORT: String(ports.api),
    BTC_API_PORT: String(ports.btcApi),
    APP_DOMAIN: 'galx.example',
    APP_ORIGINS: ORIGIN,
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    RATE_PER_IP: '1000000',
    RATE_SIGN_IN_PER_IP: '1000000',
    RATE_PER_ACCOUNT: '1000000',
    RATE_NODE_CALLS: '1000000',
    RATE_NODE_CALLS_PER_CALLER: '1000000',
    RATE_NODE_CALLS_PER_NETWORK: '1000000',
  }
  for (const part of PARTS) await start(part)
  load = startApiLoad(scene.world, urls.api, urls.btcApi)
  while (inviters.length < 3) {
    const { address, token } = (await load.signIn())!
    const path = `/api/getAAAUserInfo?address=${address}`
    const info = await load.ask<{ invite_code: string }>(urls.api, 'GET', path, undefined, token)
    inviters.push({ address, code: info!.data.invite_code })
  }
})
afterAll(async () => {
  await Promise.all([...processes.values()].map((one) => one.kill()))
  await scene?.stop()
})

beforeEach(() => {
  people = Promise.all(Array.from({ length: PEOPLE }, (_, index) => load.run(inviters, chance(SEED + index))))
  people.catch(() => {}) // awaited below
})
afterEach(() => load?.stop())

/** Waits until each listener has answered this many more calls. */
async function answers(more: number): Promise<void> {
  const before = { ...load.answered }
  const reached = waitFor(`${more} more answers of each`, async () =>
    PARTS.every((part) => load.answered[part] >= before[part] + more),
  )
  // The people stop early only because of a fault. The test must report that fault, and not the missing answers.
  await Promise.race([reached, people])
}

test('IX1 after API processes are killed with SIGKILL at random moments, each nonce was used once, bindings and reports are complete, and nothing confirmed is lost', async () => {
  const fate = chance(SEED)
  for (let kill = 0; kill < API_KILLS; kill += 1) {
    await answers(1 + fate.below(15))
    const part = fate.pick(PARTS)
    await processes.get(part)!.kill()
    await start(part)
  }
  await answers(20)
  load.stop()
  await people
  await load.compare(scene.sql)
}, 480_000)

test('IX1 after the database is killed with SIGKILL repeatedly, the same API processes continue, with all data and every connection', async () => {
  const before = PARTS.map((part) => processes.get(part)!)
  let crashed = Number.NEGATIVE_INFINITY
  for (let kill = 0; kill < DATABASE_KILLS; kill += 1) {
    await answers(15)
    await waitFor('the next loss to count separately', async () => performance.now() - crashed > ONE_LOSS_MS)
    await database.crash()
    crashed = performance.now()
  }
  await answers(20)
  load.stop()
  await people
  await load.compare(scene.sql)
  for (const one of before) expect(one.child.exitCode, one.output()).toBeNull()
  // A process reports one loss for each kill, not for each connection. On a busy machine a slow attempt may be given up, which is another loss.
  for (const one of before) {
    const losses = one.output().split('The database connections are lost').length - 1
    expect(losses).toBeGreaterThanOrEqual(DATABASE_KILLS)
    expect(losses).toBeLessThan(2 * DATABASE_KILLS)
  }
  // More calls at once than the pool has connections, to show that no connection hangs.
  const reads = Array.from({ length: 60 }, () =>
    load.ask(urls.api, 'GET', `/api/getAAAUserInfo?address=${inviters[0]!.address}`),
  )
  for (const answer of await Promise.all(reads)) expect(answer).toMatchObject({ status: 200, code: 200 })
}, 480_000)
