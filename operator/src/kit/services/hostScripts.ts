/** What runs on a host itself: installation, backups, figures, and a look at everything. */
import type { Host, Plan } from '../plan.ts'
import type { HostFile, RenderedFile, Service } from '../rendered.ts'
import { galxFolder } from './environments.ts'
import { figuresFolder } from './monitoring.ts'
import { publicCertificate } from './nginx.ts'
import { pgBackRestOptions } from './pgbackrest.ts'
import { initialSqlPath } from './postgres.ts'
import { STANZA } from './postgresSettings.ts'
import { enabledUnits, takesBackups } from './units.ts'

export const hostScripts: Service = (plan, host): HostFile[] => {
  const folder = galxFolder(host)
  const mode = 0o755
  return [
    { target: `${folder}/figures.sh`, content: figures(plan, host), mode },
    { target: `${folder}/check-host.sh`, content: check(plan, host), mode },
    ...(host.roles.includes('app')
      ? [{ target: `${folder}/doctor.sh`, content: doctor(plan, host), mode } as const]
      : []),
    ...(takesBackups(plan, host)
      ? [{ target: `${folder}/backup.sh`, content: backup(plan, host), mode } as const]
      : []),
  ]
}

/** Certificates whose end is watched: those of the kit and the public one. */
function certificates(plan: Plan, host: Host): string {
  const own = `${galxFolder(host)}/tls/*.crt ${galxFolder(host)}/tls/*.pem`
  return host.roles.includes('edge') ? `${own} ${publicCertificate(plan, host).certificate}` : own
}

/** Written whole and renamed, so that node-exporter never reads half a file. */
function figures(plan: Plan, host: Host): string {
  const folder = figuresFolder(host)
  const backups = `
if list=$(runuser -u postgres -- pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} --output=json info); then
  printf '%s' "$list" | jq -r '
    [.[].backup[]? | select(.error != true)] | group_by(.type)[] |
    "galx_backup_finished_timestamp_seconds{type=\\"\\(.[0].type)\\"} \\(map(.timestamp.stop) | max)"
  ' > ${folder}/galx-backups.new
  mv ${folder}/galx-backups.new ${folder}/galx-backups.prom
fi
`
  return `#!/bin/sh
# Tells node-exporter of backups and certificates. systemd starts it every minute.
set -eu
umask 022
for file in ${certificates(plan, host)}; do
  [ -e "$file" ] || continue
  ends=$(openssl x509 -noout -enddate -in "$file") || continue
  printf 'galx_certificate_expires_timestamp_seconds{certificate="%s"} %s\\n' "$file" "$(date -u -d "\${ends#notAfter=}" +%s)"
done > ${folder}/galx-certificates.new
mv ${folder}/galx-certificates.new ${folder}/galx-certificates.prom
${takesBackups(plan, host) ? backups : ''}`
}

function backup(plan: Plan, host: Host): string {
  const primaryOnly =
    plan.profile === 'ha' && host.roles.includes('database')
      ? `# Each database host runs this; the primary does it.
curl -fsS -o /dev/null --cacert ${galxFolder(host)}/tls/ca.crt https://${host.address}:${host.ports.patroni}/primary || exit 0
`
      : ''
  return `#!/bin/sh
# backup.sh full|incr
set -eu
${primaryOnly}exec pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} --type="$1" backup
`
}

/** `operator doctor` with what a process of the main API knows, as the user that it runs as. */
function doctor({ settings }: Plan, host: Host): string {
  const { ports, roles, directories } = host
  const apis = [...ports.api, ...ports.btcApi].map((port) => `http://127.0.0.1:${port}`)
  const web = [settings.domain, settings.apiDomain, settings.btcApiDomain].map((name) => `https://${name}`)
  const prometheus = roles.includes('monitor') ? ` --prometheus http://127.0.0.1:${ports.prometheus}` : ''
  return `#!/bin/sh
# doctor.sh [--json]: looks at chain, database, limits, certificates and alerts, and says what to do.
set -eu
set -a
. ${galxFolder(host)}/api.env
set +a
cd ${directories.opt}/current
exec runuser -u galx -- node stack/dist/programs/operator.js doctor \\
  --api ${apis.join(',')} \\
  --web ${web.join(',')}${prometheus} "$@"
`
}

