/** What all scripts of the operator begin with: the hosts, how each is reached, and what runs there. */
import { hostsWith, type Host, type Plan } from '../plan.ts'
import { galxFolder } from '../services/environments.ts'
import { patroniFolder, SCOPE } from '../services/patroni.ts'

function names(hosts: readonly Host[]): string {
  return hosts.map(({ name }) => name).join(' ')
}

/** A case of bash with a branch for each host. */
function perHost(hosts: readonly Host[], branch: (host: Host) => string): string {
  return `  case $1 in
${hosts.map((host) => `    ${host.name}) ${branch(host)} ;;`).join('\n')}
  esac`
}

/** The product's processes of a host in the order in which they are replaced, each with what answers once it works. */
function programs({ roles, ports }: Host): string[] {
  const at = (port: number, path: string) => `http://127.0.0.1:${port}${path}`
  const numbered = (unit: string, own: readonly number[]) =>
    own.map((port, index) => `${unit}@${index + 1} ${at(port, '/health/ready')}`)
  return [
    ...(roles.includes('app')
      ? [
          ...numbered('galx-api', ports.api),
          ...numbered('galx-btc-api', ports.btcApi),
          `galx-indexer ${at(ports.indexer, '/health/ready')}`,
        ]
      : []),
    ...(roles.includes('signer')
      ? [`galx-verdicts ${at(ports.verdicts, '/metrics')}`, `galx-signer ${at(ports.signer, '/metrics')}`]
      : []),
  ]
}

/** Hosts that need the product's files. */
function releaseHosts({ hosts }: Plan): Host[] {
  return hosts.filter(({ roles }) =>
    (['app', 'signer', 'edge'] as const).some((role) => roles.includes(role)),
  )
}

export function common(plan: Plan): string {
  const having = releaseHosts(plan)
  return `# Read by the other scripts.
set -euo pipefail
kit=$(cd "$(dirname "$0")" && pwd)
hosts='${names(plan.hosts)}'
release_hosts='${names(having)}'
app_hosts='${names(hostsWith(plan, 'app'))}'
signer_hosts='${names(hostsWith(plan, 'signer'))}'
database_hosts='${names(hostsWith(plan, 'database'))}'
opt=${plan.hosts[0]!.directories.opt}

destination() {
${perHost(plan.hosts, ({ ssh }) => `echo '${ssh ?? ''}'`)}
}
# Runs the script that it reads, as root on the host, in a folder that every user may enter.
on() {
  local to
  to=$(destination "$1")
  if [ -n "$to" ]; then ssh -o BatchMode=yes "$to" 'cd /; if [ "$(id -u)" = 0 ]; then exec bash -s; else exec sudo bash -s; fi'
  else (cd / && bash -s)
  fi
}
# Gives a command on the host what it reads.
pipe_to() {
  local to
  to=$(destination "$1")
  if [ -n "$to" ]; then ssh -o BatchMode=yes "$to" "if [ \\$(id -u) = 0 ]; then sh -c '$2'; else sudo sh -c '$2'; fi"
  else sh -c "$2"
  fi
}
# Puts the host's part of the kit into /root/galx-kit.
bring() {
  tar -C "$kit/$1" -cf - . | pipe_to "$1" 'rm -rf /root/galx-kit && install -d -m 700 /root/galx-kit && tar -C /root/galx-kit -xf -'
}
# The product's processes of the host, in the order in which they are replaced: unit, and an address that answers once it works.
programs_of() {
${perHost(
  having,
  (host) =>
    `printf '%s\\n' ${programs(host)
      .map((line) => `'${line}'`)
      .join(' ')}`,
)}
}
${plan.profile === 'ha' ? switchover(plan) : ''}`
}

/** A request that finds no primary waits at PgBouncer, for 10 s at most. */
function switchover(plan: Plan): string {
  const member = hostsWith(plan, 'database')[0]!
  const environment = `${galxFolder(hostsWith(plan, 'app')[0]!)}/api.env`
  return `
# PgBouncer of every host: PAUSE lets the transactions that run end and begins none, RESUME goes on.
poolers() {
  local host pids=()
  for host in $app_hosts; do
    on "$host" <<END &
. ${environment}
psql -qX "\\\${DATABASE_URL%/*}/pgbouncer?sslmode=require" -c '$1 galx'
END
    pids+=($!)
  done
  for pid in "\${pids[@]}"; do wait "$pid"; done
}
leader() {
  echo 'runuser -u postgres -- patronictl -c ${patroniFolder(member)}/config.yml list -f json' | on ${member.name} | jq -r '.[] | select(.Role == "Leader") | .Member'
}
# Another member leads the database. What is asked meanwhile waits, and is answered by the new primary.
switch_primary() {
  local host before
  before=$(leader)
  trap 'poolers RESUME 2>/dev/null || true' EXIT
  poolers PAUSE
  echo 'runuser -u postgres -- patronictl -c ${patroniFolder(member)}/config.yml switchover ${SCOPE} --force' | on ${member.name}
  for host in $app_hosts; do
    on "$host" <<'END'
. ${environment}
export PGSSLROOTCERT=$NODE_EXTRA_CA_CERTS PGCONNECT_TIMEOUT=2
for attempt in $(seq 50); do
  psql -qXtA "$DATABASE_DIRECT_URL" -c 'select 1' >/dev/null 2>&1 && exit 0
  sleep 0.1
done
echo 'no primary answers through HAProxy: journalctl -u patroni -u haproxy' >&2
exit 1
END
  done
  trap - EXIT
  poolers RESUME
  echo "$before led the database, now it is $(leader)"
}
`
}
