/** PostgreSQL's settings in both profiles, and the users that may connect. */
import { POSTGRESQL } from '../hostsFile.ts'
import { coSignsAlone, hostsWith, tlsPaths, type Host, type Plan } from '../plan.ts'
import { POOL_SIZE } from './pgbouncer.ts'

/** Seconds after which PostgreSQL closes a WAL file that is not full: including the upload, at most a minute of writes is on one machine only. */
const ARCHIVE_SECONDS = 30

/** For signers, second engines, a reindex, Patroni, backups, figures, and people. */
const RESERVED_CONNECTIONS = 50

/** Connections of the leading indexer: one writes, one reads, and three maintain totals, histories and ranks. */
const INDEXER_CONNECTIONS = 5

/**
 * The greatest number of connections. While there is no replica, all connections of an app host lead to the primary. With two processes of each API
 * and pools of 10, an app host of `ha` has 73 connections: PgBouncer has 20, and the indexer has 5. Each of the four processes has 12: 10 in its pool
 * of reads, 1 that checks the pool and 1 that listens. In `single` there is no PgBouncer, and each process has two pools.
 */
function connections(plan: Plan): number {
  const pool = Number(plan.settings.apiEnvironment?.DATABASE_CONNECTIONS ?? 10)
  const pools = plan.profile === 'ha' ? 1 : 2
  const ofHosts = hostsWith(plan, 'app').map(({ ports: { api, btcApi } }) => {
    const processes = api.length + btcApi.length
    return (plan.profile === 'ha' ? POOL_SIZE : 0) + processes * (pools * pool + 2) + INDEXER_CONNECTIONS
  })
  return Math.max(
    200,
    ofHosts.reduce((sum, one) => sum + one, RESERVED_CONNECTIONS),
  )
}

export function postgresParameters(plan: Plan): Record<string, string | number> {
  return {
    max_connections: connections(plan),
    shared_buffers: `${plan.settings.databaseBuffersMb ?? 256}MB`,
    // While the indexer catches up, a transaction writes 25 MB of log. The waiting connection itself writes the part that does not fit.
    wal_buffers: '64MB',
    // Debian's build JIT-compiles plans that it considers expensive, for a second or more: ten times the run time of a long history's sums.
    jit: 'off',
    wal_level: 'replica',
    wal_log_hints: 'on',
    max_wal_senders: 10,
    max_replication_slots: 10,
    wal_keep_size: '256MB',
    max_slot_wal_keep_size: '8GB',
    synchronous_commit: 'on',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    idle_in_transaction_session_timeout: '60s',
    archive_mode: 'on',
    archive_timeout: `${ARCHIVE_SECONDS}s`,
  }
}

export function postgresTls(host: Host): Record<string, string> {
  const { authority, certificate, key } = tlsPaths(host, 'postgres')
  return {
    ssl: 'on',
    ssl_ca_file: authority,
    ssl_cert_file: certificate,
    ssl_key_file: key,
    ssl_min_protocol_version: 'TLSv1.2',
  }
}

/** pgBackRest's name of the stanza. */
export const STANZA = 'galx'

export function pgBackRestFile({ directories }: Host): string {
  return `${directories.etc}/pgbackrest/galx.conf`
}

export function socketFolder({ directories }: Host): string {
  return `${directories.run}/postgresql`
}

export function dataFolder({ profile }: Plan, { directories, debian }: Host): string {
  return `${directories.lib}/postgresql/${POSTGRESQL[debian]}/${profile === 'single' ? 'main' : 'galx'}`
}

/** pg_hba.conf: the machine's own user `postgres` without a password; all other users with a password over TLS. */
export function hostBasedAuthentication(plan: Plan, { user }: Host): string[] {
  const callers = plan.hosts.filter((host) => !coSignsAlone(host))
  const addresses = [...new Set(['127.0.0.1', ...callers.map(({ address }) => address)])]
  const members = [...new Set(['127.0.0.1', ...hostsWith(plan, 'database').map(({ address }) => address)])]
  return [
    user === null ? 'local all postgres peer' : 'local all postgres peer map=galx',
    'local all monitor scram-sha-256',
    ...(plan.profile === 'ha'
      ? members.flatMap((address) => [
          `hostssl replication replicator ${address}/32 scram-sha-256`,
          `hostssl postgres rewinder ${address}/32 scram-sha-256`,
          `hostssl all postgres ${address}/32 scram-sha-256`,
        ])
      : []),
    ...addresses.map((address) => `hostssl galx galx ${address}/32 scram-sha-256`),
  ]
}

/** pg_ident.conf: the user of a trial logs in like the machine's user `postgres` on real hosts. */
export function userNameMaps({ user }: Host): string[] {
  return user === null ? [] : [`galx ${user} postgres`]
}

/**
 * The product's role and database. A pooler in transaction mode accepts no settings of a connection, so the role has the
 * limits of a call; processes that work longer set their own limits.
 */
export function initialSql({ secrets }: Plan): string {
  return `create role galx login password '${secrets.passwords.galx}';
alter role galx set statement_timeout = '5s';
alter role galx set lock_timeout = '2s';
alter role galx set idle_in_transaction_session_timeout = '5s';
create role monitor login password '${secrets.passwords.monitor}';
grant pg_monitor to monitor;
create database galx owner galx encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0;
`
}
