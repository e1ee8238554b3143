/** Scripts that run on a host itself: backups, figures, and a check of everything. */
import { parseDeployment } from '@galx/protocol/deployment'
import { SOURCIFY } from '../../explorer/explorers.ts'
import { knownNetwork } from '../../networks/knownChains.ts'
import { coSignerUrl, coSignsAlone, type Host, type Plan } from '../plan.ts'
import type { HostFile, Service } from '../rendered.ts'
import { galxFolder } from './environments.ts'
import { PRIMARY } from './haproxy.ts'
import { figuresFolder } from './monitoring.ts'
import { publicCertificate } from './nginx.ts'
import { pgBackRestOptions } from './pgbackrest.ts'
import { dataFolder, STANZA } from './postgresSettings.ts'
import { productProcesses } from './productPrograms.ts'
import { enabledUnits, takesBackups } from './units.ts'

export const hostScripts: Service = (plan, host): HostFile[] => {
  const folder = galxFolder(host)
  const mode = 0o755
  return [
    { target: `${folder}/figures.sh`, content: figuresScript(plan, host), mode },
    { target: `${folder}/check-host.sh`, content: check(plan, host), mode },
    ...(host.roles.includes('app')
      ? [{ target: `${folder}/doctor.sh`, content: doctor(plan, host), mode } as const]
      : []),
    ...(takesBackups(plan, host)
      ? [{ target: `${folder}/backup.sh`, content: backupScript(plan, host), mode } as const]
      : []),
  ]
}

/** The folder on another machine's disk for this host's backups; null: backups go elsewhere. */
export function backupFolder({ settings, profile }: Plan, { roles }: Host): string | null {
  const own = profile === 'single' ? roles.includes('database') : roles.includes('backup')
  return own ? (settings.backup?.path ?? null) : null
}

/** Certificates whose expiry is monitored: the kit's certificates and the public certificate. */
function certificates(plan: Plan, host: Host): string {
  const own = `${galxFolder(host)}/tls/*.crt ${galxFolder(host)}/tls/*.pem`
  return host.roles.includes('edge') ? `${own} ${publicCertificate(plan, host).certificate}` : own
}

/** Written to a temporary file and renamed, so that node-exporter never reads a partial file. */
export function figuresScript(plan: Plan, host: Host): string {
  const folder = figuresFolder(host)
  const backups = `
if list=$(${host.containers ? '' : 'runuser -u postgres -- '}pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} --output=json info); then
  printf '%s' "$list" | jq -r '
    [.[].backup[]? | select(.error != true)] | group_by(.type)[] |
    "galx_backup_finished_timestamp_seconds{type=\\"\\(.[0].type)\\"} \\(map(.timestamp.stop) | max)"
  ' > ${folder}/galx-backups.new
  mv ${folder}/galx-backups.new ${folder}/galx-backups.prom
fi
`
  return `#!/bin/sh
# Writes figures of backups and certificates for node-exporter, every minute.
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

export function backupScript(plan: Plan, host: Host): string {
  const primaryOnly =
    plan.profile === 'ha' && host.roles.includes('database')
      ? `# Every database host runs this script. Only the primary makes the backup.
curl -fsS -o /dev/null --cacert ${galxFolder(host)}/tls/ca.crt https://${host.address}:${host.ports.patroni}/primary || exit 0
`
      : ''
  return `#!/bin/sh
# backup.sh full|incr
set -eu
${primaryOnly}exec pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} --type="$1" backup
`
}

/** `operator doctor`, for the environment and the user of a main API process. */
export function doctorCommand(plan: Plan, host: Host): string[] {
  const { settings } = plan
  const { ports } = host
  const apis = [...ports.api, ...ports.btcApi].map((port) => `http://127.0.0.1:${port}`)
  const web = [settings.domain, settings.apiDomain, settings.btcApiDomain].map((name) => `https://${name}`)
  const isPublic = knownNetwork(parseDeployment(plan.deployment).network) !== undefined
  return [
    'node',
    'stack/dist/programs/operator.js',
    'doctor',
    ...['--api', apis.join(',')],
    ...['--web', web.join(',')],
    ...(isPublic ? ['--sourcify', SOURCIFY] : []),
    ...['--prometheus', `http://127.0.0.1:${ports.prometheus}`],
  ]
}

function doctor(plan: Plan, host: Host): string {
  return `#!/bin/sh
# doctor.sh [--json]: checks chain, database, limits, certificates, backups and alerts, and names the remedies. On a
# public chain it asks Sourcify too, and with ETHERSCAN_API_KEY in the environment BscScan.
set -eu
set -a
. ${galxFolder(host)}/api.env
COSIGNER_URL=${new URL(coSignerUrl(plan)).origin}
set +a
cd ${host.directories.opt}/current
exec runuser -u galx -- ${doctorCommand(plan, host).join(' ').replaceAll(' --', ' \\\n  --')} "$@"
`
}

