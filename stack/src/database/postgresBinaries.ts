/** Finds PostgreSQL: npm's build or Debian's build. Makes the library links of npm's build, because npm's install scripts are disabled. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findProgram } from '../process/findProgram.ts'

/** The programs that make a cluster and run it. */
export type PostgresPrograms = {
  readonly initdb: string
  readonly postgres: string
}

/** npm's build. `root` may have to be copied to a folder that another user can reach. */
export type PostgresBinaries = {
  readonly root: string
  readonly version: string
}

/** @throws in one line if npm has no build for this platform */
export function postgresBinaries(): PostgresBinaries {
  const root = findProgram('postgres')
  linkLibraries(root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { root, version }
}

/** @returns the programs of npm's build in its final folder */
export function programsOf(root: string): PostgresPrograms {
  return programsIn(join(root, 'native/bin'))
}

/**
 * @param version of Debian's packages, such as 15
 * @param versions the folder of all versions
 * @returns null if that version is not installed
 */
export function debianPrograms(version: number, versions = '/usr/lib/postgresql'): PostgresPrograms | null {
  const programs = programsIn(join(versions, String(version), 'bin'))
  return existsSync(programs.initdb) && existsSync(programs.postgres) ? programs : null
}

function programsIn(folder: string): PostgresPrograms {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
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
