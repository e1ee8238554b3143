/** The database that a command reads and writes: DATABASE_URL, as the servers take it. */
import { connect, type Sql } from '../../../server/src/platform/database/connection.ts'
import { assertSchema } from '../../../server/src/platform/database/migrate.ts'
import { TIME_LIMITS } from '../../../server/src/platform/database/timeLimits.ts'
import { directDatabaseUrl } from '../../../server/src/platform/environment.ts'

/** Runs `work` on one connection. @throws ConfigurationError, DatabaseUnavailable, DatabaseMisconfigured, SchemaError */
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
