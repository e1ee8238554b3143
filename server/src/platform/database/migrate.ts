/**
 * Schema migrations: numbered files, only forward, one process at a time. Each file runs in a transaction, unless its first line says otherwise: an
 * index of a large table is built while the table stays writable, which is not possible in a transaction.
 *
 * Programs and schema do not change at the same moment, so a program works with a range of schemas. A migration either expands the schema: programs
 * that do not know the migration still work, and a release can be rolled back. Or it contracts the schema (`-- contracts: 0024` in the file):
 * programs older than that version no longer work, and must be stopped before the migration. The schema stores that version, because older programs
 * do not have the file. The range of a program begins with its newest migration that expands: the program needs the additions of this migration, and
 * works whether or not its later migrations have removed something.
 */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FatalError } from '../faults.ts'
import { connect, type Queryable, type Sql } from './connection.ts'
import { refuseStandby } from './standby.ts'
import { TIME_LIMITS } from './timeLimits.ts'
import { transact } from './transaction.ts'
import { retryWhileUnavailable } from './retryWhileUnavailable.ts'
import { retryWhileLocked } from './retryWhileLocked.ts'

/** "galx" in ASCII: the advisory lock under which migrations run. */
const MIGRATION_LOCK = 0x67616c78

export class SchemaError extends FatalError {
  override name = 'SchemaError'
}

/** In a release and in the repository. Programs that do not check the schema also run if the folder is missing. */
export const MIGRATIONS_DIRECTORY =
  folderAbove('server/migrations') ?? join(import.meta.dirname, 'migrations')

/** Migrations from this number on declare their kind. All earlier migrations expand. */
const KIND_DECLARED_FROM = 34

type Migration = {
  version: number
  name: string
  text: string
  checksum: string
  /** version of the oldest program that works after this migration; 0: any version */
  oldestProgram: number
}

/**
 * Reads NNNN_name.sql files, in the order of their numbers.
 * @throws SchemaError for a repeated number, a foreign file name, an unknown kind, or a missing folder
 */
async function readMigrations(directory = MIGRATIONS_DIRECTORY): Promise<Migration[]> {
  const files = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    throw new SchemaError(`the migrations cannot be read: ${directory} (${error.code})`)
  })
  const names = files.filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
      if (!(version > 0))
        throw new SchemaError(`migration ${name} must have a name such as 0001_what_it_does.sql`)
      const text = await readFile(join(directory, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { version, name, text, checksum, oldestProgram: oldestProgramOf(version, name, text) }
    }),
  )
  for (const [index, { version, name }] of migrations.entries())
    if (migrations[index - 1]?.version === version)
      throw new SchemaError(`migration ${name} has the number of another migration`)
  return migrations
}

/** @throws SchemaError if a migration that must declare its kind does not */
function oldestProgramOf(version: number, name: string, text: string): number {
  const contracts = /^-- contracts: (\d{4})$/m.exec(text)
  if (contracts) return Number(contracts[1])
  if (version >= KIND_DECLARED_FROM && !/^-- expands$/m.test(text))
    throw new SchemaError(
      `migration ${name} contains neither "-- expands" nor "-- contracts: NNNN" with the oldest version of programs that still work`,
    )
  return 0
}

type Applied = { version: number; name: string; checksum: string; oldestProgram: number }

async function readApplied(sql: Queryable): Promise<Applied[]> {
  const [{ present, ranged } = { present: false, ranged: false }] = await sql<
    { present: boolean; ranged: boolean }[]
  >`
    select to_regclass('galx.migrations') is not null as present, exists (
      select from pg_attribute where attrelid = to_regclass('galx.migrations') and attname = 'oldest_program') as ranged`
  if (!present) return []
  return sql<Applied[]>`
    select version, name, checksum, ${ranged ? sql`oldest_program` : sql`0`} as "oldestProgram"
    from galx.migrations order by version`
}

/** The version of a list of migrations. */
function lastOf(migrations: readonly { version: number }[]): number {
  return migrations.at(-1)?.version ?? 0
}

/** @throws SchemaError for a schema that contracted beyond this program, or if a file differs from the applied migration */
function compare(known: readonly Migration[], applied: readonly Applied[]): void {
  const own = lastOf(known)
  const oldest = Math.max(0, ...applied.map(({ oldestProgram }) => oldestProgram))
  if (oldest > own)
    throw new SchemaError(
      `the database schema has version ${lastOf(applied)} and needs programs of version ${oldest}, but this program has version ${own}: update the program`,
    )
  const byVersion = new Map(known.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of applied) {
    const file = byVersion.get(version)
    // This program does not know later migrations. The schema stores whether the program can work with them.
    if (file === undefined && version > own) continue
    if (file?.checksum !== checksum)
      throw new SchemaError(`migration ${name} was changed after this database applied it`)
  }
}

