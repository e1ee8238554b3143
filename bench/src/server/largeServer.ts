/** A database server for large tables. */
import { debianPrograms } from '@galx/stack/database/postgresBinaries'
import { startDatabase, type Database } from '@galx/stack/database/startDatabase'

/** PostgreSQL's settings, as on a server for large tables. All other settings are the defaults. */
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
 * Debian's build of PostgreSQL is used if the machine has it. npm's build is optimised for size (-Os). On some machines it needs a
 * fifth more processor time for the same statements, on others the same time.
 */
export const DEBIAN_PROGRAMS = debianPrograms(INSTALLED_VERSION)

/** Figures of servers with different names are not compared. The name has the version of Node.js: newer versions need less processor time. */
export function nameOf(programs: typeof DEBIAN_PROGRAMS = DEBIAN_PROGRAMS): string {
  const database = programs ? `PostgreSQL ${INSTALLED_VERSION} of Debian` : 'PostgreSQL of npm'
  return `${database}, Node.js ${process.versions.node.split('.')[0]}`
}

/** @param programs null: npm's build */
export function startLargeServer(
  dataDirectory: string,
  { port, programs = DEBIAN_PROGRAMS }: { port?: number; programs?: typeof DEBIAN_PROGRAMS } = {},
): Promise<Database> {
  return startDatabase({ dataDirectory, port, settings: LARGE_SERVER, programs: programs ?? undefined })
}
