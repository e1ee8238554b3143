import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { transactAtRandom, startChainWorld, type ChainWorld } from '../support/chainWorld.ts'
import { startServerProcess, writeDeploymentFile } from '../support/indexerProcess.ts'
import { expectEqualsChain } from '../support/equalsChain.ts'
import { indexedBlock } from '../support/indexerScene.ts'
import { readNaively } from '../support/naiveReading.ts'
import { dumpTables } from '../support/tables.ts'
import { chance, waitFor } from '../support/wait.ts'
import { OWN_NODE_ENVIRONMENT } from '../support/ownNode.ts'
import { NIGHTLY } from '../support/nightly.ts'

let folder: string
let world: ChainWorld
let database: TestDatabase
let sql: Sql
let environment: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galx-indexer-'))
  ;[world, database] = await Promise.all([startChainWorld(14), copyDatabase(process.env.TEST_CLUSTER_URL!)])
  sql = connect(database.url, { name: 'test' })
  environment = {
    DATABASE_URL: database.url,
    RPC_URL: world.rpcUrl,
    ...OWN_NODE_ENVIRONMENT,
    DEPLOYMENT_FILE: await writeDeploymentFile(folder, world.deployment),
    LOG_LEVEL: 'info',
  }
})
afterAll(async () => {
  await sql?.end()
  await Promise.all([world?.stop(), database?.stop()])
  await rm(folder, { recursive: true, force: true })
})

function indexedUpTo(block: number) {
  return async () => (await indexedBlock(sql)) >= block
}

const SEED = Number(process.env.SEED ?? 20261121)

const KILLS = NIGHTLY ? 20 : 3

test(`${KILLS} kills with SIGKILL at random moments while transactions run leave the tables of an undisturbed run`, async () => {
  const dice = chance(SEED)
  const fate = chance(SEED + 1)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const indexer = startServerProcess('indexer', environment)
    let running = true
    const acting = (async () => {
      while (running) await transactAtRandom(world, dice, 6)
    })()
    // The indexer is killed sometimes right at its start, sometimes during its writes.
    const moment = fate.next()
    const ranges = 1 + fate.below(10)
    if (moment > 0.2) await indexer.saw('to lead', (output) => output.includes('"leading"'))
    if (moment > 0.4)
      await indexer.saw(`${ranges} ranges`, (output) => output.split('range indexed').length > ranges)
    await indexer.kill()
    running = false
    await acting
  }
  const tip = await world.finalise()
  const indexer = startServerProcess('indexer', environment)
  await waitFor('all blocks', indexedUpTo(tip))
  expect(await indexer.stop()).toBe(0)
  const disturbed = await dumpTables(sql)

  await wipeChain(database.url, SOURCE_TABLES)
  const undisturbed = startServerProcess('indexer', environment)
  await waitFor('all blocks again', indexedUpTo(tip))
  expect(await undisturbed.stop()).toBe(0)
  const quiet = await dumpTables(sql)
  expect(disturbed.activity.length).toBeGreaterThan(100)
  expect(disturbed).toEqual(quiet)

  const naive = await readNaively(world.rpcUrl, world.deployment, tip)
  expectEqualsChain(quiet, naive)
  for (const part of [naive.shares, naive.levels, naive.passes, quiet.fundFlows])
    expect(part.length).toBeGreaterThan(1)
  expect(naive.rewards.size).toBeGreaterThan(2)
  expect(quiet.activity.filter(({ kind }) => kind === 'exit').length).toBeGreaterThan(5)
}, 240_000)
