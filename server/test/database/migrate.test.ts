import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import {
  MIGRATIONS_DIRECTORY,
  SchemaError,
  assertSchema,
  migrate,
} from '../../src/platform/database/migrate.ts'
import { startDatabaseServer } from '../support/databaseServer.ts'
import { startServerProcess } from '../support/indexerProcess.ts'
import { waitFor } from '../support/wait.ts'

/** "galx" in ASCII, the lock of processes of every version. */
const MIGRATION_LOCK = 0x67616c78

let folder: string
let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galx-migrate-'))
  database = await emptyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 2 })
})
beforeEach(async () => {
  await sql`drop schema if exists galx cascade`
})
afterAll(async () => {
  await sql?.end()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** This program's migrations, which the database has, and another migration. */
async function newerMigrations(text: string, url = database.url): Promise<string> {
  const directory = await mkdtemp(join(folder, 'newer-'))
  await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true })
  await migrate(url)
  await writeFile(join(directory, '9998_newer.sql'), text)
  return directory
}

test('of many simultaneous processes, one applies each migration, and applies it once', async () => {
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(database.url)))
  const [first] = applied.filter((names) => names.length > 0)
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  const rows = await sql<{ name: string }[]>`select name from galx.migrations order by version`
  expect(rows.map(({ name }) => name)).toEqual(first)
  await assertSchema(sql)
})

test('SV7 an older process works with a newer schema that expanded, and has nothing to migrate there', async () => {
  const newer = await newerMigrations('-- expands\ncreate table galx.of_tomorrow (id bigint)')
  await migrate(database.url, newer)
  await assertSchema(sql)
  expect(await migrate(database.url)).toEqual([])
  expect(
    await sql`select version, oldest_program from galx.migrations order by version desc limit 1`,
  ).toEqual([{ version: 9998, oldest_program: 0 }])
  // The files that the process knows are still compared with the applied migrations.
  await sql`update galx.migrations set checksum = 'another' where version = 1`
  await expect(assertSchema(sql)).rejects.toThrow('was changed after this database applied it')
})

test('an older process refuses a schema that contracted beyond it, in one line', async () => {
  const newer = await newerMigrations('-- contracts: 9998\nalter table galx.pools drop column staking_paused')
  await migrate(database.url, newer)
  await expect(assertSchema(sql)).rejects.toThrow(
    /schema has version 9998 and needs programs of version 9998, but this program has version \d+: update the program/,
  )
  await assertSchema(sql, newer)
  await expect(migrate(database.url)).rejects.toThrow(SchemaError)
  const older = startServerProcess('migrate', { DATABASE_URL: database.url })
  expect(await older.exited).toBe(1)
  expect(older.output().trim().split('\n')).toHaveLength(1)
  expect(older.output()).toContain('update the program')
})

test('a schema that is not migrated yet is refused', async () => {
  await expect(assertSchema(sql)).rejects.toThrow('run "migrate" first')
})

test('SV7 a newer process works with the schema before a migration that contracts, and needs one that expands', async () => {
  const newer = await newerMigrations('-- contracts: 9998\nalter table galx.pools drop column staking_paused')
  await assertSchema(sql, newer)
  await writeFile(join(newer, '9997_newer.sql'), '-- expands\ncreate table galx.of_tomorrow (id bigint)')
  await expect(assertSchema(sql, newer)).rejects.toThrow(
    /schema has version \d+, but this program needs 9997 to 9998: run "migrate" first/,
  )
})

test('a new migration without a kind is refused by name', async () => {
  const newer = await newerMigrations('create table galx.of_tomorrow (id bigint)')
  await expect(migrate(database.url, newer)).rejects.toThrow(
    '9998_newer.sql contains neither "-- expands" nor "-- contracts: NNNN"',
  )
})

test('SV7 a migration that waits for a table in use lets the statements behind it pass, and runs when the table is free', async () => {
  const newer = await newerMigrations(
    '-- expands\nalter table galx.announcements add column of_tomorrow text',
  )
  const [holder, reader] = [1, 2].map(() => connect(database.url, { name: 'test', max: 1 })) as [Sql, Sql]
  try {
    await holder`begin`
    await holder`select count(*) from galx.announcements`
    let over = false
    const migrated = migrate(database.url, newer).finally(() => (over = true))
    migrated.catch(() => {})
    const waits: number[] = []
    // This lasts twice the lock timeout of the migration, so the migration has given up at least once, and tried again.
    for (const until = performance.now() + 5_000; performance.now() < until;) {
      const started = performance.now()
      await reader`select count(*) from galx.announcements`
      waits.push(performance.now() - started)
    }
    expect(over).toBe(false)
    // One statement waited behind the migration, no longer than the migration itself, because the table is always in use.
    expect(Math.max(...waits)).toBeGreaterThan(500)
    expect(Math.max(...waits)).toBeLessThan(10_000)
    await holder`rollback`
    expect(await migrated).toEqual(['9998_newer.sql'])
  } finally {
    await Promise.all([holder, reader].map((one) => one.end({ timeout: 0 })))
  }
})

