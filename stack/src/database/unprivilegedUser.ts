/** PostgreSQL refuses to run as root. It then runs as `nobody`, in folders that this user can reach. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export type UserIds = { readonly uid: number; readonly gid: number }

/** The folder of root's databases and of the program, if the repository lies in a folder that only root may enter. */
const REACHABLE_HOME = '/var/lib/galx'

/** The user for the database: undefined for an ordinary user (itself), `nobody` for root. */
export function databaseUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  const [uid, gid] = entry
    ? [Number.parseInt(entry[1]!, 10), Number.parseInt(entry[2]!, 10)]
    : [65_534, 65_534]
  return { uid, gid }
}

/** Whether the user may pass through every folder above `path`. */
export function isReachable(path: string, user: UserIds): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid } = statSync(folder)
      if (!(mode & 0o001 || (uid === user.uid && mode & 0o100))) return false
    }
    if (folder === dirname(folder)) return true
  }
}

/**
 * The folder that actually contains the cluster: `dataDirectory` itself, or for root, if `nobody` cannot reach it, a folder
 * under /var/lib/galx with a name derived from it.
 */
export function clusterFolder(dataDirectory: string, user: UserIds | undefined = databaseUser()): string {
  const wanted = resolve(dataDirectory)
  if (!user || isReachable(wanted, user)) return wanted
  return join(REACHABLE_HOME, `database-${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}`)
}

/** Makes a folder that the user can reach, whatever umask this process has. */
export function makeReachable(folder: string, user: UserIds | undefined): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (!user) return
  if (first !== undefined)
    for (let made = folder; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o755)
  // An earlier process with a strict umask may have made this folder.
  if (folder === REACHABLE_HOME) chmodSync(folder, 0o755)
}

/** Stores the data folder of a database, and removes databases whose data folder is gone. */
export function registerCluster(folder: string, dataDirectory: string): void {
  if (dirname(folder) !== REACHABLE_HOME) return
  for (const note of readdirSync(REACHABLE_HOME).filter((name) => name.endsWith('.owner'))) {
    const path = join(REACHABLE_HOME, note)
    if (existsSync(dirname(readFileSync(path, 'utf8')))) continue
    rmSync(path.slice(0, -'.owner'.length), { recursive: true, force: true })
    rmSync(path, { force: true })
  }
  writeFileSync(`${folder}.owner`, resolve(dataDirectory))
}

/** A copy of the program folder that the user can reach, made once per version; the folder itself if the user can reach it. */
export function reachableProgram(root: string, version: string, user: UserIds | undefined): string {
  if (!user || isReachable(join(root, 'native/bin/postgres'), user)) return root
  const copy = join(REACHABLE_HOME, `postgres-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    mkdirSync(unfinished, { recursive: true, mode: 0o755 })
    cpSync(join(root, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch {
      rmSync(unfinished, { recursive: true }) // another process was faster
    }
  }
  chmodSync(REACHABLE_HOME, 0o755)
  openToAll(copy)
  return copy
}

/** Lets every user read the folder and run its programs. A process with a strict umask may have installed or copied them only for root. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