/**
 * Brings the schema to this program's version. Many processes may call this function at once: one process works, and the others wait. If the
 * database goes away, the function waits.
 * @returns the names of the files applied by this call
 * @throws SchemaError if the schema is newer than this program or an applied file was changed; DatabaseUnavailableError if nothing listens at the
 * address, or the database was away for a minute
 */
export async function migrate(databaseUrl: string, directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const known = await readMigrations(directory)
  const sql = connect(databaseUrl, { name: 'galx migrate', max: 1, limits: TIME_LIMITS.migrate })
  const untilDone = retryWhileUnavailable()
  try {
    // A separate step: once the database has answered, it is known to exist, and the next steps wait for it.
    await untilDone(() => refuseStandby(sql))
    await untilDone(() => prepare(sql))
    const names: string[] = []
    for (;;) {
      const name = await untilDone(() => retryWhileLocked(() => applyNext(sql, known)))
      if (name === null) return names
      names.push(name)
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Creates the table of applied migrations. Repeatable. */
async function prepare(sql: Sql): Promise<void> {
  await becomeMigrator(sql)
  await sql`create schema if not exists galx`
  await sql`create table if not exists galx.migrations (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`
  await retryWhileLocked(
    () => sql`alter table galx.migrations add column if not exists oldest_program integer not null default 0`,
  )
}

/**
 * Takes the lock before each migration and reads which migrations are applied. The database releases the lock when the connection is lost: another
 * process may then have taken the lock and applied the next migrations.
 * @returns the name of the applied file; null: no file was missing
 */
async function applyNext(sql: Sql, known: readonly Migration[]): Promise<string | null> {
  await becomeMigrator(sql)
  const applied = await readApplied(sql)
  compare(known, applied)
  const done = new Set(applied.map(({ version }) => version))
  const next = known.find(({ version }) => !done.has(version))
  if (next === undefined) return null
  await apply(sql, next)
  return next.name
}

async function apply(sql: Sql, { version, name, text, checksum, oldestProgram }: Migration): Promise<void> {
  const note = (on: Queryable) => on`
    insert into galx.migrations (version, name, checksum, oldest_program)
    values (${version}, ${name}, ${checksum}, ${oldestProgram})`
  if (!text.startsWith(OUTSIDE)) {
    await transact(sql, async (transaction) => {
      await transaction.unsafe(text)
      await note(transaction)
    })
    return
  }
  for (const statement of statementsOf(text)) {
    // A concurrent build of an index waits for every running transaction, and no other lock request queues behind the build. So it has no limit.
    const limit = /\bconcurrently\b/i.test(statement) ? 0 : TIME_LIMITS.migrate.lock
    await sql`select set_config('lock_timeout', ${String(limit)}, false)`
    await sql.unsafe(statement)
  }
  await sql`select set_config('lock_timeout', ${String(TIME_LIMITS.migrate.lock)}, false)`
  await note(sql)
}

/** First line of a file whose statements run separately. Each statement must be repeatable: after a crash some of them may be done. */
const OUTSIDE = '-- outside a transaction'

function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

const LOCK_POLL_INTERVAL = 100

/**
 * A connection that has the lock takes it once more. Other connections poll: if a statement waited for the lock, the building of an index would wait
 * for that statement.
 * @throws DatabaseUnavailableError on a standby, whose lock excludes nobody
 */
async function becomeMigrator(sql: Queryable): Promise<void> {
  await refuseStandby(sql)
  for (;;) {
    const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`
    if (row?.locked) return
    await pause(LOCK_POLL_INTERVAL)
  }
}

/** @throws SchemaError for a schema outside this program's range */
export async function assertSchema(sql: Sql, directory = MIGRATIONS_DIRECTORY): Promise<void> {
  const known = await readMigrations(directory)
  const applied = await readApplied(sql)
  compare(known, applied)
  const done = new Set(applied.map(({ version }) => version))
  const needed = known.filter(({ oldestProgram }) => oldestProgram === 0)
  if (needed.some(({ version }) => !done.has(version)))
    throw new SchemaError(
      `the database schema has version ${lastOf(applied)}, but this program needs ${lastOf(needed)} to ${lastOf(known)}: run "migrate" first`,
    )
}

/** The nearest folder with this name above this file, which lies in the sources or in a build; null: none. */
function folderAbove(name: string): string | null {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, name))) return join(folder, name)
  return null
}
