/** Where PostgreSQL is: npm's build, made ready to run (its library links are made here, as install scripts are switched off), or Debian's. */
import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findProgram } from '../process/findProgram.ts'

/** The programs that make a server's folder and serve it. */
export type PostgresPrograms = {
  readonly initdb: string
  readonly postgres: string
}

export type PostgresBinaries = PostgresPrograms & {
  readonly root: string
  readonly version: string
}

/** @throws in one line where npm has no build for this platform */
export function postgresBinaries(): PostgresBinaries {
  const root = findProgram('postgres')
  linkLibraries(root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    root,
    version,
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
  }
}

/** Where Debian's packages put each version. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql'

/** @returns the newest version of Debian's packages on this machine; null where there is none */
export function debianPrograms(versions = DEBIAN_VERSIONS): PostgresPrograms | null {
  if (!existsSync(versions)) return null
  const [newest] = readdirSync(versions)
    .filter((version) => /^\d+$/.test(version))
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .map((folder) => ({ initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }))
    .filter(({ initdb, postgres }) => existsSync(initdb) && existsSync(postgres))
  return newest ?? null
}

function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path)
    } catch (error) {
      // Another process may make the same links at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new Error(`The database's library link ${path} could not be made: ${(error as Error).message}`)
    }
  }
}
