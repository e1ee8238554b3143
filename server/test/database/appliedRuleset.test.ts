/** After the migration a database knows the ruleset of its points and hash power, if it can be determined. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { MIGRATIONS_DIRECTORY, migrate } from '../../src/platform/database/migrate.ts'

/** The last migration of the previous version. */
const BEFORE = 40
const [ONE, TWO] = ['11', '22'].map((byte) => `0x${byte.repeat(32)}`) as [string, string]

let folder: string
let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galx-applied-'))
  for (const name of await readdir(MIGRATIONS_DIRECTORY))
    if (Number(name.slice(0, 4)) <= BEFORE) await cp(join(MIGRATIONS_DIRECTORY, name), join(folder, name))
  database = await emptyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 2 })
})
afterAll(async () => {
  await sql?.end()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** `logged`: hashes by first epoch. `closed`: the ruleset of each epoch from 10 on. */
type Before = { logged: Record<number, string>; closed: string[] }

it.each<[string, Before, string | null]>([
  ['nothing', { logged: {}, closed: [] }, null],
  ['a logged ruleset', { logged: { 10: ONE }, closed: [] }, ONE],
  ['two logged rulesets of which the first counts', { logged: { 10: ONE, 12: TWO }, closed: [] }, ONE],
  ['closed epochs', { logged: { 10: ONE }, closed: [ONE, ONE] }, ONE],
  ['closed epochs before a logged ruleset begins', { logged: { 10: ONE, 13: TWO }, closed: [ONE, ONE] }, ONE],
  ['closed epochs of a second ruleset', { logged: { 10: ONE, 12: TWO }, closed: [ONE, ONE, TWO] }, TWO],
  ['closed epochs and no ruleset in the log', { logged: {}, closed: [ONE] }, ONE],
  // The tables do not say whether the indexer applied the second ruleset at the end of the last epoch.
  ['the end before a logged ruleset', { logged: { 10: ONE, 12: TWO }, closed: [ONE, ONE] }, null],
])('%s', async (_name, { logged, closed }, expected) => {
  await sql`drop schema if exists galx cascade`
  await migrate(database.url, folder)
  for (const [place, [epoch, hash]] of Object.entries(logged).entries())
    await sql`insert into galx.logged_rulesets (place, hash, first_epoch) values (${place}, ${hash}, ${epoch})`
  for (const [index, hash] of closed.entries()) {
    const header = Buffer.from(`GALX epoch 1\nchain 56\nruleset 1 ${hash}\nepoch ${10 + index}\n`)
    await sql`
      insert into galx.epochs (epoch, ruleset, block_number, header, hash, closed_at)
      values (${10 + index}, 1, 1, ${`0x${header.toString('hex')}`}, ${hash}, 0)`
  }
  await migrate(database.url)
  const rows = await sql<{ hash: string }[]>`select hash from galx.applied_ruleset`
  expect(rows.map(({ hash }) => hash)).toEqual(expected === null ? [] : [expected])
})