/** A disk that fails must not destroy both the database and its backups. */
function backupElsewhere(plan: Plan, host: Host): string {
  const folder = backupFolder(plan, host)
  if (folder === null) return ''
  return `backup_elsewhere() {
  [ "$(stat -c %d ${folder})" != "$(stat -c %d ${dataFolder(plan, host)})" ] || complain 'backups lie on the same disk as the database: mount another machine’s disk at ${folder}'
}
`
}

/** HAProxy accepts connections to the primary's port even while no member leads. Only its statistics show that. */
function primaryKnown({ ports }: Host): string {
  return `primary_known() {
  curl -fsS --max-time 5 'http://127.0.0.1:${ports.balancerStatistics}/;csv' 2>/dev/null | grep -q '^${PRIMARY},BACKEND,.*,UP,' ||
    complain 'HAProxy finds no primary of the database: runuser -u postgres -- patronictl -c /etc/patroni/config.yml list, on a machine with the database'
}
`
}

function etcdWell(host: Host): string {
  const tls = `${galxFolder(host)}/tls`
  return `etcd_well() {
  curl -fsS --max-time 5 --cacert ${tls}/ca.crt --cert ${tls}/etcd.crt --key ${tls}/etcd.key \\
    https://${host.address}:${host.ports.etcdClient}/health 2>/dev/null | grep -q '"health":"true"' || complain 'etcd has no majority'
}
`
}

/** Prints one line for each problem; the exit code is 1 if there is a problem. */
function check(plan: Plan, host: Host): string {
  const { roles, ports, address } = host
  const { parts, programs } = enabledUnits(plan, host)
  const lines = [
    ...[...parts, ...programs].map((unit) => `running ${unit}`),
    ...productProcesses(host)
      .filter(({ address }) => address.endsWith('/health/ready'))
      .map(({ address }) => `answers ${address}`),
    ...(roles.includes('edge')
      ? [
          `answers https://${plan.settings.domain}/ --resolve ${plan.settings.domain}:${ports.https}:127.0.0.1`,
          `answers https://${plan.settings.apiDomain}/api/epochs --resolve ${plan.settings.apiDomain}:${ports.https}:127.0.0.1`,
        ]
      : []),
    ...(plan.profile === 'ha' && !coSignsAlone(host) ? ['primary_known'] : []),
    ...(roles.includes('etcd') ? ['etcd_well'] : []),
    ...(['signer', 'cosigner'] as const)
      .filter((role) => !roles.includes(role))
      .map((role) => `without_key ${role}`),
    ...(roles.includes('database')
      ? [`accepts ${plan.profile === 'ha' ? address : '127.0.0.1'} ${ports.postgres} PostgreSQL`]
      : []),
    ...(takesBackups(plan, host) ? ['backup_young'] : []),
    ...(backupFolder(plan, host) === null ? [] : ['backup_elsewhere']),
    ...(roles.includes('monitor')
      ? [
          `answers http://127.0.0.1:${ports.prometheus}/-/healthy`,
          `answers http://127.0.0.1:${ports.alertmanager}/-/healthy`,
        ]
      : []),
    'certificates_last',
    'clock_right',
  ]
  return `#!/bin/bash
# Checks this host. Prints one line for each problem. Exit code 1: there is a problem.
wrong=0
complain() { echo "${host.name}: $*"; wrong=1; }
running() { systemctl is-active --quiet "$1" || complain "$1 does not run: journalctl -u $1"; }
answers() { curl -fsS --max-time 5 -o /dev/null "$@" 2>/dev/null || complain "$1 does not answer"; }
without_key() { [ ! -e "${galxFolder(host)}/$1-keys.env" ] || complain "a key of the $1 lies here, but the $1 is on another machine: delete ${galxFolder(host)}/$1-keys.env and name another key"; }
accepts() { timeout 2 bash -c ": > /dev/tcp/$1/$2" 2>/dev/null || complain "nobody listens for $3 on $1:$2"; }
${plan.profile === 'ha' && !coSignsAlone(host) ? primaryKnown(host) : ''}${roles.includes('etcd') ? etcdWell(host) : ''}backup_young() {
  newest=$(sed -n 's/^galx_backup_finished_timestamp_seconds.* //p' ${figuresFolder(host)}/galx-backups.prom 2>/dev/null | sort -n | tail -1)
  [ -n "$newest" ] && [ $(( $(date +%s) - newest )) -lt 93600 ] || complain 'the newest backup is missing or older than 26 hours'
}
${backupElsewhere(plan, host)}certificates_last() {
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
