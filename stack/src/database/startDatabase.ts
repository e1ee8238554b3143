/** The embedded database: a real PostgreSQL that ends with this process. */
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
  /** the cluster's own folder, made at the first start; for root see clusterFolder() */
  dataDirectory: string
  /** TCP port on 127.0.0.1; default: any free port */
  port?: number | undefined
  /** receives the server's own log */
  log?: WriteStream | undefined
  /** more settings of the server by name, besides our common ones */
  settings?: Readonly<Record<string, string>> | undefined
  /** a build other than npm's, which every user can run */
  programs?: PostgresPrograms | undefined
}

export type Database = {
  /** including the password */
  readonly url: string
  /** the only place of the password; only its owner may read it */
  readonly passwordFile: string
  readonly port: number
  readonly pid: number
  readonly process: OwnedProcess
  /** fast shutdown: ends all sessions; all committed data is on disk */
  stop(): Promise<void>
}

/**
 * Starts the server and waits until it accepts connections. First shuts down a server on the same folder that a killed run
 * left behind, so two callers must not share a folder.
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

/** Removes a stopped database with all its data. */
export function removeDatabase(dataDirectory: string): void {
  const folder = clusterFolder(dataDirectory)
  for (const path of [folder, `${folder}.owner`]) rmSync(path, { recursive: true, force: true })
}

/** Milliseconds in which the sessions of a killed server end. */
const LEFTOVERS_LIMIT = 10_000

/** After a SIGKILL, the sessions of a server live on for a moment, and a new server refuses to start beside them. This function then retries. */
async function startAfterLeftovers(
  start: () => Promise<OwnedProcess>,
  log: WriteStream | undefined,
): Promise<OwnedProcess> {
  const deadline = performance.now() + LEFTOVERS_LIMIT
  for (;;) {
    const owned = await start()
    try {
      await ready(owned, log)
      return owned
    } catch (error) {
      if (!/shared memory block .* in use/.test((error as Error).message) || performance.now() > deadline)
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
    // PostgreSQL has many words for damaged files.
    const wayOut = /Address already in use/.test(lastFault)
      ? ''
      : "; if the database's files are damaged, start again with: npm start -- --fresh"
    throw new Error(`The embedded database did not start: ${lastFault || 'no message'}${wayOut}`)
  })
  ended.catch(() => {}) // also rejects at an ordinary end, when nothing awaits it
  await Promise.race([accepting, ended])
}

/** Shuts down the server in postmaster.pid if it serves this folder. Removes a stale file. */
async function stopOrphan(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  let pid: number
  try {
    pid = Number.parseInt(readFileSync(pidFile, 'utf8').split('\n')[0]!, 10)
  } catch {
    return
  }
  if (!servesFolder(pid, folder)) {
    rmSync(pidFile, { force: true }) // another program now has this process id, or none
    return
  }
  process.kill(pid, 'SIGINT')
  for (let waited = 0; servesFolder(pid, folder); waited += 50) {
    if (waited === 10_000) process.kill(pid, 'SIGQUIT') // immediate shutdown: the next start replays the log
    if (waited > 20_000)
      throw new Error(`A database of an earlier run (process ${pid}) does not stop: end it by hand`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
