/** A database server for large tables. */
import { debianPrograms } from '@galx/stack/database/postgresBinaries'
import { startDatabase, type Database } from '@galx/stack/database/startDatabase'

/** PostgreSQL's settings where the tables are large, as a server of that size is set up; the rest is as it comes. */
const LARGE_SERVER = {
  shared_buffers: '2GB',
  // A transaction of twenty thousand events writes 25 MB of log; what does not fit is written by the connection that waits for it.
  wal_buffers: '64MB',
  // As the installation kit sets it: npm's build compiles no plans, and Debian's would.
  jit: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  effective_cache_size: '8GB',
} as const

/** Of Debian's packages: the version that the installation kit installs. */
const INSTALLED_VERSION = 15

/**
 * Debian's build of PostgreSQL is measured where the machine has it. npm's is made for a small size (-Os): for the same statements it needs a fifth more
 * processor on some machines, and no more on others.
 */
export const DEBIANS = debianPrograms(INSTALLED_VERSION)

/** Figures of servers that differ in their names are not compared with one another. Node.js is in the name: newer ones need less processor for the same program. */
export function nameOf(programs: typeof DEBIANS = DEBIANS): string {
  const database = programs ? `PostgreSQL ${INSTALLED_VERSION} of Debian` : 'PostgreSQL of npm'
  return `${database}, Node.js ${process.versions.node.split('.')[0]}`
}

/** @param programs null: npm's build */
export function startLargeServer(
  dataDirectory: string,
  { port, programs = DEBIANS }: { port?: number; programs?: typeof DEBIANS } = {},
): Promise<Database> {
  return startDatabase({ dataDirectory, port, settings: LARGE_SERVER, programs: programs ?? undefined })
}
