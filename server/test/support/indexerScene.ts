/** A chain with people, a database with the schema, and the environment of an indexer process. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { startChainWorld, type ChainWorld } from './chainWorld.ts'
import { startServerProcess, writeDeploymentFile, type IndexerProcess } from './indexerProcess.ts'
import { OWN_NODE_ENVIRONMENT } from './ownNode.ts'
import { waitFor } from './wait.ts'
import { withoutEpochs } from './withoutEpochs.ts'

export type IndexerScene = {
  world: ChainWorld
  database: TestDatabase
  sql: Sql
  environment: Record<string, string>
  start(overrides?: Record<string, string>): IndexerProcess
  /** waits until the tables contain everything mined so far, including team totals */
  indexed(): Promise<number>
  /** waits until all tables have reached the block; mines none */
  reaches(block: number): Promise<void>
  stop(): Promise<void>
}

/** The block up to which all tables are complete, including team totals and lengths of histories; -1 before the first block. */
export async function indexedBlock(sql: Sql): Promise<number> {
  const [row] = await sql<{ block: number | null }[]>`
    select least(totals.block_number, history.block_number) as block
    from galx.totals_standing totals cross join galx.history_standing history where totals.block_number is not null`
  return row?.block ?? -1
}

/** Milliseconds. On a busy machine, a node that refuses every range can rest for half of this time. */
const REACHED_WITHIN = 50_000

/**
 * @param epochs false: no epoch is closed, for worlds of many hours
 * @param database a migrated database; by default a copy on the run's server. `stop` stops it
 * @param world by default the scene's own world, which `stop` stops
 */
export async function startIndexerScene(
  people: number,
  {
    epochs = true,
    database: given,
    world: shared,
  }: { epochs?: boolean; database?: TestDatabase; world?: ChainWorld } = {},
): Promise<IndexerScene> {
  const folder = await mkdtemp(join(tmpdir(), 'galx-indexer-'))
  const [world, database] = await Promise.all([
    shared ?? startChainWorld(people),
    given ?? copyDatabase(process.env.TEST_CLUSTER_URL!),
  ])
  const sql = connect(database.url, { name: 'test', max: 4 })
  const environment = {
    DATABASE_URL: database.url,
    RPC_URL: world.rpcUrl,
    ...OWN_NODE_ENVIRONMENT,
    DEPLOYMENT_FILE: await writeDeploymentFile(
      folder,
      epochs ? world.deployment : withoutEpochs(world.deployment),
    ),
    LOG_LEVEL: 'info',
  }
  const started: IndexerProcess[] = []
  const reaches = async (block: number): Promise<void> => {
    await waitFor(
      `block ${block} in the tables`,
      async () => (await indexedBlock(sql)) >= block,
      REACHED_WITHIN,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${started.at(-1)?.output().slice(-2_000)}`)
    })
  }
  return {
    world,
    database,
    sql,
    environment,
    start(overrides = {}) {
      const indexer = startServerProcess('indexer', { ...environment, ...overrides })
      started.push(indexer)
      return indexer
    },
    async indexed() {
      const tip = await world.finalise()
      await reaches(tip)
      return tip
    },
    reaches,
    async stop() {
      await Promise.all(started.map((indexer) => indexer.kill()))
      await sql.end()
      await Promise.all([shared ?? world.stop(), database.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
