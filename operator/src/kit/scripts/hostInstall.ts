/** A host's own install.sh: packages, files, units. */
import { POSTGRESQL } from '../hostsFile.ts'
import type { Host, Plan } from '../plan.ts'
import { backupFolder } from '../services/hostScripts.ts'
import { pgBackRestOptions } from '../services/pgbackrest.ts'
import { clusterUnit, initialSqlPath } from '../services/postgres.ts'
import { STANZA } from '../services/postgresSettings.ts'
import { enabledUnits } from '../services/units.ts'
import { endOthers, putFiles, startParts } from './hostUnits.ts'

const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  etcd: ['etcd-server', 'etcd-client'],
  database: ['pgbackrest', 'prometheus-postgres-exporter'],
  app: [],
  edge: ['nginx'],
  redis: ['redis-server'],
  backup: ['pgbackrest'],
  monitor: ['prometheus', 'prometheus-alertmanager'],
}

function packagesOf(plan: Plan, host: Host): string[] {
  const { roles } = host
  return [
    'logrotate',
    'nftables',
    ...(roles.includes('edge') ? ['certbot'] : []),
    ...partPackages(plan, host),
  ]
}

/** The packages of a host's parts and of the programs that the kit's scripts call. */
export function partPackages({ profile }: Plan, { roles, debian }: Host): string[] {
  const postgresql = POSTGRESQL[debian]
  return [
    'ca-certificates',
    'curl',
    'jq',
    'openssl',
    'prometheus-node-exporter',
    ...roles.flatMap((role) => PACKAGES[role] ?? []),
    ...(roles.includes('database') ? [`postgresql-${postgresql}`] : []),
    ...(profile === 'ha' ? ['haproxy'] : []),
    // If python3-openssl is installed, python3-etcd needs python3-idna, which Debian only recommends.
    ...(profile === 'ha' && roles.includes('database') ? ['patroni', 'python3-etcd', 'python3-idna'] : []),
    ...(profile === 'ha' && roles.includes('app')
      ? ['pgbouncer', `postgresql-client-${postgresql}`, 'postgresql-common']
      : []),
  ]
}

/** Puts the host's files in place. It can run again: files that are already right stay. */
export function installation(plan: Plan, host: Host): string {
  return `#!/bin/bash
# Installs the packages and files of the host ${host.name}, and starts all parts but the product's own programs.
# Run it as root, in the folder that has this file.
set -euo pipefail
cd "$(dirname "$0")"
[ "$(id -u)" = 0 ] || { echo 'install.sh: run it as root' >&2; exit 1; }
debian=$(. /etc/os-release && echo "\${VERSION_ID:-}")
[ "$debian" = ${host.debian} ] || { echo "install.sh: the hosts file says Debian ${host.debian}, this machine has: \${debian:-none}" >&2; exit 1; }
${packages(plan, host)}
${filesAndFolders(plan, host)}
# Other users may not enter root's folder.
cd /
${units(plan, host)}echo '${host.name}: installed'
`
}

function packages(plan: Plan, host: Host): string {
  const needsNode = enabledUnits(plan, host).programs.length > 0
  return `${
    needsNode
      ? `node=$(node --version 2>/dev/null || true)
case $node in v2[0-9].*|v[3-9][0-9].*) ;; *) echo "install.sh: Node.js 20.19 or newer is not installed (found: \${node:-none})" >&2; exit 1 ;; esac
case $node in v20.*|v2[1357].*) echo "install.sh: warning: Node.js $node gets no security fixes any more. Install an even version that does, such as 24" >&2 ;; esac
`
      : ''
  }
# Nothing starts before its configuration is there.
printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
trap 'rm -f /usr/sbin/policy-rc.d' EXIT
${host.roles.includes('database') ? clusterOptions(plan) : ''}export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# If the host has another time service, that service stays.
clock=systemd-timesyncd
for other in chrony ntpsec openntpd; do
  if dpkg-query -W -f '\${Status}' "$other" 2>/dev/null | grep -q 'ok installed'; then clock=; fi
done
apt-get install -q -y --no-install-recommends -o Dpkg::Options::=--force-confold $clock ${packagesOf(plan, host).join(' ')}
rm -f /usr/sbin/policy-rc.d
`
}

