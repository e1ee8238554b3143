/** The parts of a machine as containers: user, folders and health of each, as data. Their commands are those of the units. */
import { dirname } from 'node:path'
import type { Host, Plan } from '../plan.ts'
import { partCommands } from '../services/commands.ts'
import { galxFolder } from '../services/environments.ts'
import { backupFolder } from '../services/hostScripts.ts'
import { figuresFolder } from '../services/monitoring.ts'
import { dataFolder, socketFolder } from '../services/postgresSettings.ts'
import { auditMark, productPrograms } from '../services/productPrograms.ts'

type Volume = { name: string; path: string; owner: string }

/** How a part runs in its container. */
export type Part = {
  run: readonly string[]
  user: string
  /** volumes that it changes, and volumes that it only reads, by name */
  writes: readonly string[]
  reads: readonly string[]
  /** folders of the machine, at the same path */
  folders: readonly string[]
  /** folders whose content a restart may lose */
  scratch: readonly string[]
  /** a command that succeeds while the part works; null: the part serves no requests */
  health: readonly string[] | null
  environment: readonly string[]
  /** further entries of the service in the compose file */
  more: Readonly<Record<string, unknown>>
}

/** The volumes, which outlive the containers. The image has each path with its owner, which a new volume takes over. */
export function volumesOf(plan: Plan, host: Host): Volume[] {
  const { lib, opt, etc } = host.directories
  const states = Object.values(productPrograms(host)).flatMap(({ user, state }) =>
    state === undefined ? [] : [{ name: state, path: `${lib}/${state}`, owner: user }],
  )
  return [
    { name: 'settings', path: etc, owner: 'root' },
    { name: 'database', path: dirname(dirname(dataFolder(plan, host))), owner: 'postgres' },
    { name: 'sockets', path: socketFolder(host), owner: 'postgres' },
    { name: 'pgbackrest', path: `${lib}/pgbackrest`, owner: 'postgres' },
    { name: 'metrics', path: `${lib}/prometheus`, owner: 'prometheus' },
    { name: 'figures', path: figuresFolder(host), owner: 'postgres' },
    { name: 'marks', path: dirname(auditMark(host)), owner: 'root' },
    { name: 'site', path: opt, owner: 'galx' },
    ...states,
  ]
}

/** release.sh writes the app's files to this path of the volume `site`. nginx has the same volume at its own path. */
export const SITE = '/site'

/** A script that the kit brings into the containers. */
export function scriptPath(
  host: Host,
  name: 'postgresql' | 'prepare' | 'backups' | 'backup' | 'figures',
): string {
  return `${galxFolder(host)}/${name}.sh`
}

function asks(url: string, ...more: string[]): string[] {
  return ['curl', '-fsS', '--max-time', '2', '-o', '/dev/null', ...more, url]
}

/** The parts by their units' names, in start order. */
export function partsOf(plan: Plan, host: Host): Map<string, Part> {
  const parts = new Map(databaseParts(plan, host))
  const known = otherParts(plan, host)
  for (const { unit, run, environment } of partCommands(plan, host)) {
    const own = known[unit]
    if (own === undefined) throw new Error(`the containers have no entry for ${unit}`)
    parts.set(unit, { ...NONE, ...own, run, environment })
  }
  return parts
}

const NONE = { writes: [], reads: [], folders: [], scratch: [], environment: [], more: {} }

function databaseParts(plan: Plan, host: Host): [string, Part][] {
  const backups = backupFolder(plan, host)
  const common = {
    ...NONE,
    user: 'postgres',
    folders: backups === null ? [] : [backups],
    scratch: [`${host.directories.log}/pgbackrest`],
  }
  return [
    [
      'postgresql',
      {
        ...common,
        run: ['bash', scriptPath(host, 'postgresql')],
        writes: ['database', 'sockets', 'pgbackrest'],
        health: ['pg_isready', '-q', '-h', socketFolder(host), '-p', String(host.ports.postgres)],
        // SIGINT ends sessions; after SIGTERM PostgreSQL would wait for the sessions to end. Parallel queries need room in /dev/shm.
        more: { stop_signal: 'SIGINT', stop_grace_period: '120s', shm_size: '1gb' },
      },
    ],
    [
      'backups',
      {
        ...common,
        run: ['bash', scriptPath(host, 'backups')],
        writes: ['database', 'sockets', 'pgbackrest', 'figures'],
        health: null,
      },
    ],
  ]
}

type Known = Pick<Part, 'user' | 'health'> & Partial<Part>

/** By unit. */
function otherParts({ settings: { domain } }: Plan, { directories, ports }: Host): Record<string, Known> {
  const { lib } = directories
  const page = `${domain}:${ports.https}`
  const user = 'prometheus'
  return {
    'redis-server': {
      user: 'redis',
      scratch: [`${lib}/redis`],
      health: ['bash', '-c', `: > /dev/tcp/127.0.0.1/${ports.redis}`],
    },
    nginx: {
      // Its first process opens ports below 1024 and reads the key. The processes that answer calls belong to www-data.
      user: 'root',
      reads: ['site'],
      folders: [`${lib}/galx/acme`],
      scratch: [`${lib}/nginx`],
      // nginx answers to its own names only.
      health: asks(`https://${page}/config.json`, '-k', '--resolve', `${page}:127.0.0.1`),
      more: { stop_signal: 'SIGQUIT', cap_add: ['CHOWN', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'] },
    },
    prometheus: { user, writes: ['metrics'], health: asks(`http://127.0.0.1:${ports.prometheus}/-/healthy`) },
    'prometheus-alertmanager': {
      user,
      writes: ['metrics'],
      health: asks(`http://127.0.0.1:${ports.alertmanager}/-/healthy`),
    },
    'prometheus-postgres-exporter': {
      user,
      reads: ['sockets'],
      health: asks(`http://127.0.0.1:${ports.postgresExporter}/metrics`),
    },
    'prometheus-node-exporter': {
      user,
      reads: ['figures'],
      health: asks(`http://127.0.0.1:${ports.nodeExporter}/metrics`),
    },
  }
}
