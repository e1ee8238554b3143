/**
 * The indexer's speed: events per second of a backfill through the whole path (reading JSON, verifying, decoding, folding,
 * writing every table with its constraints and indexes), compared with COPY: the database itself copies the same activity rows from a file into a
 * table without constraints and indexes. Also measures the time from a final block on a real node to its row. Prints one JSON object. JIT compilation
 * of the program takes a second of a backfill of any length, so the last four fifths of the chain are also measured. Uses Debian's PostgreSQL if the
 * machine has it (largeServer.ts). Then the backfill over HTTP also runs on npm's PostgreSQL, in a separate process, so that both runs begin without
 * compiled code.
 * Usage: node --import tsx bench/src/server/indexer.ts [events, default 300000] [--npm: only over HTTP, on npm's PostgreSQL]
 */
import { execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import type { Deployment } from '@galx/protocol/deployment'
import { removeDatabase } from '@galx/stack/database/startDatabase'
import { connect, type Sql } from '@galx/server/platform/database/connection'
import { migrate } from '@galx/server/platform/database/migrate'
import { wipeChain } from '@galx/server/indexer/engine/reindex'
import { SOURCE_TABLES } from '@galx/server/indexer/sources'
import { PAPER_DEPLOYMENT } from '../../../server/test/api/paperDeployment.ts'
import type { Ask } from '@galx/server/chain/rpc/jsonRpc'
import { ETHER, startChainWorld } from '../../../server/test/support/chainWorld.ts'
import { DEBIAN_PROGRAMS, nameOf, startLargeServer } from './largeServer.ts'
import { CONTRACT, recordChain } from './recordedChain.ts'
import type * as Subject from './indexerSubject.ts'
import type { NodeStarted } from './recordedNode.ts'

const EVENTS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 300_000)
const ONLY_NPMS = process.argv.includes('--npm')
const LATENCY_BLOCKS = 40
/** The recorded chain has logs of one contract. The indexer also requests logs of the other contracts. */
const RECORDED = {
  ...PAPER_DEPLOYMENT,
  contracts: {
    ...PAPER_DEPLOYMENT.contracts,
    StakingPools: { ...PAPER_DEPLOYMENT.contracts.StakingPools, address: CONTRACT },
  },
}
/** Within the workspace, so that the build finds its packages. */
const BUILDS = join(import.meta.dirname, '../../../node_modules/.cache')
const log = pino({ level: process.env.LOG_LEVEL ?? 'error' })

await mkdir(BUILDS, { recursive: true })
const build = await mkdtemp(join(BUILDS, 'bench-'))
execFileSync('node', [
  join(import.meta.dirname, '../../../server/build.mjs'),
  '--outDir',
  build,
  join(import.meta.dirname, 'indexerSubject.ts'),
])
// Newer versions of Node.js load these programs through tsx, like this process, and tsx treats a file outside of any package as CommonJS.
await writeFile(join(build, 'package.json'), JSON.stringify({ type: 'module' }))
const { bonusEpochs, Endpoints, jsonRpc, runIndexer, indexerMetrics, sourcesOf } = (await import(
  pathToFileURL(join(build, 'indexerSubject.js')).href
)) as typeof Subject