/** The package's options for its first database: in `single` a checksum for every page; in `ha` no database, because Patroni creates it. */
function clusterOptions({ profile }: Plan): string {
  const folder = '/etc/postgresql-common/createcluster.d'
  const option = profile === 'ha' ? 'create_main_cluster = false' : "initdb_options = '--data-checksums'"
  return `mkdir -p ${folder}
echo "${option}" > ${folder}/galx.conf
`
}

function filesAndFolders(plan: Plan, host: Host): string {
  const { directories, roles } = host
  const backups = backupFolder(plan, host)
  const folders = [
    `root ${directories.opt}/releases`,
    `root ${directories.lib}/galx/acme`,
    ...(roles.includes('etcd') ? [`etcd ${directories.lib}/etcd`] : []),
    ...(roles.includes('database') || roles.includes('backup')
      ? [`postgres ${directories.lib}/pgbackrest`, `postgres ${directories.log}/pgbackrest`]
      : []),
    ...(backups === null ? [] : [`postgres ${backups}`]),
    ...(plan.profile === 'ha' && roles.includes('database')
      ? [`postgres ${directories.lib}/postgresql/${POSTGRESQL[host.debian]}`]
      : []),
    ...(plan.settings.backup?.s3 ? [`postgres ${directories.etc}/pgbackrest/galx.d`] : []),
  ]
  return `for user in galx galx-signer galx-cosigner; do
  id "$user" >/dev/null 2>&1 || useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin "$user"
done

while read -r owner folder; do
  install -d -o "$owner" -g "$owner" "$folder"
done <<'FOLDERS'
${folders.join('\n')}
FOLDERS

${putFiles(host)}
${roles.includes('edge') ? appLink(host) : ''}# The names of the other hosts: pgBackRest compares certificates with names.
sed -i '/^# galx begin$/,/^# galx end$/d' /etc/hosts
cat >> /etc/hosts <<'HOSTS'
# galx begin
${plan.hosts.map(({ name, address }) => `${address} ${name}`).join('\n')}
# galx end
HOSTS
`
}

/** For an earlier installation, whose nginx served the app's files from the programs' folder. */
function appLink({ directories: { opt } }: Host): string {
  return `[ -e ${opt}/app ] || [ ! -e ${opt}/current ] || ln -sfn "$(readlink ${opt}/current)" ${opt}/app
`
}

function units(plan: Plan, host: Host): string {
  const { programs } = enabledUnits(plan, host)
  return `systemctl daemon-reload
# The packages brought these units, and policy-rc.d kept them from starting.
for unit in systemd-timesyncd.service logrotate.timer certbot.timer; do
  ! systemctl cat "$unit" >/dev/null 2>&1 || systemctl enable -q --now "$unit"
done
${endOthers(plan, host)}${startParts(plan, host)}${plan.profile === 'single' ? firstDatabase(plan, host) : ''}${
    programs.length === 0 ? '' : `systemctl enable -q ${programs.join(' ')}\n`
  }`
}

/** In `ha` Patroni creates it. */
function firstDatabase(plan: Plan, host: Host): string {
  return `reads_settings() { [ "$(runuser -u postgres -- psql -qtAc 'show archive_mode' 2>/dev/null)" = on ]; }
for second in $(seq 60); do reads_settings && break; sleep 1; done
reads_settings || { echo '${host.name}: PostgreSQL does not read conf.d/galx.conf: journalctl -u ${clusterUnit(host)}' >&2; exit 1; }
if [ -z "$(runuser -u postgres -- psql -tAc "select 1 from pg_roles where rolname = 'galx'")" ]; then
  runuser -u postgres -- psql -X -q -v ON_ERROR_STOP=1 -f ${initialSqlPath(host)}
fi
${stanzaCreation(pgBackRestOptions(plan, host))}`
}

/** @param options of pgBackRest. A repository with backups of an earlier machine is not an error: a restore needs them. */
export function stanzaCreation(options: string): string {
  return `runuser -u postgres -- pgbackrest ${options} --stanza=${STANZA} stanza-create ||
  echo 'no backups are taken yet: fix the fault in the line above; if the repository has backups of an earlier machine, run restore.sh' >&2
`
}
