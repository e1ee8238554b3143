/**
 * Counts the requests of the release's programs to nodes of a modelled BNB Smart Chain: backfill, following, reindex, audit, and verify (with
 * one node). Prints one JSON object. For each program and number of nodes, the object has seconds, memory, and the calls, POSTs and bytes of
 * the busiest node and of all other nodes together.
 * Usage: node --import tsx bench/src/server/year.ts [--blocks 1000000] [--events 5000] [--nodes 1,3] [--follow SECONDS] [--rate CALLS]
 *   [--parts backfill,…] [--limit SECONDS of a program] [--segment BLOCKS: longer than the chain for programs that follow every parent]
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FINALITY } from '@galx/modelchain/chain'
import type { ModelNode } from '@galx/modelchain/node'
import { buildOnce, SERVER } from '@galx/stack/build/build'
import { copyDatabase, startDatabaseCluster } from '@galx/stack/testing/databaseCluster'
import { spawnOperator } from '@galx/stack/testing/operatorProgram'
import { connect } from '@galx/server/platform/database/connection'
import { migrate } from '@galx/server/platform/database/migrate'
import { startServerProcess, type IndexerProcess } from '../../../server/test/support/indexerProcess.ts'
import { startYearScene } from './yearScene.ts'

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '5000' },
    nodes: { type: 'string', default: '1,3' },
    follow: { type: 'string', default: '60' },
    rate: { type: 'string' },
    parts: { type: 'string', default: 'backfill,follow,reindex,audit,verify' },
    segment: { type: 'string' },
    limit: { type: 'string', default: '900' },
  },
})
const PARTS = new Set(values.parts.split(','))
/** The greatest number of milliseconds that one program may take. */
const LIMIT = 1000 * Number(values.limit)
const FOLLOW = 1000 * Number(values.follow)
/** The number of blocks with our events that are followed. */
const FOLLOWED_EVENTS = 20

type Asked = { calls: number; posts: number; bytes: number; byMethod: Record<string, number> }
type Measured = {
  part: string
  nodes: number
  seconds: number
  megabytes: number
  busiest: Asked
  others: Asked
  /** only for following: milliseconds from the moment at which the nodes call a block final until its row is stored */
  blockToRowMilliseconds?: { median: number; longest: number }
  /** the exit code of a program that ends by itself */
  exitCode: number | null
  /** the program's last output if the program ended with a code other than 0 */
  said?: string
}

const root = join(import.meta.dirname, '../../..')
process.env.TEST_SERVER_PROGRAM ??= join(await buildOnce(root, SERVER, () => {}), 'main.js')
const cluster = await startDatabaseCluster(migrate)
const scene = await startYearScene(
  Number(values.blocks),
  Number(values.events),
  values.segment === undefined ? undefined : Number(values.segment),
)
const measured: Measured[] = []
try {
  for (const count of values.nodes.split(',').map(Number)) await measureWith(count)
  const { blocks, eventBlocks, logs } = scene
  console.log(JSON.stringify({ blocks, eventBlocks, logs, rate: values.rate ?? null, measured }, null, 2))
} finally {
  await scene.stop()
  await cluster.stop()
}

