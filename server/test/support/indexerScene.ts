/** A chain with people, a database with the schema, and what an indexer process needs to know of both. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase, startDatabase, type Database } from '@galx/stack/database/startDatabase'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { startChainWorld, type ChainWorld } from './chainWorld.ts'
import { startServerProcess, writeDeploymentFile, type IndexerProcess } from './indexerProcess.ts'
import { waitFor } from './wait.ts'
import { withoutEpochs } from './withoutEpochs.ts'

export type IndexerScene = {
  world: ChainWorld
  database: Database
  sql: Sql
  environment: Record<string, string>
  start(overrides?: Record<string, string>): IndexerProcess
  /** everything mined so far is in the tables, team totals included */
  indexed(): Promise<number>
  /** kill -9 of the whole database server, then a new one on the same files and port */
  crashDatabase(): Promise<void>
  stop(): Promise<void>
}

/** The block up to which all tables speak, team totals included; -1 before the first. */
export async function indexedBlock(sql: Sql): Promise<number> {
  const [row] = await sql<{ block: number | null }[]>`select block_number as block from galx.totals_standing`
  return row?.block ?? -1
}

/** @param epochs false: none is closed, for worlds in which many hours pass */
export async function startIndexerScene(people: number, { epochs = true } = {}): Promise<IndexerScene> {
  const folder = await mkdtemp(join(tmpdir(), 'galx-indexer-'))
  const dataDirectory = join(folder, 'database')
  const [world, firstDatabase] = await Promise.all([
    startChainWorld(people),
    startDatabase({ dataDirectory }),
  ])
  let database = firstDatabase
  await migrate(database.url)
  const sql = connect(database.url, { name: 'test', max: 4 })
  const environment = {
    DATABASE_URL: database.url,
    RPC_URL: world.rpcUrl,
    DEPLOYMENT_FILE: await writeDeploymentFile(
      folder,
      epochs ? world.deployment : withoutEpochs(world.deployment),
    ),
    LOG_LEVEL: 'info',
  }
  const started: IndexerProcess[] = []
  return {
    world,
    get database() {
      return database
    },
    sql,
    environment,
    start(overrides = {}) {
      const indexer = startServerProcess('indexer', { ...environment, ...overrides })
      started.push(indexer)
      return indexer
    },
    async indexed() {
      const tip = await world.finalise()
      await waitFor(`block ${tip} in the tables`, async () => {
        return (await indexedBlock(sql)) >= tip
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${started.at(-1)?.output().slice(-2_000)}`)
      })
      return tip
    },
    async crashDatabase() {
      process.kill(database.pid, 'SIGKILL')
      await database.process.ended
      database = await startDatabase({ dataDirectory, port: database.port })
    },
    async stop() {
      await Promise.all(started.map((indexer) => indexer.kill()))
      await sql.end()
      await Promise.all([world.stop(), database.stop()])
      removeDatabase(dataDirectory)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
