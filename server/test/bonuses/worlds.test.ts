/** The first engine over worlds whose bonuses are known: every byte of every epoch's header and parts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { removeDatabase, startDatabase, type Database } from '@galx/stack/database/startDatabase'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { computeEpochs } from '../../../packages/protocol/test/rewards/naive.ts'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import type { RawWorld } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import { bonusEpochs } from '../../src/bonuses/epochs.ts'
import { readParts } from '../../src/bonuses/epochFile.ts'
import type { Cursor } from '../../src/indexer/engine/cursor.ts'
import { tryToLead } from '../../src/indexer/engine/leaderLock.ts'
import { ENGINE_TABLES } from '../../src/indexer/engine/reindex.ts'
import { writeRange } from '../../src/indexer/engine/writeRange.ts'
import { SOURCE_TABLES, sourcesOf } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { worldDeployment, worldRange } from '../support/rawWorldChain.ts'
import { chance } from '../support/wait.ts'

let folder: string
let database: Database
let sql: Sql

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-bonuses-'))
  database = await startDatabase({ dataDirectory: join(folder, 'database') })
  await migrate(database.url)
  sql = connect(database.url, { name: 'test', max: 1 })
  expect(await tryToLead(sql)).toBe(true)
}, 120_000)
afterAll(async () => {
  await sql?.end()
  await database?.stop()
  removeDatabase(join(folder, 'database'))
  rmSync(folder, { recursive: true, force: true })
})

const TABLES = [
  ...ENGINE_TABLES,
  ...SOURCE_TABLES,
  'account_totals',
  'pending_counts',
  'epoch_hashes',
  'accounts',
]

/** Indexes the world in ranges of so many blocks. */
async function index(world: RawWorld, lengthOf: () => number): Promise<void> {
  await sql.unsafe(`truncate ${TABLES.map((table) => `galx.${table}`).join()} restart identity cascade`)
  await sql`update galx.totals_standing set block_number = null, timestamp = null`
  const deployment = worldDeployment(world)
  const whole = worldRange(world)
  const options = {
    ...{ sql, genesisHash: world.genesis, log: pino({ level: 'silent' }) },
    ...{ sources: sourcesOf(deployment), epochs: bonusEpochs(deployment) },
  }
  let cursor: Cursor | null = null
  for (let from = whole.from; from <= whole.to;) {
    const to = Math.min(whole.to, from + lengthOf() - 1)
    cursor = await writeRange(options, cursor, {
      ...{ from, to, unconfirmed: null },
      headers: whole.headers.slice(from - whole.from, to - whole.from + 1),
      logs: whole.logs.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to),
    })
    from = to + 1
  }
}

async function found(world: RawWorld) {
  const rows = await sql<{ epoch: number; header: string; hash: string; block: number; ruleset: number }[]>`
    select epoch, convert_from(header, 'UTF8') as header, hash, block_number as block, ruleset from galx.epochs order by epoch`
  const epochs = []
  for (const { epoch, header, hash, block, ruleset } of rows) {
    const keys = world.rulesets[ruleset - 1]!.programs.map(({ key }) => key)
    const parts: string[] = []
    for await (const { text } of readParts(sql, epoch, keys)) parts.push(text)
    epochs.push({ header, hash, blockNumber: block, parts })
  }
  return epochs
}

const SEED = Number(process.env.SEED ?? 1)
const WORLDS = Number(process.env.WORLDS ?? 30)

it(`closes every epoch of ${WORLDS} random worlds as they were computed from their logs`, async () => {
  let rows = 0
  for (let seed = SEED; seed < SEED + WORLDS; seed += 1) {
    const world = randomWorld(seed)
    const dice = chance(seed)
    const longest = 1 + dice.below(40)
    await index(world, () => 1 + dice.below(longest))
    const expected = computeEpochs(world).map(({ header, headerHash, blockNumber, parts }) => ({
      ...{ header, hash: headerHash, blockNumber },
      parts: parts.map(({ text }) => text),
    }))
    expect(await found(world), world.name).toEqual(expected)
    rows += expected.length
  }
  expect(rows).toBeGreaterThan(3 * WORLDS)
}, 600_000)
