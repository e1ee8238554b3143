/** The embedded database: a real PostgreSQL, owned so that it ends with this process. */
import { readFileSync, rmSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../process/freePort.ts'
import { startOwned, type OwnedProcess } from '../process/ownedProcess.ts'
import {
  DATABASE_NAME,
  DATABASE_ROLE,
  PASSWORD_FILE,
  databaseEnvironment,
  initialiseCluster,
} from './initialiseCluster.ts'
import { postgresBinaries, programsOf, type PostgresPrograms } from './postgresBinaries.ts'
import { servesFolder } from './servesFolder.ts'
import {
  clusterFolder,
  databaseUser,
  reachableProgram,
  registerCluster,
  type UserIds,
} from './unprivilegedUser.ts'

export type DatabaseOptions = {
  /** the cluster's own folder, made at first start; for root see clusterFolder() */
  dataDirectory: string
  /** TCP port on 127.0.0.1; default: any free one */
  port?: number | undefined
  /** receives the server's own log */
  log?: WriteStream | undefined
  /** the server's settings by name, beside those that every one of ours has */
  settings?: Readonly<Record<string, string>> | undefined
  /** another build than npm's, which any user can run */
  programs?: PostgresPrograms | undefined
}

export type Database = {
  /** with the password */
  readonly url: string
  /** the one place where the password is kept; only its owner may read it */
  readonly passwordFile: string
  readonly port: number
  readonly pid: number
  readonly process: OwnedProcess
  /** fast shutdown: sessions are ended, everything committed is on disk */
  stop(): Promise<void>
}

/**
 * Starts the server and waits until it accepts connections. A server that a killed run left behind on the same folder is
 * shut down first, so two callers must not share a folder.
 * @throws in one line: no build for this machine, unwritable folder, taken port
 */
export async function startDatabase({
  dataDirectory,
  port,
  log,
  settings: further,
  programs,
}: DatabaseOptions): Promise<Database> {
  const user = databaseUser()
  const binaries = programs ?? npmPrograms(user)
  const folder = clusterFolder(dataDirectory, user)
  const password = initialiseCluster(folder, binaries, user)
  registerCluster(folder, dataDirectory)
  await stopOrphan(folder)
  const chosenPort = port ?? (await freePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(chosenPort),
    unix_socket_directories: '', // paths may be too long, and nothing needs them
    max_connections: '200',
    timezone: 'UTC',
    ...further,
  }
  const start = () =>
    startOwned(
      binaries.postgres,
      ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        name: 'database',
        stopSignal: 'SIGINT', // fast shutdown
        graceMs: 15_000,
        stdio: ['ignore', 'ignore', 'pipe'],
        cwd: folder,
        env: databaseEnvironment(),
        ...user,
      },
    )
  const owned = await startAfterLeftovers(start, log)
  const url = `postgres://${DATABASE_ROLE}:${password}@127.0.0.1:${chosenPort}/${DATABASE_NAME}`
  const passwordFile = join(folder, PASSWORD_FILE)
  return { url, passwordFile, port: chosenPort, pid: owned.pid, process: owned, stop: owned.stop }
}

function npmPrograms(user: UserIds | undefined): PostgresPrograms {
  const { root, version } = postgresBinaries()
  return programsOf(reachableProgram(root, version, user))
}

/** Removes a stopped database with everything in it. */
export function removeDatabase(dataDirectory: string): void {
  const folder = clusterFolder(dataDirectory)
  for (const path of [folder, `${folder}.owner`]) rmSync(path, { recursive: true, force: true })
}

/** Milliseconds that the sessions of a killed server may take to notice that it has gone. */
const LEFTOVERS_LIMIT = 10_000

/** A server killed by SIGKILL leaves its sessions for a moment, and a new server does not start beside them: then this tries again. */
async function startAfterLeftovers(
  start: () => Promise<OwnedProcess>,
  log: WriteStream | undefined,
): Promise<OwnedProcess> {
  const deadline = Date.now() + LEFTOVERS_LIMIT
  for (;;) {
    const owned = await start()
    try {
      await ready(owned, log)
      return owned
    } catch (error) {
      if (!/shared memory block .* in use/.test((error as Error).message) || Date.now() > deadline)
        throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function ready(owned: OwnedProcess, log: WriteStream | undefined): Promise<void> {
  let lastFault = ''
  let found: (() => void) | undefined
  const accepting = new Promise<void>((resolve) => (found = resolve))
  createInterface({ input: owned.child.stderr! }).on('line', (line) => {
    log?.write(`${line}\n`)
    const fault = /(?:FATAL|PANIC|ERROR|could not[^:]*): +(.*)/.exec(line)
    if (fault && !lastFault) lastFault = fault[0]
    if (line.includes('ready to accept connections')) found?.()
  })
  const ended = owned.ended.then(() => {
    throw new Error(`The embedded database did not start: ${lastFault || 'no message'}`)
  })
  ended.catch(() => {}) // it also rejects at an ordinary end, when nobody waits any more
  await Promise.race([accepting, ended])
}

/** Shuts down the server that postmaster.pid names, if it is one of this very folder; a stale file is removed. */
async function stopOrphan(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  let pid: number
  try {
    pid = Number.parseInt(readFileSync(pidFile, 'utf8').split('\n')[0]!, 10)
  } catch {
    return
  }
  if (!servesFolder(pid, folder)) {
    rmSync(pidFile, { force: true }) // another program has this process id by now, or none has
    return
  }
  process.kill(pid, 'SIGINT')
  for (let waited = 0; servesFolder(pid, folder); waited += 50) {
    if (waited === 10_000) process.kill(pid, 'SIGQUIT') // immediate: the log is replayed at the next start
    if (waited > 20_000)
      throw new Error(`A database of an earlier run (process ${pid}) does not stop: end it by hand`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
