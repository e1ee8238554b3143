/** etcd, Patroni with PostgreSQL, HAProxy and PgBouncer of one host: their files, and how they start. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Programs } from '../programs/programs.ts'
import { HOSTS, type HostName, type Place, type PortName } from './place.ts'
import type { Unit } from './processes.ts'

/** The roles' passwords, made for one run. */
type Passwords = {
  superuser: string
  replication: string
  rewind: string
  product: string
  redis: string
}

export type Machines = { place: Place; programs: Programs; passwords: Passwords }

/** Writes a file of a host. @returns its path */
export function writeHostFile({ place }: Machines, host: HostName, name: string, content: string): string {
  const path = join(place.make(host, 'etc'), name)
  writeFileSync(path, content)
  chmodSync(path, 0o644)
  return path
}

/** JSON is YAML as well. */
export function yaml(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`
}

export function unitOf(
  { place, programs }: Machines,
  host: HostName,
  part: string,
  program: string,
  parameters: readonly string[],
): Unit {
  const home = place.make(host, 'home')
  return {
    name: `${host}-${part}`,
    program: programs.find(program),
    parameters,
    environment: { ...programs.environment, HOME: home },
    folder: home,
    user: place.user,
  }
}

export function etcdUnit(machines: Machines, host: HostName): Unit {
  const { place } = machines
  const client = `http://${place.address(host, 'etcd')}`
  const peer = `http://${place.address(host, 'etcdPeer')}`
  const file = writeHostFile(
    machines,
    host,
    'etcd.yml',
    yaml({
      name: host,
      'data-dir': place.make(host, 'etcd'),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': HOSTS.map((one) => `${one}=http://${place.address(one, 'etcdPeer')}`).join(),
      'initial-cluster-token': 'galx',
      'initial-cluster-state': 'new',
      'heartbeat-interval': 100,
      'election-timeout': 1000,
      'enable-grpc-gateway': true,
      logger: 'zap',
      'log-level': 'warn',
    }),
  )
  return { ...unitOf(machines, host, 'etcd', 'etcd', ['--config-file', file]), graceMs: 10_000 }
}

/** What all members share; etcd keeps it. */
const CLUSTER = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: false,
  synchronous_node_count: 1,
  failsafe_mode: true,
}

const SETTINGS = {
  max_connections: 200,
  wal_level: 'replica',
  hot_standby: 'on',
  wal_log_hints: 'on',
  max_wal_senders: 10,
  max_replication_slots: 10,
  wal_keep_size: '256MB',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  jit: 'off',
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  archive_mode: 'on',
  archive_timeout: '10s',
  shared_buffers: '64MB',
}

export type Member = {
  /** of the cluster's own keys in etcd */
  scope: string
  name: string
  postgres: PortName
  patroni: PortName
  /** folder of the data, inside the host's */
  data: string
  /** what PostgreSQL does with each finished WAL file; null: nothing */
  archive: string | null
  /** how the first member gets its data, if not by initdb */
  restore?: { command: string } | undefined
}

export const MEMBER: Omit<Member, 'name' | 'archive'> = {
  scope: 'galx',
  postgres: 'postgres',
  patroni: 'patroni',
  data: 'postgres',
}

function patroniFile(machines: Machines, host: HostName, member: Member): string {
  const { place, programs, passwords } = machines
  const { scope, name, postgres, patroni, data, archive, restore } = member
  return writeHostFile(
    machines,
    host,
    `${scope}-patroni.yml`,
    yaml({
      scope,
      namespace: '/service/',
      name,
      log: { level: 'INFO' },
      restapi: { listen: place.address(host, patroni), connect_address: place.address(host, patroni) },
      etcd3: { hosts: HOSTS.map((one) => place.address(one, 'etcd')) },
      bootstrap: {
        dcs: {
          ...CLUSTER,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            parameters: { ...SETTINGS, archive_mode: archive === null ? 'off' : 'on' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
        ...(restore === undefined
          ? {}
          : {
              method: 'restored',
              restored: { command: restore.command, keep_existing_recovery_conf: true, no_params: false },
            }),
      },
      postgresql: {
        listen: place.address(host, postgres),
        connect_address: place.address(host, postgres),
        data_dir: join(place.make(host), data),
        bin_dir: programs.postgresBin,
        pgpass: join(place.make(host, 'home'), `${scope}-pgpass`),
        authentication: {
          superuser: { username: 'postgres', password: passwords.superuser },
          replication: { username: 'replicator', password: passwords.replication },
          rewind: { username: 'rewinder', password: passwords.rewind },
        },
        pg_hba: [
          'local all all scram-sha-256',
          'host replication replicator 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
        ],
        parameters: {
          unix_socket_directories: place.make(host, 'run'),
          ...(archive === null ? {} : { archive_command: archive }),
        },
        create_replica_methods: ['basebackup'],
        basebackup: { checkpoint: 'fast' },
      },
    }),
  )
}

export function patroniUnit(machines: Machines, host: HostName, member: Member): Unit {
  const file = patroniFile(machines, host, member)
  return unitOf(machines, host, member.scope === 'galx' ? 'patroni' : 'restored-patroni', 'patroni', [file])
}

export function haproxyUnit(machines: Machines, host: HostName): Unit {
  const { place } = machines
  const servers = HOSTS.map(
    (one) => `  server ${one} ${place.address(one, 'postgres')} check port ${place.port(one, 'patroni')}`,
  ).join('\n')
  const listen = (name: string, port: PortName, path: string) => `
listen ${name}
  bind ${place.address(host, port)}
  option httpchk
  http-check send meth OPTIONS uri ${path}
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers}
`
  const file = writeHostFile(
    machines,
    host,
    'haproxy.cfg',
    `global
  maxconn 2000
  log stdout format raw local0 notice

defaults
  mode tcp
  log global
  option dontlognull
  timeout connect 2s
  timeout queue 5s
  timeout check 2s
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
  retries 2
  option redispatch
${listen('primary', 'primary', '/primary')}${listen('replica', 'replica', '/replica?lag=16MB')}
frontend metrics
  mode http
  timeout client 10s
  bind ${place.address(host, 'haproxyStats')}
  http-request use-service prometheus-exporter if { path /metrics }
`,
  )
  return { ...unitOf(machines, host, 'haproxy', 'haproxy', ['-db', '-f', file]), graceMs: 3_000 }
}

export function pgbouncerUnit(machines: Machines, host: HostName): Unit {
  const { place, passwords } = machines
  const users = writeHostFile(machines, host, 'userlist.txt', `"galx" "${passwords.product}"\n`)
  const file = writeHostFile(
    machines,
    host,
    'pgbouncer.ini',
    `[databases]
galx = host=127.0.0.1 port=${place.port(host, 'primary')} dbname=galx

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${place.port(host, 'pgbouncer')}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_lifetime = 3600
server_check_delay = 5
server_check_query = select 1
query_wait_timeout = 10
server_connect_timeout = 3
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
admin_users = galx
`,
  )
  return { ...unitOf(machines, host, 'pgbouncer', 'pgbouncer', [file]), stopSignal: 'SIGINT', graceMs: 3_000 }
}
