/**
 * pgBackRest: encrypted backups and the WAL between them. In `ha` a separate host stores them and speaks TLS with the
 * database hosts; otherwise a bucket stores them.
 */
import { hostsWith, tlsPaths, type Host, type Plan } from '../plan.ts'
import type { HostFile, Service } from '../rendered.ts'
import { dataFolder, pgBackRestFile, socketFolder, STANZA } from './postgresSettings.ts'

/** The number of stored full backups, and so the number of weeks that can be restored. */
const FULL_BACKUPS = 4

/** A person writes the bucket's keys into a file of this folder, only on the host. */
export function credentialsFolder({ directories }: Host): string {
  return `${directories.etc}/pgbackrest/galx.d`
}

export function pgBackRestOptions({ settings }: Plan, host: Host): string {
  const included = settings.backup?.s3 ? ` --config-include-path=${credentialsFolder(host)}` : ''
  return `--config=${pgBackRestFile(host)}${included}`
}

export function archiveCommand(plan: Plan, host: Host): string {
  return `pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} archive-push %p`
}

export function archiveGetCommand(plan: Plan, host: Host): string {
  return `pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} archive-get %f "%p"`
}

/** pgBackRest checks a certificate's names, not its addresses: install.sh makes the hosts' names known. */
function nameOf({ name, address }: Host): string {
  return address === '127.0.0.1' ? 'localhost' : name
}

type Values = Record<string, string | number>

function section(name: string, values: Values): string {
  return `[${name}]\n${Object.entries(values)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('')}`
}

function general(host: Host): Values {
  const { directories } = host
  return {
    'log-path': `${directories.log}/pgbackrest`,
    'log-level-console': 'warn',
    'log-level-file': 'info',
    'lock-path': `${directories.lib}/pgbackrest/lock`,
    'spool-path': `${directories.lib}/pgbackrest/spool`,
    'start-fast': 'y',
    'compress-type': 'zst',
    'process-max': 2,
  }
}

function repository({ settings, secrets }: Plan, { directories }: Host): Values {
  const { path, s3 } = settings.backup ?? {}
  return {
    ...(s3
      ? {
          'repo1-type': 's3',
          'repo1-path': '/galx',
          'repo1-s3-bucket': s3.bucket,
          'repo1-s3-endpoint': s3.endpoint,
          'repo1-s3-region': s3.region,
        }
      : { 'repo1-path': path ?? `${directories.lib}/pgbackrest/repository` }),
    'repo1-retention-full': FULL_BACKUPS,
    'repo1-bundle': 'y',
    'repo1-cipher-type': 'aes-256-cbc',
    'repo1-cipher-pass': secrets.passwords.backups,
  }
}

/** @param allowed hosts whose pgBackRest may connect */
function tlsServer(host: Host, allowed: readonly Host[]): Values {
  const { authority, certificate, key } = tlsPaths(host, 'pgbackrest')
  return {
    'tls-server-address': host.address,
    'tls-server-port': host.ports.pgbackrest,
    'tls-server-ca-file': authority,
    'tls-server-cert-file': certificate,
    'tls-server-key-file': key,
    // The only option that may occur several times in a file: pgBackRest reads a list in this way.
    'tls-server-auth': allowed.map(({ name }) => `pgbackrest.${name}=${STANZA}`).join('\ntls-server-auth='),
  }
}

/** The options with which a host reaches pgBackRest of `other`; `prefix` is `repo1` or `pg1`, `pg2`, … */
function remote(prefix: string, host: Host, other: Host): Values {
  const { authority, certificate, key } = tlsPaths(host, 'pgbackrest')
  return {
    [`${prefix}-host`]: nameOf(other),
    [`${prefix}-host-type`]: 'tls',
    [`${prefix}-host-port`]: other.ports.pgbackrest,
    [`${prefix}-host-config`]: pgBackRestFile(other),
    [`${prefix}-host-ca-file`]: authority,
    [`${prefix}-host-cert-file`]: certificate,
    [`${prefix}-host-key-file`]: key,
  }
}

function database(prefix: string, plan: Plan, host: Host): Values {
  return {
    [`${prefix}-path`]: dataFolder(plan, host),
    [`${prefix}-port`]: host.ports.postgres,
    [`${prefix}-socket-path`]: socketFolder(host),
    [`${prefix}-user`]: 'postgres',
  }
}

export const pgbackrest: Service = (plan, host): HostFile[] => {
  const databases = hostsWith(plan, 'database')
  const [keeper] = hostsWith(plan, 'backup')
  const target = pgBackRestFile(host)
  const owner = 'postgres'
  // It serves other hosts only in `ha`.
  const restarts = plan.profile === 'ha' ? ['pgbackrest'] : []
  if (host.roles.includes('backup')) {
    const content = [
      section('global', { ...general(host), ...repository(plan, host), ...tlsServer(host, databases) }),
      section(
        STANZA,
        Object.assign(
          {},
          ...databases.map((member, index) => ({
            ...remote(`pg${index + 1}`, host, member),
            ...database(`pg${index + 1}`, plan, member),
          })),
        ) as Values,
      ),
    ]
    return [{ target, content: content.join('\n'), owner, restarts }]
  }
  if (!host.roles.includes('database')) return []
  const archive = { 'archive-async': 'y' }
  const content = [
    section('global', {
      ...general(host),
      ...(keeper === undefined ? repository(plan, host) : remote('repo1', host, keeper)),
      ...(plan.profile === 'ha' ? tlsServer(host, keeper === undefined ? [host] : [keeper]) : {}),
      ...archive,
    }),
    section(STANZA, database('pg1', plan, host)),
  ]
  return [{ target, content: content.join('\n'), owner, restarts }]
}
