/** Patroni chooses the leading PostgreSQL and replaces it after a failure. Only in `ha`. */
import { hostsWith, tlsPaths, type Host, type Plan } from '../plan.ts'
import { yaml, type HostFile, type Service } from '../rendered.ts'
import { archiveCommand, archiveGetCommand, pgBackRestOptions } from './pgbackrest.ts'
import {
  dataFolder,
  hostBasedAuthentication,
  initialSql,
  postgresParameters,
  postgresTls,
  socketFolder,
  STANZA,
  userNameMaps,
} from './postgresSettings.ts'

/** The cluster's name in etcd. */
export const SCOPE = 'galx'

/**
 * Settings that etcd stores for all members. Patroni reads them when it creates the cluster, and install.sh applies later changes.
 * Times are seconds, and loop_wait + 2 × retry_timeout must not exceed ttl. A primary gives up after retry_timeout. If the primary's machine
 * is gone, the other members wait for ttl. If that machine also had etcd's leader, etcd starts the whole ttl again.
 * Patroni 3.0 of Debian 12 accepts any ttl; newer versions raise a smaller ttl to 20.
 */
function clusterSettings(plan: Plan) {
  return {
    ttl: 15,
    // The interval at which a member checks its PostgreSQL: a crash is noticed within this time.
    loop_wait: 3,
    retry_timeout: 5,
    maximum_lag_on_failover: 1_048_576,
    // A crashed primary is replaced, because its own recovery may take minutes.
    primary_start_timeout: 0,
    // Acknowledged rows are on two machines, and only a machine with all of them may be promoted.
    synchronous_mode: true,
    synchronous_mode_strict: false,
    synchronous_node_count: 1,
    // Without etcd the primary continues while all members answer it.
    failsafe_mode: true,
    postgresql: { use_pg_rewind: true, use_slots: true, parameters: postgresParameters(plan) },
  }
}

export function patroniFolder({ directories }: Host): string {
  return `${directories.etc}/patroni`
}

function configuration(plan: Plan, host: Host) {
  const { authority, certificate, key } = tlsPaths(host, 'postgres')
  const { passwords } = plan.secrets
  const { address, ports } = host
  const folder = patroniFolder(host)
  const account = (username: 'postgres' | 'replicator' | 'rewinder') => ({
    username,
    password: passwords[username],
    sslmode: 'verify-ca',
    sslrootcert: authority,
  })
  return {
    scope: SCOPE,
    namespace: '/service/',
    name: host.name,
    log: { level: 'INFO' },
    restapi: {
      listen: `${address}:${ports.patroni}`,
      connect_address: `${address}:${ports.patroni}`,
      certfile: certificate,
      keyfile: key,
      cafile: authority,
      // Reads are open; a call that changes something needs a certificate and the password.
      verify_client: 'optional',
      authentication: { username: 'patroni', password: passwords.patroni },
    },
    ctl: { insecure: false, cacert: authority, certfile: certificate, keyfile: key },
    etcd3: {
      hosts: hostsWith(plan, 'etcd').map((member) => `${member.address}:${member.ports.etcdClient}`),
      protocol: 'https',
      cacert: authority,
      cert: certificate,
      key,
    },
    bootstrap: {
      dcs: clusterSettings(plan),
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      post_bootstrap: `${folder}/bootstrap.sh`,
    },
    postgresql: {
      listen: `${[...new Set([address, '127.0.0.1'])].join(',')}:${ports.postgres}`,
      connect_address: `${address}:${ports.postgres}`,
      use_unix_socket: true,
      data_dir: dataFolder(plan, host),
      bin_dir: host.directories.postgresPrograms,
      pgpass: `${host.directories.run}/postgresql/patroni.pgpass`,
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      pg_hba: hostBasedAuthentication(plan, host),
      ...(host.user === null ? {} : { pg_ident: userNameMaps(host) }),
      parameters: {
        ...postgresTls(host),
        unix_socket_directories: socketFolder(host),
        archive_command: archiveCommand(plan, host),
      },
      create_replica_methods: ['basebackup'],
      basebackup: { checkpoint: 'fast' },
      recovery_conf: {
        restore_command: archiveGetCommand(plan, host),
      },
    },
    tags: { nofailover: false, noloadbalance: false, clonefrom: false, nosync: false },
  }
}

/** Patroni calls it with a connection string without the password. */
function bootstrapScript(host: Host): string {
  return `#!/bin/sh
# Patroni runs this once, on the member that made the cluster. $1 is the address of that member's database.
exec psql -X -q -v ON_ERROR_STOP=1 -f ${patroniFolder(host)}/bootstrap.sql "$1"
`
}

/** Reads the target moment, or `latest`, and the timeline from the file that restore.sh writes. */
function restoreCommand(plan: Plan, host: Host): string {
  const folder = patroniFolder(host)
  return `#!/bin/sh
# Patroni runs this in place of initdb, with --scope and --datadir.
set -eu
for argument in "$@"; do
  case $argument in --datadir=*) data=\${argument#*=} ;; esac
done
{ read -r moment && read -r timeline; } < ${folder}/restore-target || true
if [ "$moment" = latest ]; then set -- --type=default
else set -- --type=time --target="$moment" --target-action=promote
fi
exec pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} --pg1-path="$data" \\
  --target-timeline="\${timeline:-latest}" "$@" restore
`
}

export const patroni: Service = (plan, host): HostFile[] => {
  if (plan.profile !== 'ha' || !host.roles.includes('database')) return []
  const folder = patroniFolder(host)
  const owner = 'postgres'
  const ordinary = configuration(plan, host)
  const { post_bootstrap: _none, ...bootstrap } = ordinary.bootstrap
  const restoring = {
    ...ordinary,
    bootstrap: {
      ...bootstrap,
      method: 'pgbackrest',
      pgbackrest: {
        command: `${folder}/restore-command.sh`,
        keep_existing_recovery_conf: true,
        no_params: false,
      },
    },
  }
  return [
    { target: `${folder}/config.yml`, content: yaml(ordinary), owner, reloads: ['patroni'] },
    { target: `${folder}/restore.yml`, content: yaml(restoring), owner },
    { target: `${folder}/bootstrap.sh`, content: bootstrapScript(host), mode: 0o700, owner },
    { target: `${folder}/bootstrap.sql`, content: initialSql(plan), owner },
    { target: `${folder}/restore-command.sh`, content: restoreCommand(plan, host), mode: 0o700, owner },
  ]
}
