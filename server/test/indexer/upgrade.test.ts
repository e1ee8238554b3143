/** A database of the previous version: nothing is lost, nothing unread is trusted, and in the end it equals the chain. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { Endpoints } from '../../src/chain/rpc/endpoints.ts'
import { jsonRpc } from '../../src/chain/rpc/jsonRpc.ts'
import { runIndexer } from '../../src/indexer/engine/lead.ts'
import { indexerMetrics } from '../../src/indexer/engine/metrics.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import type { Source } from '../../src/ledger/source.ts'
import { SourcesChangedError } from '../../src/indexer/engine/sourceList.ts'
import { bonusEpochs } from '../../src/rewards/engine/epochs.ts'
import { SOURCE_TABLES, sourcesOf } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { MIGRATIONS_DIRECTORY, migrate } from '../../src/platform/database/migrate.ts'
import { transactAtRandom, startChainWorld, type ChainWorld } from '../support/chainWorld.ts'
import { expectEqualsChain } from '../support/equalsChain.ts'
import { indexedBlock } from '../support/indexerScene.ts'
import { readNaively } from '../support/naiveReading.ts'
import { dumpTables } from '../support/tables.ts'
import { OWN_NODE } from '../support/ownNode.ts'
import { chance, waitFor } from '../support/wait.ts'

/** The last migration of the previous version. */
const BEFORE = 8
const PERSON = `0x${'ab'.repeat(20)}`
const TRANSACTION = `0x${'cd'.repeat(32)}`

let folder: string
let database: TestDatabase
let world: ChainWorld
let sql: Sql

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galx-upgrade-'))
  ;[database, world] = await Promise.all([emptyDatabase(process.env.TEST_CLUSTER_URL!), startChainWorld(8)])
  sql = connect(database.url, { name: 'test', max: 2 })
}, 300_000)
afterAll(async () => {
  await sql?.end()
  await Promise.all([database?.stop(), world?.stop()])
  await rm(folder, { recursive: true, force: true })
})

function run(sources: readonly Source[], signal: AbortSignal) {
  const { genesisHash, deployBlock } = world.deployment
  return runIndexer({
    databaseUrl: database.url,
    endpoints: new Endpoints([{ name: 'test', ask: jsonRpc(world.rpcUrl, 60_000) }], genesisHash),
    genesisHash,
    sources,
    epochs: bonusEpochs(world.deployment),
    deployBlock,
    checksum: null,
    log: pino({ level: 'silent' }),
    metrics: indexerMetrics(),
    budget: OWN_NODE,
    signal,
  })
}

async function indexUpTo(block: number): Promise<void> {
  const stopping = new AbortController()
  const done = run(sourcesOf(world.deployment), stopping.signal)
  try {
    await Promise.race([
      done,
      waitFor(`block ${block}`, async () => (await indexedBlock(sql)) >= block, 120_000),
    ])
  } finally {
    stopping.abort()
    await done
  }
}

test('a database of the previous version is migrated without loss, is refused with an error that names each unread contract, and in the end equals the chain', async () => {
  const earlier = await mkdtemp(join(folder, 'earlier-'))
  for (const name of await readdir(MIGRATIONS_DIRECTORY))
    if (Number(name.slice(0, 4)) <= BEFORE) await cp(join(MIGRATIONS_DIRECTORY, name), join(earlier, name))
  await migrate(database.url, earlier)
  const { genesisHash, contracts, pools } = world.deployment
  await sql`
    insert into galx.accounts (id, address, registered_at, invite_code, direct_count, team_count, own_power, team_power)
    values (1, ${PERSON}, 5, 'ABCDEFGH', 1, 2, 7, 9)`
  await sql`
    insert into galx.pools (id, pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
    values (1, ${pools.galx!.id}, ${PERSON}, ${PERSON}, 0, 1, '[]', 1, 1)`
  await sql`
    insert into galx.activity (block_number, log_index, account_id, kind, pool_id, position, amount, weight, tx_hash, at)
    values (3, 4, 1, 'stake', 1, 0, 7, 7, ${TRANSACTION}, 9)`
  await sql`
    insert into galx.reports (tx_hash, account_id, call, pool, amount, reported_at)
    values (${TRANSACTION}, 1, 'galxStake', ${pools.galx!.id}, 7, 8)`
  await sql`
    insert into galx.cursor (number, hash, timestamp, genesis_hash, staking_pools)
    values (3, ${TRANSACTION}, 9, ${genesisHash}, ${contracts.StakingPools.address})`

  await migrate(database.url)
  expect(await sql`select contract, kind, amount, subject, tx_hash from galx.activity`).toEqual([
    { contract: 'StakingPools', kind: 'stake', amount: 7n, subject: null, tx_hash: TRANSACTION },
  ])
  expect(await sql`select * from galx.account_totals`).toEqual([
    { account_id: 1, inviter_id: null, own_power: 7n, team_power: 9n, team_count: 2 },
  ])
  expect(await sql`select block_number, timestamp from galx.totals_standing`).toEqual([
    { block_number: 3, timestamp: 9 },
  ])
  expect(await sql`select account_id, contract, pool_id, rows from galx.history_lengths`).toEqual([
    { account_id: 1, contract: 'StakingPools', pool_id: 1, rows: 1 },
  ])
  const reports = () => sql`select tx_hash, call, contract, kind, pool, amount from galx.reports`
  const kept = await reports()
  expect(kept).toMatchObject([{ call: 'galxStake', contract: 'StakingPools', kind: 'stake', amount: 7n }])

  // Another decoder produced the rows of the tables, and most contracts were not read at all. The error names each of these contracts.
  const refused = await run(sourcesOf(world.deployment), new AbortController().signal).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(SourcesChangedError)
  for (const { name } of sourcesOf(world.deployment))
    expect((refused as Error).message).toContain(`${name} was not read`)

  const dice = chance(11)
  for (let block = 0; block < 60; block += 1) await transactAtRandom(world, dice, 5)
  const tip = await world.finalise()
  await wipeChain(database.url, SOURCE_TABLES)
  await indexUpTo(tip)
  const naive = await readNaively(world.rpcUrl, world.deployment, tip)
  const tables = await dumpTables(sql)
  const { accounts } = tables
  expectEqualsChain(
    { ...tables, accounts: accounts.filter(({ address }) => address !== PERSON) as typeof accounts },
    naive,
  )
  for (const part of [naive.shares, naive.levels, naive.passes, tables.fundFlows])
    expect(part.length).toBeGreaterThan(0)
  expect(await reports()).toEqual(kept)
  expect(await sql`select invite_code from galx.accounts where address = ${PERSON}`).toEqual([
    { invite_code: 'ABCDEFGH' },
  ])
}, 500_000)

test('a source with another decoder, address or list of events is refused, and the error names the source', async () => {
  const sources = sourcesOf(world.deployment)
  const changes: Partial<Source>[] = [
    { decoderVersion: 99 },
    { address: `0x${'12'.repeat(20)}` },
    { topics: sources[1]!.topics.slice(1) },
  ]
  for (const change of changes) {
    const refused = await run(
      sources.map((source) => (source.name === 'ZnVault' ? { ...source, ...change } : source)),
      new AbortController().signal,
    ).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SourcesChangedError)
    expect((refused as Error).message).toMatch(/other sources: ZnVault was read at another address[^;]*$/)
  }
  const fewer = await run(sources.slice(0, -1), new AbortController().signal).catch((error: unknown) => error)
  expect((fewer as Error).message).toContain(`${sources.at(-1)!.name} is no longer read`)
}, 120_000)
