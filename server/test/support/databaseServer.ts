/** A database server for one test, to be killed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresPrograms } from '@galx/stack/database/postgresBinaries'
import { removeDatabase, startDatabase } from '@galx/stack/database/startDatabase'
import { NOT_FORCED_TO_DISK, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { migrate } from '../../src/platform/database/migrate.ts'

export type DatabaseServer = TestDatabase & {
  /** kill -9 of the whole server, then a new server on the same files and port */
  crash(): Promise<void>
}

/** Starts a server with a migrated database. @param programs of a PostgreSQL other than npm's */
export async function startDatabaseServer(programs?: PostgresPrograms): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'galx-database-'))
  const options = { dataDirectory: join(folder, 'database'), settings: NOT_FORCED_TO_DISK, programs }
  let database = await startDatabase(options)
  await migrate(database.url)
  const { url, port } = database
  return {
    url,
    async crash() {
      process.kill(database.pid, 'SIGKILL')
      await database.process.ended
      database = await startDatabase({ ...options, port })
    },
    async stop() {
      await database.stop()
      removeDatabase(options.dataDirectory)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