/** One line for each thing that is wrong; the exit code is 1 where there is one. */
function check(plan: Plan, host: Host): string {
  const { roles, ports, address } = host
  const { parts, programs } = enabledUnits(plan, host)
  const lines = [
    ...[...parts, ...programs].map((unit) => `running ${unit}`),
    ...(roles.includes('app')
      ? [
          ...[...ports.api, ...ports.btcApi].map((port) => `answers http://127.0.0.1:${port}/health/ready`),
          `answers http://127.0.0.1:${ports.indexer}/health/ready`,
        ]
      : []),
    ...(roles.includes('edge')
      ? [
          `answers https://${plan.settings.domain}/ --resolve ${plan.settings.domain}:${ports.https}:127.0.0.1`,
          `answers https://${plan.settings.apiDomain}/api/epochs --resolve ${plan.settings.apiDomain}:${ports.https}:127.0.0.1`,
        ]
      : []),
    ...(plan.profile === 'ha'
      ? [
          `accepts 127.0.0.1 ${ports.balancerPrimary} 'a primary of the database'`,
          ...(roles.includes('etcd') ? ['etcd_well'] : []),
        ]
      : []),
    ...(roles.includes('database')
      ? [`accepts ${plan.profile === 'ha' ? address : '127.0.0.1'} ${ports.postgres} PostgreSQL`]
      : []),
    ...(takesBackups(plan, host) ? ['backup_young'] : []),
    ...(roles.includes('monitor')
      ? [
          `answers http://127.0.0.1:${ports.prometheus}/-/healthy`,
          `answers http://127.0.0.1:${ports.alertmanager}/-/healthy`,
        ]
      : []),
    'certificates_last',
    'clock_right',
  ]
  const tls = `${galxFolder(host)}/tls`
  return `#!/bin/bash
# Looks at this host: one line for each thing that is wrong, exit code 1 where there is one.
wrong=0
complain() { echo "${host.name}: $*"; wrong=1; }
running() { systemctl is-active --quiet "$1" || complain "$1 does not run: journalctl -u $1"; }
answers() { curl -fsS --max-time 5 -o /dev/null "$@" 2>/dev/null || complain "$1 does not answer"; }
accepts() { timeout 2 bash -c ": > /dev/tcp/$1/$2" 2>/dev/null || complain "nobody listens for $3 on $1:$2"; }
etcd_well() {
  curl -fsS --max-time 5 --cacert ${tls}/ca.crt --cert ${tls}/etcd.crt --key ${tls}/etcd.key \\
    https://${address}:${ports.etcdClient}/health 2>/dev/null | grep -q '"health":"true"' || complain 'etcd has no majority'
}
backup_young() {
  newest=$(sed -n 's/^galx_backup_finished_timestamp_seconds.* //p' ${figuresFolder(host)}/galx-backups.prom 2>/dev/null | sort -n | tail -1)
  [ -n "$newest" ] && [ $(( $(date +%s) - newest )) -lt 93600 ] || complain 'the newest backup is missing or older than 26 hours'
}
certificates_last() {
  for file in ${certificates(plan, host)}; do
    [ -e "$file" ] || continue
    openssl x509 -noout -checkend 1209600 -in "$file" >/dev/null || complain "$file ends within two weeks"
  done
}
clock_right() {
  [ "$(timedatectl show -p NTPSynchronized --value 2>/dev/null)" = yes ] || complain 'the clock is not synchronised'
}
${lines.join('\n')}
exit $wrong
`
}

const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  etcd: ['etcd-server', 'etcd-client'],
  database: ['postgresql-15', 'pgbackrest', 'prometheus-postgres-exporter'],
  app: [],
  edge: ['nginx', 'certbot'],
  redis: ['redis-server'],
  backup: ['pgbackrest'],
  monitor: ['prometheus', 'prometheus-alertmanager'],
}

function packagesOf({ profile }: Plan, { roles }: Host): string[] {
  return [
    ...['ca-certificates', 'curl', 'jq', 'openssl', 'prometheus-node-exporter', 'systemd-timesyncd'],
    ...roles.flatMap((role) => PACKAGES[role] ?? []),
    ...(profile === 'ha' ? ['haproxy'] : []),
    ...(profile === 'ha' && roles.includes('database') ? ['patroni', 'python3-etcd'] : []),
    ...(profile === 'ha' && roles.includes('app')
      ? ['pgbouncer', 'postgresql-client-15', 'postgresql-common']
      : []),
  ]
}

