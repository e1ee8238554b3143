/** pgBackRest on the backup host, and a restore to a moment with the kit's files. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, renameSync, writeFileSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { patroniFolder, SCOPE } from '@galx/operator/kit/services/patroni'
import { pgBackRestOptions } from '@galx/operator/kit/services/pgbackrest'
import { dataFolder, STANZA } from '@galx/operator/kit/services/postgresSettings'
import { until } from '../waiting.ts'
import { primaries } from './cluster.ts'
import { hostOf, type Machines } from './machines.ts'
import { EDGES, KEEPER, type HostName } from './place.ts'
import type { Processes } from './processes.ts'

const run = promisify(execFile)

function settingsOf({ programs, user }: Machines, folder: string) {
  return { env: { ...programs.environment, HOME: folder }, cwd: folder, ...(user ?? {}) }
}

async function pgbackrest(machines: Machines, ...words: string[]): Promise<void> {
  const { plan, programs } = machines
  const keeper = hostOf(machines, KEEPER)
  const options = [...pgBackRestOptions(plan, keeper).split(' '), `--stanza=${STANZA}`]
  await run(
    programs.find('pgbackrest'),
    [...options, ...words],
    settingsOf(machines, keeper.directories.lib),
  ).catch((error: { stderr?: string; stdout?: string; message: string }) => {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().split('\n').at(-1)
    throw new Error(`pgbackrest: ${output || error.message}`)
  })
}

/** Prepares the repository, like install.sh. */
export function createStanza(machines: Machines): Promise<void> {
  return pgbackrest(machines, 'stanza-create')
}

export function backUp(machines: Machines): Promise<void> {
  return pgbackrest(machines, '--type=full', 'backup')
}

/** Makes Patroni forget the cluster, so that the first member starts a new cluster. */
async function wipeCluster(machines: Machines, host: HostName): Promise<void> {
  const { programs } = machines
  const { lib } = hostOf(machines, host).directories
  const configuration = `${patroniFolder(hostOf(machines, host))}/config.yml`
  const child = spawn(programs.find('patronictl'), ['-c', configuration, 'remove', SCOPE], {
    ...settingsOf(machines, lib),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let words = ''
  child.stderr!.on('data', (chunk: Buffer) => (words += chunk.toString()))
  child.stdin!.end(`${SCOPE}\nYes I am aware\n`)
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`patronictl remove: ${words.trim().split('\n').at(-1)}`)
}

/**
 * Restores the database of all members to a moment, with the steps of restore.sh. The product's programs must have ended before.
 * @param moment as PostgreSQL's text
 */
export async function restoreTo(machines: Machines, processes: Processes, moment: string): Promise<void> {
  const [first, ...others] = EDGES
  await Promise.all(EDGES.map((host) => processes.stop(`${host}-patroni`)))
  for (const host of EDGES) {
    const data = dataFolder(machines.plan, hostOf(machines, host))
    // The old data folder is kept under another name.
    if (existsSync(data)) renameSync(data, `${data}.before`)
  }
  const folder = patroniFolder(hostOf(machines, first))
  const [ordinary, kept] = [join(folder, 'config.yml'), join(folder, 'ordinary.yml')]
  writeFileSync(join(folder, 'restore-target'), moment)
  await wipeCluster(machines, first)
  copyFileSync(ordinary, kept)
  copyFileSync(join(folder, 'restore.yml'), ordinary)
  if (machines.user !== undefined)
    for (const path of [kept, join(folder, 'restore-target')])
      chownSync(path, machines.user.uid, machines.user.gid)
  await processes.revive(`${first}-patroni`)
  await until('the restored database', 300_000, async () => (await primaries(machines)).includes(first))
  renameSync(kept, ordinary)
  processes.signal(`${first}-patroni`, 'SIGHUP')
  for (const host of others) await processes.revive(`${host}-patroni`)
}
