/** The programs that the kit starts on a host, as processes of the drill. */
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { commandsOf, type Command } from '@galx/operator/kit/services/commands'
import { hostOf, type Machines } from './machines.ts'
import type { HostName } from './place.ts'
import type { Unit } from './processes.ts'

/** Signals and grace times (milliseconds) for programs that SIGTERM does not end soon. */
const ENDINGS: Readonly<Record<string, Pick<Unit, 'stopSignal' | 'graceMs'>>> = {
  etcd: { graceMs: 10_000 },
  pgbouncer: { stopSignal: 'SIGINT', graceMs: 3_000 },
  haproxy: { graceMs: 3_000 },
  nginx: { graceMs: 3_000 },
  pgbackrest: { graceMs: 3_000 },
}

/** The prefix of the names of the kit's own programs. The other programs are Debian's. */
const OWN = 'galx-'

/** Every permanent program of a host, in the order of their start. */
export function unitsOf(machines: Machines, name: HostName): Unit[] {
  return commandsOf(machines.plan, hostOf(machines, name))
    .filter(({ stays }) => stays)
    .map((command) => unit(machines, name, command))
}

export function productUnits(machines: Machines, name: HostName): Unit[] {
  return unitsOf(machines, name).filter((one) => one.name.startsWith(`${name}-${OWN}`))
}

/** @param part systemd's name of the program, such as `patroni` or `galx-api@1` */
export function unitOf(machines: Machines, name: HostName, part: string): Unit {
  const command = commandsOf(machines.plan, hostOf(machines, name)).find((one) => one.unit === part)
  if (command === undefined) throw new Error(`the kit has no ${part} on the host ${name}`)
  return unit(machines, name, command)
}

/** A command of the server with the indexer's variables, like release.sh runs migrations. */
export function serverUnit(
  machines: Machines,
  name: HostName,
  part: string,
  release: string,
  command: string,
): Unit {
  const { environment, ...indexer } = unitOf(machines, name, 'galx-indexer')
  return {
    ...indexer,
    name: `${name}-${part}`,
    environment,
    parameters: ['node', 'server/dist/main.js', command],
    folder: release,
  }
}

function unit(machines: Machines, name: HostName, { unit: part, run, environment, folder }: Command): Unit {
  const { programs, user } = machines
  const own = part.startsWith(OWN)
  const [program = '', ...parameters] = run
  const variables = Object.assign({}, ...environment.map(readEnvironment)) as Record<string, string>
  return {
    name: `${name}-${part}`,
    program: own ? program : programs.find(basename(program)),
    parameters,
    environment: own
      ? { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`, ...variables }
      : { ...programs.environment, HOME: hostOf(machines, name).directories.lib, ...variables },
    folder: folder ?? hostOf(machines, name).directories.lib,
    ...(own ? {} : { user }),
    ...ENDINGS[part],
  }
}

/** The variables of an env file, parsed like systemd does. */
export function readEnvironment(path: string): Record<string, string> {
  return Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => {
        const [, key = '', value = ''] = /^([^=]+)=(.*)$/.exec(line) ?? []
        return [key, value.replace(/^(['"])(.*)\1$/, '$2')]
      }),
  )
}

/** Sets the release for all programs of the product on a host, from their next start on. */
export function serve(machines: Machines, name: HostName, release: string): void {
  const { opt } = hostOf(machines, name).directories
  const fresh = join(opt, 'current.new')
  rmSync(fresh, { force: true })
  symlinkSync(release, fresh)
  renameSync(fresh, join(opt, 'current'))
}
