/** The database that a command reads and writes: DATABASE_URL, as for the servers. */
import { connect, type Sql } from '@galx/server/platform/database/connection'
import { assertSchema } from '@galx/server/platform/database/migrate'
import { TIME_LIMITS } from '@galx/server/platform/database/timeLimits'
import { directDatabaseUrl } from '@galx/server/platform/environment'

/** Runs `work` on one connection. @throws ConfigurationError, DatabaseUnavailableError, DatabaseConfigurationError, SchemaError */
export async function withDatabase<Result>(
  environment: NodeJS.ProcessEnv,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connect(directDatabaseUrl(environment), {
    name: 'galx operator',
    max: 1,
    limits: TIME_LIMITS.write,
  })
  try {
    await assertSchema(sql)
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
