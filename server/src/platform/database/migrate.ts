/**
 * Schema migrations: numbered files, forward only, one process at a time; each in a transaction, unless its first line says
 * otherwise (an index of a large table is built while it stays writable, which no transaction may hold).
 * A program refuses a schema newer than itself (an older process must not write what it does not understand) and one
 * older than itself (run `migrate` first).
 */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LastingFault } from '../faults.ts'
import { connect, type Queryable, type Sql } from './connection.ts'
import { transact } from './transaction.ts'

/** "galx" in ASCII: the advisory lock under which migrations run. */
const MIGRATION_LOCK = 0x67616c78

export class SchemaError extends LastingFault {
  override name = 'SchemaError'
}

export const MIGRATIONS_DIRECTORY = folderAbove('migrations')

type Migration = { version: number; name: string; text: string; checksum: string }

/** Reads NNNN_name.sql files, in the order of their numbers. @throws SchemaError on a repeated number or a foreign file name */
async function readMigrations(directory = MIGRATIONS_DIRECTORY): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
      if (!(version > 0)) throw new SchemaError(`migration ${name} should be named as 0001_what_it_does.sql`)
      const text = await readFile(join(directory, name), 'utf8')
      return { version, name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
  for (const [index, { version, name }] of migrations.entries())
    if (migrations[index - 1]?.version === version)
      throw new SchemaError(`migration ${name} has the number of another one`)
  return migrations
}

type Applied = { version: number; name: string; checksum: string }

async function readApplied(sql: Queryable): Promise<Applied[]> {
  const [{ present } = { present: false }] = await sql<{ present: boolean }[]>`
    select to_regclass('galx.migrations') is not null as present`
  if (!present) return []
  return sql<Applied[]>`select version, name, checksum from galx.migrations order by version`
}

/** The version of a list of migrations. */
function lastOf(migrations: readonly { version: number }[]): number {
  return migrations.at(-1)?.version ?? 0
}

function compare(known: Migration[], applied: Applied[]): void {
  if (applied.length > known.length)
    throw new SchemaError(
      `the database schema is version ${lastOf(applied)}, this program knows ${lastOf(known)}: update the program`,
    )
  for (const [index, { name, checksum }] of applied.entries())
    if (known[index]?.checksum !== checksum)
      throw new SchemaError(`migration ${name} was changed after it had been applied to this database`)
}

/**
 * Brings the schema to this program's version. Safe to run from many processes at once: one works, the others wait.
 * @returns the names of the files applied by this call
 * @throws SchemaError when the schema is newer than this program or an applied file was changed
 */
export async function migrate(databaseUrl: string, directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const known = await readMigrations(directory)
  const sql = connect(databaseUrl, { name: 'galx migrate', max: 1 })
  try {
    await becomeMigrator(sql)
    await sql`create schema if not exists galx`
    await sql`create table if not exists galx.migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`
    const applied = await readApplied(sql)
    compare(known, applied)
    const missing = known.slice(applied.length)
    for (const { version, name, text, checksum } of missing) {
      const note = (on: Queryable) =>
        on`insert into galx.migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`
      if (text.startsWith(OUTSIDE)) {
        for (const statement of statementsOf(text)) await sql.unsafe(statement)
        await note(sql)
      } else
        await transact(sql, async (transaction) => {
          await transaction.unsafe(text)
          await note(transaction)
        })
    }
    return missing.map(({ name }) => name)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** First line of a file whose statements run one by one. Each must bear to be repeated: a crash may leave some done. */
const OUTSIDE = '-- outside a transaction'

function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

const LOCK_LOOK = 100

/** Tries again and again: a statement that waited for the lock would be waited for by the building of an index. */
async function becomeMigrator(sql: Queryable): Promise<void> {
  for (;;) {
    const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`
    if (row?.locked) return
    await pause(LOCK_LOOK)
  }
}

/** @throws SchemaError unless the schema is exactly this program's */
export async function assertSchema(sql: Sql, directory = MIGRATIONS_DIRECTORY): Promise<void> {
  const known = await readMigrations(directory)
  const applied = await readApplied(sql)
  compare(known, applied)
  if (applied.length < known.length)
    throw new SchemaError(
      `the database schema is version ${lastOf(applied)}, this program needs ${lastOf(known)}: run "migrate" first`,
    )
}

/** The nearest folder of this name above this file, which is among the sources or in a build of them. */
function folderAbove(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, name))) return join(folder, name)
  throw new SchemaError(`there is no folder ${name} above ${import.meta.dirname}`)
}
