/** PostgreSQL of `single`: Debian's own cluster `main` with these settings. In `ha` Patroni has the settings. */
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
  const folder = settingsFolder(host)
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
      target: `${folder}/conf.d/galx.conf`,
      content: settings.join(''),
      mode: 0o644,
      owner,
      restarts: ['postgresql'],
    },
    {
      target: `${folder}/pg_hba.conf`,
      content: `${hostBasedAuthentication(plan, host).join('\n')}\n`,
      mode: 0o640,
      owner,
      reloads: ['postgresql'],
    },
    { target: initialSqlPath(host), content: initialSql(plan), owner },
  ]
}

function settingsFolder({ directories, postgresql }: Host): string {
  return `${directories.etc}/postgresql/${postgresql}/main`
}

export function initialSqlPath(host: Host): string {
  return `${settingsFolder(host)}/galx.sql`
}

/** Debian's unit of the cluster. */
export function clusterUnit({ postgresql }: Host): string {
  return `postgresql@${postgresql}-main`
}
