/** PostgreSQL of `single`: Debian's own cluster `main` with these settings. In `ha` Patroni has the settings. */
import { POSTGRESQL } from '../hostsFile.ts'
import type { Host } from '../plan.ts'
import type { Service } from '../rendered.ts'
import { archiveCommand, archiveGetCommand } from './pgbackrest.ts'
import {
  hostBasedAuthentication,
  initialSql,
  postgresParameters,
  postgresTls,
  socketFolder,
} from './postgresSettings.ts'

export const postgres: Service = (plan, host) => {
  if (plan.profile !== 'single' || !host.roles.includes('database')) return []
  const settings = Object.entries({
    ...postgresParameters(plan),
    ...postgresTls(host),
    listen_addresses: '127.0.0.1',
    port: host.ports.postgres,
    unix_socket_directories: socketFolder(host),
    archive_command: archiveCommand(plan, host),
    // Only a restore uses it.
    restore_command: archiveGetCommand(plan, host),
  }).map(([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}\n`)
  const owner = 'postgres'
  return [
    {
      target: settingsPath(host),
      content: settings.join(''),
      mode: 0o644,
      owner,
      restarts: ['postgresql'],
    },
    {
      target: accessPath(host),
      content: `${hostBasedAuthentication(plan, host).join('\n')}\n`,
      mode: 0o640,
      owner,
      reloads: ['postgresql'],
    },
    { target: initialSqlPath(host), content: initialSql(plan), owner },
  ]
}

function settingsFolder({ directories, debian }: Host): string {
  return `${directories.etc}/postgresql/${POSTGRESQL[debian]}/main`
}

export function settingsPath(host: Host): string {
  return `${settingsFolder(host)}/conf.d/galx.conf`
}

/** Who may connect. */
export function accessPath(host: Host): string {
  return `${settingsFolder(host)}/pg_hba.conf`
}

export function initialSqlPath(host: Host): string {
  return `${settingsFolder(host)}/galx.sql`
}

/** Debian's unit of the cluster. */
export function clusterUnit({ debian }: Host): string {
  return `postgresql@${POSTGRESQL[debian]}-main`
}
