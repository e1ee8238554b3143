/**
 * Ten million accounts: the cost of each read, cold and warm, with its plan, and the events per second of batches of any size
 * while team totals and ranks follow. The run fails if a plan reads a whole growing table, or more rows than it may,
 * if a write reads a growing table without an index, or if a read misses its goal by more than a fifth.
 * Prints one JSON object with the faults, and ends with 2 if there are any.
 * Usage: node --import tsx bench/src/server/scale.ts [--accounts 10000000] [--runs 200] [--seconds 20] [--peak 120]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase, type Database } from '@galx/stack/database/startDatabase'
import { connect, type Sql } from '@galx/server/platform/database/connection'
import { migrate } from '@galx/server/platform/database/migrate'
import { fillForest } from '../../../server/test/support/bigForest.ts'
import { nameOf, startLargeServer } from './largeServer.ts'
import { measureReads } from './scaleReads.ts'
import { measureRanks, measureWrites } from './scaleWrites.ts'

function option(name: string, standard: number): number {
  const index = process.argv.indexOf(`--${name}`)
  return index < 0 ? standard : Number(process.argv[index + 1])
}
const accounts = option('accounts', 10_000_000)
/** runs of each read in a pass */
const runs = option('runs', 200)
const seconds = option('seconds', 20)
/** A board is oldest at the end of the second round of ranks, more than a minute after the first round began. */
const peak = option('peak', 120)

const folder = await mkdtemp(join(tmpdir(), 'galx-scale-'))
const dataDirectory = join(folder, 'database')
let database: Database = await startLargeServer(dataDirectory)
function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
}
let sql: Sql | null = null

/** Restarts the database, so that its own memory is empty. */
async function restart(): Promise<void> {
  const { port } = database
  await database.stop()
  database = await startLargeServer(dataDirectory, { port })
}

try {
  await migrate(database.url)
  sql = connect(database.url, { name: 'galx scale', max: 1 })
  const started = performance.now()
  const forest = await fillForest(sql, accounts)
  const fillSeconds = Math.round((performance.now() - started) / 1000)
  say(`${accounts} accounts, ${forest.depth} deep, filled in ${fillSeconds} s`)
  const ranks = await measureRanks(database.url)
  say('ranks made')
  await sql.end()
  sql = null
  await restart()
  const reads = await measureReads(database.url, forest, runs)
  say('reads measured')
  const { faults: scans, ...writes } = await measureWrites(database.url, forest, { seconds, peak })
  const faults = [
    ...reads.flatMap(({ name, faults: found }) => found.map((fault) => `${name}: ${fault}`)),
    ...scans,
  ]
  const report = {
    server: nameOf(),
    accounts,
    fillSeconds,
    depth: forest.depth,
    ranks,
    reads,
    writes,
    faults,
  }
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  // Not 1: exit code 1 means an error before everything was measured.
  if (faults.length > 0) process.exitCode = 2
} finally {
  await sql?.end()
  await database.stop()
  removeDatabase(dataDirectory)
  await rm(folder, { recursive: true, force: true })
}
