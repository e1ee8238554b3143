/** A database server for large tables. */
import { debianPrograms } from '@galx/stack/database/postgresBinaries'
import { startDatabase, type Database } from '@galx/stack/database/startDatabase'

/** PostgreSQL's settings for large tables, like on a server of that size. All others are defaults. */
const LARGE_SERVER = {
  shared_buffers: '2GB',
  // A transaction of twenty thousand events writes 25 MB of log. If the buffer is too small, the waiting connection itself writes the rest.
  wal_buffers: '64MB',
  // Like in the installation kit: npm's build has no JIT compilation, and Debian's has.
  jit: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  effective_cache_size: '8GB',
} as const

/** The version of Debian's packages that the installation kit installs. */
const INSTALLED_VERSION = 15

/**
 * Debian's build of PostgreSQL is used if the machine has it. npm's is optimised for size (-Os): for the same statements it needs a fifth more
 * processor time on some machines, and no more on others.
 */
export const DEBIANS = debianPrograms(INSTALLED_VERSION)

/** Figures of servers with different names are not compared. The name contains the version of Node.js, because newer versions need less processor time. */
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
