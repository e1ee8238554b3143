import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeDatabase, startDatabase, type Database } from '@galx/stack/database/startDatabase'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import {
  MIGRATIONS_DIRECTORY,
  SchemaError,
  assertSchema,
  migrate,
} from '../../src/platform/database/migrate.ts'
import { startServerProcess } from '../support/indexerProcess.ts'

let folder: string
let database: Database
let sql: Sql

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galx-migrate-'))
  database = await startDatabase({ dataDirectory: join(folder, 'database') })
  sql = connect(database.url, { name: 'test', max: 2 })
})
beforeEach(async () => {
  await sql`drop schema if exists galx cascade`
})
afterAll(async () => {
  await sql?.end()
  await database?.stop()
  removeDatabase(join(folder, 'database'))
  await rm(folder, { recursive: true, force: true })
})

/** This program's migrations and one more. */
async function newerMigrations(text: string): Promise<string> {
  const directory = await mkdtemp(join(folder, 'newer-'))
  await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true })
  await migrate(database.url)
  await writeFile(join(directory, '9999_newer.sql'), text)
  return directory
}

test('many processes at once: each migration is applied once, by one of them', async () => {
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(database.url)))
  const [first] = applied.filter((names) => names.length > 0)
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  const rows = await sql<{ name: string }[]>`select name from galx.migrations order by version`
  expect(rows.map(({ name }) => name)).toEqual(first)
  await assertSchema(sql)
})

test('an older process refuses a newer schema, in one line', async () => {
  const newer = await newerMigrations('create table galx.of_tomorrow (id bigint)')
  await migrate(database.url, newer)
  await expect(assertSchema(sql)).rejects.toThrow(
    /the database schema is version \d+, this program knows \d+/,
  )
  await expect(migrate(database.url)).rejects.toThrow(SchemaError)
  const older = startServerProcess('migrate', { DATABASE_URL: database.url })
  expect(await older.exited).toBe(1)
  expect(older.output().trim().split('\n')).toHaveLength(1)
  expect(older.output()).toContain('update the program')
})

test('a schema not yet migrated is refused', async () => {
  await expect(assertSchema(sql)).rejects.toThrow('run "migrate" first')
})

test('a migration that fails leaves nothing behind', async () => {
  const broken = await newerMigrations('create table galx.half (id bigint); select * from galx.missing')
  await expect(migrate(database.url, broken)).rejects.toThrow(/galx\.missing/)
  const [row] = await sql`select to_regclass('galx.half') as half`
  expect(row).toEqual({ half: null })
  await assertSchema(sql)
})

test('a migration changed after it was applied is refused', async () => {
  await migrate(database.url)
  await sql`update galx.migrations set checksum = 'another' where version = 1`
  await expect(assertSchema(sql)).rejects.toThrow('was changed after it had been applied')
})

test('the tables keep a permanent inviter, and their sums above zero, whatever a program writes', async () => {
  await migrate(database.url)
  const [a, b] = await sql<{ id: number }[]>`
    insert into galx.accounts (address) values (${`0x${'a1'.repeat(20)}`}), (${`0x${'b2'.repeat(20)}`}) returning id`
  await expect(sql`update galx.accounts set inviter_id = id, bound_at = 1, bound_block = 1`).rejects.toThrow(
    /check/,
  )
  await sql`update galx.accounts set inviter_id = ${a!.id}, bound_at = 1, bound_block = 1 where id = ${b!.id}`
  await expect(
    sql`update galx.accounts set inviter_id = null, bound_at = null, bound_block = null where id = ${b!.id}`,
  ).rejects.toThrow('permanent inviter')
  await expect(
    sql`insert into galx.account_totals (account_id, own_power) values (${a!.id}, -1)`,
  ).rejects.toThrow(/check/)
})

test('no foreign key to accounts makes the deletion of one read a whole table', async () => {
  await migrate(database.url)
  const references = await sql<{ table: string; column: string }[]>`
    select conrelid::regclass::text as "table", attname as "column" from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'galx.accounts'::regclass`
  expect(references.length).toBeGreaterThan(3)
  await sql.begin(async (transaction) => {
    // What remains possible is what there is an index for.
    await transaction`set local enable_seqscan = off`
    for (const { table, column } of references) {
      const plan = await transaction.unsafe(
        `explain select from only ${table} where ${column} = 1 for key share`,
      )
      expect(JSON.stringify(plan), `${table}.${column}`).not.toContain('Seq Scan')
    }
  })
})

test('amounts, bytes and counts are read as they were written', async () => {
  const amount = 2n ** 256n - 1n
  const [row] = await sql`
    select ${amount.toString()}::numeric(78, 0) as amount, ${'0x00ff'}::bytea as bytes, ${2 ** 53 - 1}::bigint as number`
  expect(row).toEqual({ amount, bytes: '0x00ff', number: 2 ** 53 - 1 })
  await expect(sql`select 9007199254740993::bigint`).rejects.toThrow('beyond what a JavaScript number holds')
  await expect(sql`select ${'no hex'}::bytea`).rejects.toThrow('not 0x-hex bytes')
})

test.each([
  ['DATABASE_URL is missing', {}],
  ['DATABASE_URL must be a PostgreSQL address', { DATABASE_URL: 'mysql://x' }],
  ['the database does not answer', { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }],
])('%s: one line, exit 1', async (line, environment) => {
  const process = startServerProcess('migrate', environment as Record<string, string>)
  expect(await process.exited).toBe(1)
  expect(process.output()).toContain(line)
  expect(process.output().trim().split('\n')).toHaveLength(1)
})
