/** The paths of Debian's programs, and the environment of programs that were only unpacked. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MissingProgramsError } from './packages.ts'

/** Folders of `/` in which Debian installs programs. */
const FOLDERS = ['usr/bin', 'usr/sbin', 'bin', 'sbin']

export type Programs = {
  /** @throws MissingProgramsError */
  find(name: string): string
  /** folder with initdb, postgres and pg_rewind */
  postgresBin: string
  /** nginx's table of file types */
  mimeTypes: string
  /** environment variables by which each program finds other programs, libraries and Python modules */
  environment: Record<string, string>
}

/** @param root folder that stands for `/`, in addition to the real one. @throws MissingProgramsError */
export function findPrograms(root: string): Programs {
  const roots = ['/', root]
  const folders = roots.flatMap((place) => FOLDERS.map((folder) => join(place, folder)))
  const postgresBin = newestPostgres(roots)
  const libraries = ['usr/lib', 'lib'].flatMap((folder) => {
    const base = join(root, folder)
    return existsSync(base) ? [base, ...readdirSync(base).map((name) => join(base, name))] : []
  })
  return {
    find: (name) => {
      const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
      if (found === undefined) throw new MissingProgramsError(`there is no program ${name}`)
      return found
    },
    postgresBin,
    mimeTypes: fileIn(roots, 'etc/nginx/mime.types'),
    environment: {
      PATH: [postgresBin, ...folders].join(':'),
      LD_LIBRARY_PATH: libraries.filter((path) => /-linux-gnu$/.test(path)).join(':'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONUNBUFFERED: '1',
      PYTHONDONTWRITEBYTECODE: '1',
      LC_ALL: 'C.UTF-8',
    },
  }
}

function fileIn(roots: readonly string[], path: string): string {
  const found = roots.map((place) => join(place, path)).find((file) => existsSync(file))
  if (found === undefined) throw new MissingProgramsError(`there is no file ${path}`)
  return found
}

function newestPostgres(roots: readonly string[]): string {
  const found = roots
    .map((root) => join(root, 'usr/lib/postgresql'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((version) => ({ folder, version: Number(version) })))
    .map(({ folder, version }) => ({ version, bin: join(folder, String(version), 'bin') }))
    .filter(({ bin }) => existsSync(join(bin, 'pg_basebackup')) && existsSync(join(bin, 'postgres')))
    .sort((a, b) => b.version - a.version)
  const [newest] = found
  if (newest === undefined) throw new MissingProgramsError('there is no PostgreSQL with pg_basebackup')
  return newest.bin
}
