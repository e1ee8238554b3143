import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PostgresPrograms } from './postgresBinaries.ts'
import { makeReachable, type UserIds } from './unprivilegedUser.ts'

export const DATABASE_NAME = 'galx'
export const DATABASE_ROLE = 'galx'

export const PASSWORD_FILE = 'galx-password'

/**
 * Makes the cluster if it does not exist, and returns its password. The cluster is built under another name and then renamed, so an
 * interrupted first start leaves no partial cluster.
 * @throws Error with the last lines of PostgreSQL's output
 */
export function initialiseCluster(
  folder: string,
  { initdb, postgres }: PostgresPrograms,
  user: UserIds | undefined,
): string {
  if (existsSync(join(folder, PASSWORD_FILE))) return readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim()
  makeReachable(dirname(folder), user)
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const password = randomBytes(24).toString('hex')
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid)
  const options = { encoding: 'utf8', env: databaseEnvironment(), cwd: unfinished, ...user } as const
  try {
    check(
      spawnSync(
        initdb,
        [
          '--pgdata',
          unfinished,
          '--username',
          DATABASE_ROLE,
          '--pwfile',
          passwordFile,
          '--no-sync',
          '--auth',
          'scram-sha-256',
          '--encoding',
          'UTF8',
          '--locale',
          'C',
        ],
        options,
      ),
    )
    const statement = `CREATE DATABASE ${DATABASE_NAME};\n`
    check(
      spawnSync(postgres, ['--single', '-D', unfinished, 'postgres'], {
        ...options,
        input: statement,
      }),
    )
    writeFileSync(join(unfinished, PASSWORD_FILE), `${password}\n`, { mode: 0o600 })
    renameSync(unfinished, folder)
    return password
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** The environment of PostgreSQL's programs: without our variables, and with messages in English, because we match some of them. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

function check(result: SpawnSyncReturns<string>): void {
  if (result.status === 0) return
  const words = result.error?.message ?? result.stderr.trim().split('\n').slice(-2).join(' ')
  throw new Error(`The embedded database could not be made: ${words}`)
}