async function measureWith(count: number): Promise<void> {
  const callsPerSecond = values.rate === undefined ? null : Number(values.rate)
  const nodes = await scene.startNodes(count, { callsPerSecond })
  const database = await copyDatabase(cluster.url)
  const sql = connect(database.url, { name: 'bench', max: 2 })
  const environment = {
    DATABASE_URL: database.url,
    RPC_URL: nodes.map(({ url }) => url).join(','),
    DEPLOYMENT_FILE: scene.deploymentFile,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  }
  try {
    if (PARTS.has('backfill') || PARTS.has('follow') || PARTS.has('reindex')) {
      const goal = scene.model.chain.head - 20
      const indexer = await measure('backfill', nodes, () => {
        const started = startServerProcess('indexer', environment)
        return { process: started, done: () => reaches(started, goal) }
      })
      if (PARTS.has('follow')) {
        // After every backfill the indexer compares all holdings. That comparison must not count as following.
        while ((await sql`select from galx.checksum where passed_block is not null`).length === 0)
          await delay(100)
        const delays: number[] = []
        await measure('follow', nodes, () => ({
          process: indexer,
          done: async () => {
            for (let event = 0; event < FOLLOWED_EVENTS; event += 1) {
              const block = await scene.transact()
              await Promise.all([row(indexer, block, delays), delay(FOLLOW / FOLLOWED_EVENTS)])
            }
            return null
          },
        }))
        delays.sort((one, other) => one - other)
        const at = (share: number) => Math.round(delays[Math.floor(share * (delays.length - 1))]!)
        measured.at(-1)!.blockToRowMilliseconds = { median: at(0.5), longest: at(1) }
      }
      await indexer.stop()
      if (PARTS.has('reindex'))
        await measure('reindex', nodes, () => runs(startServerProcess('reindex', environment)))
    }
    const operated = ['--rpc', environment.RPC_URL, '--deployment', scene.deploymentFile]
    if (PARTS.has('audit')) await measure('audit', nodes, () => runs(operator(['audit', ...operated])))
    if (PARTS.has('verify') && count === 1)
      await measure('verify', nodes, () => runs(operator(['verify', ...operated])))
  } finally {
    await sql.end()
    await database.stop()
    await Promise.all(nodes.map((node) => node.stop()))
  }

  async function row(indexer: IndexerProcess, block: number, delays: number[]): Promise<void> {
    while (scene.model.chain.head - FINALITY < block) await delay(2)
    const final = performance.now()
    await reaches(indexer, block, 5)
    delays.push(performance.now() - final)
  }

  async function reaches(indexer: IndexerProcess, goal: number, every = 100): Promise<null> {
    for (;;) {
      const [row] = await sql<{ number: number }[]>`select number from galx.cursor`
      if (row && row.number >= goal) return null
      if (indexer.child.exitCode !== null)
        throw new Error(`the indexer ended: ${indexer.output().slice(-2_000)}`)
      await delay(every)
    }
  }
}

function operator(parameters: string[]): Pick<IndexerProcess, 'child' | 'output' | 'exited'> {
  const child = spawnOperator(parameters, ['ignore', 'pipe', 'pipe'])
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)))
  return { child, output: () => output, exited: once(child, 'exit').then(([code]) => code as number | null) }
}

function runs<Program extends Pick<IndexerProcess, 'exited'>>(process: Program) {
  return { process, done: () => process.exited }
}

/** @throws Error if it takes too long */
async function measure<Program extends Pick<IndexerProcess, 'child' | 'output'>>(
  part: string,
  nodes: readonly ModelNode[],
  start: () => { process: Program; done: () => Promise<number | null> },
): Promise<Program> {
  for (const node of nodes) node.resetCounts()
  process.stderr.write(`${part}, ${nodes.length} … `)
  const started = performance.now()
  const { process: program, done } = start()
  let megabytes = 0
  const sampling = setInterval(() => (megabytes = Math.max(megabytes, memoryOf(program.child))), 200)
  const timeout = new AbortController()
  try {
    const late = delay(LIMIT, undefined, { signal: timeout.signal }).then(() => {
      throw new Error(`${part} takes longer than ${LIMIT / 1000} s: ${program.output().slice(-2_000)}`)
    })
    late.catch(() => {})
    const exitCode = await Promise.race([done(), late])
    const seconds = (performance.now() - started) / 1000
    const [busiest, ...others] = nodes.map(askedOf).sort((one, other) => other.calls - one.calls)
    measured.push({
      part,
      nodes: nodes.length,
      seconds,
      megabytes,
      busiest: busiest!,
      others: others.reduce(sum, { calls: 0, posts: 0, bytes: 0, byMethod: {} }),
      exitCode,
      ...(exitCode !== null && exitCode !== 0 && { said: program.output().slice(-500) }),
    })
    process.stderr.write(`${seconds.toFixed(1)} s, ${busiest!.calls} calls\n`)
    return program
  } catch (error) {
    program.child.kill('SIGKILL')
    throw error
  } finally {
    clearInterval(sampling)
    timeout.abort()
  }
}

/** Peak memory of the process since its start, MiB; 0 if the system does not report it or the process has ended. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return line ? Math.round(Number(line[1]) / 1024) : 0
  } catch {
    return 0
  }
}

function askedOf(node: ModelNode): Asked {
  const { posts, bytes, calls } = node.counts()
  return { calls: node.calls(), posts, bytes, byMethod: calls }
}

function sum(one: Asked, other: Asked): Asked {
  const byMethod = { ...one.byMethod }
  for (const [method, count] of Object.entries(other.byMethod))
    byMethod[method] = (byMethod[method] ?? 0) + count
  return {
    calls: one.calls + other.calls,
    posts: one.posts + other.posts,
    bytes: one.bytes + other.bytes,
    byMethod,
  }
}
