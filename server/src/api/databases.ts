/** The connections of an API process, in one pool for each kind of work. A wait in one pool never delays the work of another pool. */
import { connect, type ConnectionOptions, type Sql } from '../platform/database/connection.ts'
import { assertSchema } from '../platform/database/migrate.ts'
import { TIME_LIMITS } from '../platform/database/timeLimits.ts'
import { ConfigurationError } from '../platform/environment.ts'
import type { ApiConfiguration } from './configuration.ts'

export type Databases = {
  /** for answers that may be a moment late; uses the replica if there is one */
  read: Sql
  /** reads rows that calls have just written, such as sessions; never uses a replica */
  readOwn: Sql
  /** writes, and reads on which a write depends */
  write: Sql
  /** shows whether the process can serve: connections of its own to every database that it uses */
  health: { read: Sql; write: Sql }
  end(): Promise<void>
}

/** Milliseconds that a call waits for a free connection before it gets 503. */
const ACQUIRE_TIMEOUT_MS = 3_000
const ONE_LOSS_MS = 1_000

type DatabaseConfiguration = Pick<
  ApiConfiguration,
  'name' | 'databaseUrl' | 'readDatabaseUrl' | 'databaseConnections' | 'prepare'
>

/** Each connection opens at its first use. @param onLost called at each loss of connections that worked */
export function openDatabases(configuration: DatabaseConfiguration, onLost: () => void): Databases {
  const { name, databaseUrl, readDatabaseUrl, databaseConnections: max, prepare } = configuration
  const opened: Sql[] = []
  let lostAt = Number.NEGATIVE_INFINITY
  // When a database stops, all pools lose their connections. These count as one loss.
  const lost = () => {
    if (performance.now() - lostAt < ONE_LOSS_MS) return
    lostAt = performance.now()
    onLost()
  }
  const open = (url: string, work: string, options: Omit<ConnectionOptions, 'name'>) => {
    const sql = connect(url, { ...options, name: `galx ${name} ${work}`, prepare })
    opened.push(sql)
    return sql
  }
  const reading = { max, limits: TIME_LIMITS.read, acquireTimeout: ACQUIRE_TIMEOUT_MS, onLost: lost }
  const health = { max: 1, limits: TIME_LIMITS.health }
  const readOwn = open(databaseUrl, 'read', reading)
  const writeHealth = open(databaseUrl, 'health', health)
  return {
    readOwn,
    read: readDatabaseUrl === null ? readOwn : open(readDatabaseUrl, 'replica', reading),
    write: open(databaseUrl, 'write', { ...reading, limits: TIME_LIMITS.write }),
    health: {
      write: writeHealth,
      read: readDatabaseUrl === null ? writeHealth : open(readDatabaseUrl, 'replica health', health),
    },
    end: async () => void (await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })))),
  }
}

/**
 * Checks the databases at the start, before any request.
 * @throws SchemaError for a schema out of this program's range; ConfigurationError if a pooler's connections have no time limits
 */
export async function assertServable(databases: Databases, prepare: boolean): Promise<void> {
  for (const sql of new Set([databases.write, databases.read])) {
    await assertSchema(sql)
    if (!prepare) await assertTimeLimits(sql)
  }
}

/** A pooler in transaction mode accepts no settings from a client, so the role must have the time limits. */
async function assertTimeLimits(sql: Sql): Promise<void> {
  const [row] = await sql<{ role: string; limited: boolean }[]>`
    select current_user as role, current_setting('statement_timeout') <> '0' and current_setting('lock_timeout') <> '0'
      as limited`
  if (!row?.limited)
    throw new ConfigurationError(
      `DATABASE_PREPARE is false, and the role has no time limits: alter role "${row?.role}" set statement_timeout = '5s';` +
        ` alter role "${row?.role}" set lock_timeout = '2s'`,
    )
}

/** A wrong direct address is reported at once: the listener itself would retry without end. */
export async function assertReachable(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, { name: 'galx direct address check', max: 1, limits: TIME_LIMITS.health })
  try {
    await assertSchema(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