function start(
  databaseUrl: string,
  ask: Ask,
  genesisHash: string,
  deployment: Deployment,
  deployBlock: number,
) {
  const stopping = new AbortController()
  const done = runIndexer({
    databaseUrl,
    endpoints: new Endpoints([{ name: 'bench', ask }], genesisHash),
    genesisHash,
    sources: sourcesOf(deployment),
    epochs: bonusEpochs(deployment),
    deployBlock,
    checksum: null,
    log,
    metrics: indexerMetrics(),
    signal: stopping.signal,
  })
  return {
    done,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

async function reaches(sql: Sql, block: number, done: Promise<void>): Promise<void> {
  let failed: unknown
  done.catch((error: unknown) => (failed = error))
  for (;;) {
    if (failed) throw failed
    const [row] = await sql<{ number: number }[]>`select number from galx.cursor`
    if (row && row.number >= block) return
    await turn()
  }
}

/** The last block in the tables, and the last block in the team totals. */
type Progress = { block: number; totals: number | null }

const SIZE = { accounts: EVENTS / 10, events: EVENTS, eventsPerBlock: 100, depth: 12 }

/** @param over the source of the answers: this process's memory, or a node in another process */
async function measureBackfill(sql: Sql, databaseUrl: string, over: 'memory' | 'http') {
  const node = over === 'http' ? await startNode() : null
  const chain = node ?? recordChain(SIZE)
  const ask = 'ask' in chain ? chain.ask : jsonRpc(chain.url, 10_000)
  const started = performance.now()
  const indexer = start(databaseUrl, ask, chain.genesisHash, RECORDED, 0)
  /** @returns the progress and the seconds at which `isThere` was first true */
  const until = async (isThere: (progress: Progress) => boolean) => {
    for (;;) {
      const [progress] = await sql<Progress[]>`
        select number as block, (select block_number from galx.totals_standing) as totals from galx.cursor`
      if (progress && isThere(progress)) return { ...progress, at: (performance.now() - started) / 1000 }
      // Each of these checks costs a tenth of a millisecond of the measured time.
      await sql`select pg_sleep(0.05)`
    }
  }
  const measured = async () => ({
    warm: await until(({ block }) => block >= chain.lastBlock / 5),
    end: await until(({ block }) => block >= chain.lastBlock),
    totals: await until(({ totals }) => totals !== null && totals >= chain.lastBlock),
  })
  try {
    const failed = indexer.done.then(() => {
      throw new Error('the indexer ended')
    })
    const { warm, end, totals } = await Promise.race([measured(), failed])
    const seconds = end.at
    const share = 1 - warm.block / chain.lastBlock
    return {
      over,
      events: chain.events,
      seconds,
      touched: chain.touched,
      eventsPerSecond: Math.round(chain.events / seconds),
      eventsPerSecondOnceWarm: Math.round((share * chain.events) / (seconds - warm.at)),
      eventsPerSecondWithTotals: Math.round(chain.events / totals.at),
      // The memory of this process. The process runs the indexer, and with `memory` also holds the recorded chain.
      megabytes: Math.round(process.memoryUsage().rss / 1e6),
      goal: 15_400,
    }
  } finally {
    await indexer.stop()
    node?.child.disconnect()
  }
}

async function startNode() {
  const child = fork(new URL('recordedNode.ts', import.meta.url), [JSON.stringify(SIZE)], {
    execArgv: ['--import', 'tsx'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the recorded node ended: code ${code}`)
  })
  const [started] = (await Promise.race([once(child, 'message'), failed])) as [NodeStarted]
  failed.catch(() => {})
  return { child, ...started }
}

async function measureCopy(sql: Sql) {
  const [settings] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
  // The server itself reads and writes the file. COPY accepts no parameters.
  const file = `${settings!.folder}/activity.copy`
  const { count } = await sql.unsafe(`copy galx.activity to '${file}'`)
  await sql`create table galx.bench_plain (like galx.activity)`
  const started = performance.now()
  await sql.unsafe(`copy galx.bench_plain from '${file}'`)
  const seconds = (performance.now() - started) / 1000
  await sql`drop table galx.bench_plain`
  return { rows: count, rowsPerSecond: Math.round(count / seconds) }
}

async function measureLatency(sql: Sql, databaseUrl: string) {
  const world = await startChainWorld(4)
  await wipeChain(databaseUrl, SOURCE_TABLES)
  const ask = jsonRpc(world.rpcUrl, 5_000)
  const { genesisHash, deployBlock } = world.deployment
  const indexer = start(databaseUrl, ask, genesisHash, world.deployment, deployBlock)
  try {
    await reaches(sql, await world.finalise(), indexer.done)
    const milliseconds: number[] = []
    for (let index = 0; index < LATENCY_BLOCKS; index += 1) {
      await world.stake(world.people[index % 4]!, 'galx', ETHER)
      const tip = await world.finalise()
      const final = performance.now()
      await reaches(sql, tip, indexer.done)
      milliseconds.push(performance.now() - final)
    }
    milliseconds.sort((a, b) => a - b)
    const at = (share: number) => Math.round(milliseconds[Math.floor(share * (milliseconds.length - 1))]!)
    return { blocks: LATENCY_BLOCKS, median: at(0.5), p95: at(0.95), longest: at(1) }
  } finally {
    await indexer.stop()
    await world.stop()
  }
}

/** All measurements on one server, whose database is empty at the start. */
async function withServer<Measured>(
  programs: typeof DEBIAN_PROGRAMS,
  measure: (sql: Sql, databaseUrl: string) => Promise<Measured>,
): Promise<Measured & { server: string }> {
  const dataDirectory = join(folder, 'database')
  const database = await startLargeServer(dataDirectory, { programs })
  try {
    await migrate(database.url)
    const sql = connect(database.url, { name: 'bench', max: 2 })
    try {
      return { server: nameOf(programs), ...(await measure(sql, database.url)) }
    } finally {
      await sql.end()
    }
  } finally {
    await database.stop()
    removeDatabase(dataDirectory)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'galx-bench-'))
try {
  const found = ONLY_NPMS
    ? await withServer(null, async (sql, databaseUrl) => ({
        backfillOverHttp: await measureBackfill(sql, databaseUrl, 'http'),
      }))
    : await withServer(DEBIAN_PROGRAMS, measureAll)
  const onNpms = !ONLY_NPMS && DEBIAN_PROGRAMS ? measureOnNpms() : null
  process.stdout.write(`${JSON.stringify(ONLY_NPMS ? found : { ...found, onNpms }, null, 2)}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
  await rm(build, { recursive: true, force: true })
}

async function measureAll(sql: Sql, databaseUrl: string) {
  const backfillOverHttp = await measureBackfill(sql, databaseUrl, 'http')
  await wipeChain(databaseUrl, SOURCE_TABLES)
  const backfill = await measureBackfill(sql, databaseUrl, 'memory')
  const plainCopy = await measureCopy(sql)
  const blockToRowMilliseconds = { ...(await measureLatency(sql, databaseUrl)), goal: 300 }
  const ratioToPlainCopy = Number((backfill.eventsPerSecond / plainCopy.rowsPerSecond).toFixed(3))
  return { backfillOverHttp, backfill, plainCopy, ratioToPlainCopy, blockToRowMilliseconds }
}

/** @returns null after a failure. The child process has reported the failure, and the measurements on the other server stay valid. */
function measureOnNpms(): unknown {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', import.meta.filename, String(EVENTS), '--npm'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return status === 0 ? JSON.parse(stdout) : null
}
