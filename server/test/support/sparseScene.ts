/** A sparse chain on which every indexer begins with an empty database, and whose tables are compared with a reading of the chain. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BLOCK_MILLISECONDS } from '@galx/modelchain/chain'
import type { Limits } from '@galx/modelchain/limits'
import { startModelNode, type ModelNode } from '@galx/modelchain/node'
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { expectEqualsChain } from './equalsChain.ts'
import { indexedBlock } from './indexerScene.ts'
import { startServerProcess, writeDeploymentFile, type IndexerProcess } from './indexerProcess.ts'
import { startModelWorld, transactBetween, type ModelWorld } from './modelWorld.ts'
import { readNaively, type NaiveReading } from './naiveReading.ts'
import { OWN_NODE_ENVIRONMENT } from './ownNode.ts'
import { startRefusingNode, type Call, type RefusingNode, type Refused } from './refusingNode.ts'
import { dumpTables } from './tables.ts'
import { chance, waitFor } from './wait.ts'
import { withoutEpochs } from './withoutEpochs.ts'

export type SparseScene = {
  model: ModelWorld
  /** the last final block */
  final: number
  /** starts a node with limits, which is stopped with the scene */
  node(limits?: Partial<Limits>): Promise<ModelNode>
  /** starts a refusing node in front of a node with limits; both are stopped with the scene */
  refusing(
    refuse: (calls: readonly Call[]) => Refused | null,
    limits?: Partial<Limits>,
  ): Promise<RefusingNode>
  /** an indexer of these nodes with its own database */
  index(urls: readonly string[], more?: Record<string, string>): Promise<Indexing>
  stop(): Promise<void>
}

export type Indexing = {
  sql: Sql
  /** the output of the newest process */
  output(): string
  /** empties the tables that are read from the chain, and starts another process */
  beginAgain(): Promise<void>
  saw: IndexerProcess['saw']
  reaches(block: number, limit?: number): Promise<void>
  /** checks that the indexer has read the whole chain, that its tables equal the chain, and that it has not halted */
  completes(limit?: number): Promise<void>
  /** the learnt limits of a node */
  learnt(url: string): Promise<{ blocks: number; calls: number; callsPerSecond: number | null }>
  stop(): Promise<void>
}

const DAY = 86_400

/**
 * @param events blocks with our logs, at even distances
 * @param forkAfter blocks to the first block with a header field that clients do not know yet; by default none
 */
export async function startSparseScene(
  blocks: number,
  events: number,
  forkAfter?: number,
): Promise<SparseScene> {
  // Deployed here, so that no second has more blocks than the model allows.
  const model = await startModelWorld(6, {
    since: Math.floor((Date.now() - blocks * BLOCK_MILLISECONDS) / 1000) - DAY,
    forkAfter,
  })
  const { chain, deployment } = model
  const begin = Math.ceil(chain.timeOf(chain.head) / 1000)
  await transactBetween(model, [begin, begin + (blocks * BLOCK_MILLISECONDS) / 1000], events, chance(blocks))
  await model.show(400)
  const final = chain.head - 2
  const honest = await startModelNode(chain)
  const naive = await readNaively(honest.url, deployment, final)
  const folder = await mkdtemp(join(tmpdir(), 'galx-sparse-'))
  const deploymentFile = await writeDeploymentFile(folder, withoutEpochs(deployment))
  const stops: (() => unknown)[] = [() => honest.stop()]
  const node = async (limits?: Partial<Limits>) => {
    const started = await startModelNode(chain, limits)
    stops.push(() => started.stop())
    return started
  }
  return {
    model,
    final,
    node,
    async refusing(refuse, limits) {
      const { url } = limits === undefined ? honest : await node(limits)
      const proxy = await startRefusingNode(url, refuse)
      stops.push(() => proxy.stop())
      return proxy
    },
    async index(urls, more = {}) {
      const environment = {
        RPC_URL: urls.join(','),
        ...OWN_NODE_ENVIRONMENT,
        DEPLOYMENT_FILE: deploymentFile,
        LOG_LEVEL: 'info',
        ...more,
      }
      const indexing = await startIndexing(environment, final, naive)
      stops.push(() => indexing.stop())
      return indexing
    },
    async stop() {
      for (const stop of stops.reverse()) await stop()
      await model.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startIndexing(
  environment: Record<string, string>,
  final: number,
  naive: NaiveReading,
): Promise<Indexing> {
  const database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  const sql = connect(database.url, { name: 'test', max: 2 })
  const start = () => startServerProcess('indexer', { ...environment, DATABASE_URL: database.url })
  let indexer = start()
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await indexer.kill()
    await sql.end()
    await database.stop()
  }
  const reaches = async (block: number, limit = 90_000) => {
    await waitFor(
      `block ${block} in the tables`,
      async () => (await indexedBlock(sql)) >= block,
      limit,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${indexer.output().slice(-3_000)}`)
    })
  }
  return {
    sql,
    output: () => indexer.output(),
    async beginAgain() {
      await indexer.stop()
      await wipeChain(database.url, SOURCE_TABLES)
      indexer = start()
    },
    saw: (...parameters) => indexer.saw(...parameters),
    reaches,
    async completes(limit) {
      await reaches(final, limit)
      expectEqualsChain(await dumpTables(sql), naive)
      const halts = await sql`select reason from galx.indexer_halt`
      if (halts.length > 0) throw new Error(`indexing has halted: ${JSON.stringify(halts)}`)
    },
    async learnt(url) {
      const [row] = await sql<{ blocks: number; calls: number; callsPerSecond: number | null }[]>`
        select blocks, calls, calls_per_second as "callsPerSecond" from galx.node_limits where node = ${url}`
      if (row === undefined) throw new Error(`nothing is kept of ${url}`)
      return row
    },
    stop,
  }
}