/** Puts the host's files where they belong. It may run again: what is as it should be stays. */
export function installation(
  plan: Plan,
  host: Host,
  files: readonly RenderedFile[],
): { list: string; script: string } {
  const list = files.map(({ mode, owner, target }) => `${mode.toString(8)} ${owner} ${target}\n`).join('')
  const { directories } = host
  const { parts, programs } = enabledUnits(plan, host)
  const folders = [
    `root ${directories.opt}/releases`,
    `root ${directories.lib}/galx/acme`,
    ...(host.roles.includes('etcd') ? [`etcd ${directories.lib}/etcd`] : []),
    ...(host.roles.includes('database') || host.roles.includes('backup')
      ? [`postgres ${directories.lib}/pgbackrest`, `postgres ${directories.log}/pgbackrest`]
      : []),
    ...(plan.profile === 'ha' && host.roles.includes('database')
      ? [`postgres ${directories.lib}/postgresql/15`]
      : []),
    ...(plan.settings.backup?.s3 ? [`postgres ${directories.etc}/pgbackrest/galx.d`] : []),
  ]
  const script = `#!/bin/bash
# Installs the packages and files of the host ${host.name}, and starts all parts but the product's own programs.
# As root, in the folder that has this file.
set -euo pipefail
cd "$(dirname "$0")"
[ "$(id -u)" = 0 ] || { echo 'install.sh: run it as root' >&2; exit 1; }
node=$(node --version 2>/dev/null || true)
${
  programs.length === 0
    ? ''
    : `case $node in v2[0-9].*|v[3-9][0-9].*) ;; *) echo "install.sh: Node.js 20.19 or newer is not installed (found: \${node:-none})" >&2; exit 1 ;; esac
`
}
# Nothing starts before its configuration is there.
printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
trap 'rm -f /usr/sbin/policy-rc.d' EXIT
${
  plan.profile === 'ha' && host.roles.includes('database')
    ? `mkdir -p /etc/postgresql-common
echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
`
    : ''
}export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends -o Dpkg::Options::=--force-confold ${packagesOf(plan, host).join(' ')}
rm -f /usr/sbin/policy-rc.d

for user in galx galx-signer; do
  id "$user" >/dev/null 2>&1 || useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin "$user"
done

while read -r owner folder; do
  install -d -o "$owner" -g "$owner" "$folder"
done <<'FOLDERS'
${folders.join('\n')}
FOLDERS

while read -r mode owner target; do
  mkdir -p "$(dirname "$target")"
  install -m "$mode" -o "$owner" -g "$owner" "root$target" "$target"
done < files.txt

# The other hosts by name: pgBackRest holds certificates against names.
sed -i '/^# galx begin$/,/^# galx end$/d' /etc/hosts
cat >> /etc/hosts <<'HOSTS'
# galx begin
${plan.hosts.map(({ name, address }) => `${address} ${name}`).join('\n')}
# galx end
HOSTS

systemctl daemon-reload
for unit in ${parts.join(' ')}; do
  systemctl enable -q "$unit"
  # etcd waits for the other members, which are not there yet.
  if [ "$unit" = etcd ]; then systemctl restart --no-block etcd; else systemctl restart "$unit"; fi
done
${
  plan.profile === 'single'
    ? `
for second in $(seq 60); do [ "$(runuser -u postgres -- psql -qtAc 'show archive_mode' 2>/dev/null)" = on ] && break; sleep 1; done
if [ -z "$(runuser -u postgres -- psql -tAc "select 1 from pg_roles where rolname = 'galx'")" ]; then
  runuser -u postgres -- psql -X -q -v ON_ERROR_STOP=1 -f ${initialSqlPath(host)}
fi
${stanzaCreation(plan, host)}`
    : ''
}for unit in ${programs.join(' ') || '""'}; do
  [ -z "$unit" ] || systemctl enable -q "$unit"
done
echo '${host.name}: installed'
`
  return { list, script }
}

/** A repository with backups of an earlier machine is no fault: they are what a restore needs. */
export function stanzaCreation(plan: Plan, host: Host): string {
  return `runuser -u postgres -- pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} stanza-create ||
  echo 'no backups are taken yet: mend what the line above names; where the repository has those of an earlier machine, run restore.sh' >&2
`
}
