/** pgBackRest: the archive of WAL files, backups, and a restore to a point in time through Patroni. */
import { execFile } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeHostFile, type Machines } from './database.ts'
import type { HostName, PortName } from './place.ts'

const run = promisify(execFile)
const STANZA = 'galx'

/** @param data folder of PostgreSQL's data inside the host's */
function configurationFile(machines: Machines, host: HostName, data: string, port: PortName): string {
  const { place } = machines
  return writeHostFile(
    machines,
    host,
    `pgbackrest-${data}.conf`,
    `[global]
repo1-path=${place.make('c', 'backup')}
repo1-retention-full=2
repo1-bundle=y
log-path=${place.make(host, 'pgbackrest', 'log')}
log-level-console=warn
log-level-file=off
lock-path=${place.make(host, 'pgbackrest', `lock-${data}`)}
spool-path=${place.make(host, 'pgbackrest', 'spool')}
start-fast=y
process-max=2

[${STANZA}]
pg1-path=${join(place.make(host), data)}
pg1-port=${place.port(host, port)}
pg1-socket-path=${place.make(host, 'run')}
pg1-user=postgres
pg1-database=postgres
`,
  )
}

function commandOf({ programs }: Machines, file: string): string[] {
  return [programs.find('pgbackrest'), `--config=${file}`, `--stanza=${STANZA}`]
}

/** What PostgreSQL does with each finished WAL file. */
export function archiveCommand(machines: Machines, host: HostName): string {
  const file = configurationFile(machines, host, 'postgres', 'postgres')
  return [...commandOf(machines, file), 'archive-push', '%p'].join(' ')
}

async function pgbackrest(machines: Machines, host: HostName, ...words: string[]): Promise<void> {
  const { place, programs, passwords } = machines
  const file = configurationFile(machines, host, 'postgres', 'postgres')
  const [program, ...parameters] = commandOf(machines, file)
  await run(program!, [...parameters, ...words], {
    env: { ...programs.environment, HOME: place.make(host, 'home'), PGPASSWORD: passwords.superuser },
    cwd: place.make(host, 'home'),
    ...(place.user ?? {}),
  }).catch((error: { stderr?: string; stdout?: string; message: string }) => {
    const words = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().split('\n').at(-1)
    throw new Error(`pgbackrest: ${words || error.message}`)
  })
}

/** Prepares the repository. Once, on the primary's host. */
export function createStanza(machines: Machines, primary: HostName): Promise<void> {
  return pgbackrest(machines, primary, 'stanza-create')
}

export function backUp(machines: Machines, primary: HostName): Promise<void> {
  return pgbackrest(machines, primary, 'backup', '--type=full')
}

/**
 * How a new cluster gets its data from the backup. Patroni runs it with `--datadir`.
 * @param target PostgreSQL's text of the moment
 * @returns path of a script
 */
export function restoreScript(machines: Machines, host: HostName, target: string): string {
  const file = configurationFile(machines, host, 'restored', 'restoredPostgres')
  const command = commandOf(machines, file).join(' ')
  const path = writeHostFile(
    machines,
    host,
    'restore.sh',
    `#!/bin/sh
set -eu
exec ${command} --type=time "--target=${target}" --target-action=promote --archive-mode=off restore
`,
  )
  chmodSync(path, 0o755)
  return path
}