test('a process that loses its connection between two migrations waits until the next process is done, and repeats no migration', async () => {
  const directory = await newerMigrations(
    '-- expands\nalter table galx.accounts add column of_tomorrow bigint',
  )
  const [user, another] = [1, 2].map(() => connect(database.url, { name: 'test', max: 1 })) as [Sql, Sql]
  try {
    await user`begin`
    await user`lock table galx.accounts in access share mode`
    const migrating = migrate(database.url, directory)
    await waitFor('its connection to be idle between two tries, and lost', async () => {
      const lost = await another`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'galx migrate' and state = 'idle' and query not like '%advisory%'`
      return lost.length > 0
    })
    const ours = () =>
      another<{ locked: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`
    await waitFor('the lock to be free', async () => (await ours())[0]!.locked)
    await user`commit`
    await another`alter table galx.accounts add column of_tomorrow bigint`
    const text = await readFile(join(directory, '9998_newer.sql'))
    await another`
    insert into galx.migrations (version, name, checksum, oldest_program) values (9998, '9998_newer.sql', ${createHash('sha256').update(text).digest('hex')}, 0)`
    await another`select pg_advisory_unlock(${MIGRATION_LOCK})`
    expect(await migrating).toEqual([])
  } finally {
    await Promise.all([user, another].map((one) => one.end({ timeout: 0 })))
  }
})

test('SV7 a migration waits for a database that was killed, and for a database that accepts no rows yet', async () => {
  const server = await startDatabaseServer()
  const [own, user] = [1, 2].map(() => connect(server.url, { name: 'test', max: 1 })) as [Sql, Sql]
  /** Waits until the migration's session waits. @param wait for a lock, or for the session's own program */
  const untilMigrator = (what: string, wait: 'Lock' | 'Client', query: string) =>
    waitFor(what, async () => {
      const found = await own`
        select from pg_stat_activity
        where application_name = 'galx migrate' and wait_event_type = ${wait} and query like ${query}`
      return found.length > 0
    })
  const isOver = async (migrated: Promise<unknown>) =>
    (await Promise.race([migrated, Promise.resolve('under way')])) !== 'under way'
  try {
    const newer = await newerMigrations(
      `-- outside a transaction\n-- expands\ndrop index concurrently if exists galx.of_tomorrow;
      create index concurrently of_tomorrow on galx.announcements (id);`,
      server.url,
    )
    await user`begin`
    await user`lock table galx.announcements in row exclusive mode`
    const migrated = migrate(server.url, newer)
    migrated.catch(() => {})
    await untilMigrator('building the index', 'Lock', 'create index%')
    await server.crash()
    expect(await migrated).toEqual(['9998_newer.sql'])
    const built = () =>
      own`select from pg_index where indexrelid = to_regclass('galx.of_tomorrow') and indisvalid`
    await waitFor('the index', async () => (await built()).length === 1)

    // Each statement that writes is refused, like before the end of a promotion.
    await own`alter system set default_transaction_read_only = on`
    await own`select pg_reload_conf()`
    await writeFile(join(newer, '9999_newest.sql'), '-- expands\ncreate table galx.of_next_week (id bigint)')
    const promoted = migrate(server.url, newer)
    promoted.catch(() => {})
    await untilMigrator('refused', 'Client', 'create schema%')
    expect(await isOver(promoted)).toBe(false)
    await own`set default_transaction_read_only = off`
    await own`alter system reset default_transaction_read_only`
    await own`select pg_reload_conf()`
    expect(await promoted).toEqual(['9999_newest.sql'])
  } finally {
    await Promise.all([own, user].map((one) => one.end({ timeout: 0 })))
    await server.stop()
  }
}, 120_000)

test('a migration that fails leaves nothing behind', async () => {
  const broken = await newerMigrations(
    '-- expands\ncreate table galx.half (id bigint); select * from galx.missing',
  )
  await expect(migrate(database.url, broken)).rejects.toThrow(/galx\.missing/)
  const [row] = await sql`select to_regclass('galx.half') as half`
  expect(row).toEqual({ half: null })
  await assertSchema(sql)
})

test('a migration changed after it was applied is refused', async () => {
  await migrate(database.url)
  await sql`update galx.migrations set checksum = 'another' where version = 1`
  await expect(assertSchema(sql)).rejects.toThrow('was changed after this database applied it')
})

test('the tables keep a permanent inviter, and sums of zero or more, whatever a program writes', async () => {
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

test('no foreign key to accounts makes the deletion of an account read a whole table', async () => {
  await migrate(database.url)
  const references = await sql<{ table: string; column: string }[]>`
    select conrelid::regclass::text as "table", attname as "column" from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'galx.accounts'::regclass`
  expect(references.length).toBeGreaterThan(3)
  await sql.begin(async (transaction) => {
    // A plan is still possible if there is an index for it.
    await transaction`set local enable_seqscan = off`
    for (const { table, column } of references) {
      const plan = await transaction.unsafe(
        `explain select from only ${table} where ${column} = 1 for key share`,
      )
      expect(JSON.stringify(plan), `${table}.${column}`).not.toContain('Seq Scan')
    }
  })
})

test('amounts, bytes and counts are read like they were written', async () => {
  const amount = 2n ** 256n - 1n
  const [row] = await sql`
    select ${amount.toString()}::numeric(78, 0) as amount, ${'0x00ff'}::bytea as bytes, ${2 ** 53 - 1}::bigint as number`
  expect(row).toEqual({ amount, bytes: '0x00ff', number: 2 ** 53 - 1 })
  await expect(sql`select 9007199254740993::bigint`).rejects.toThrow('too large for a JavaScript number')
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
