/** The common beginning of the operator's scripts: the hosts, the ssh destination of each, and its programs. */
import { hostsWith, type Host, type Plan } from '../plan.ts'
import { galxFolder } from '../services/environments.ts'
import { auditMark, productProcesses } from '../services/productPrograms.ts'
import { pgBackRestOptions } from '../services/pgbackrest.ts'
import { cluster } from './cluster.ts'
import { perHost } from './perHost.ts'
import { SWITCHING } from './switchover.ts'

function names(hosts: readonly Host[]): string {
  return hosts.map(({ name }) => name).join(' ')
}

/** Hosts that need the product's files. */
function releaseHosts({ hosts }: Plan): Host[] {
  return hosts.filter(({ roles }) =>
    (['app', 'signer', 'cosigner', 'edge'] as const).some((role) => roles.includes(role)),
  )
}

export function common(plan: Plan): string {
  const having = releaseHosts(plan)
  return `# The other scripts read this file.
set -euo pipefail
kit=$(cd "$(dirname "$0")" && pwd)
hosts='${names(plan.hosts)}'
release_hosts='${names(having)}'
app_hosts='${names(hostsWith(plan, 'app'))}'
signer_hosts='${names(hostsWith(plan, 'signer'))}'
database_hosts='${names(hostsWith(plan, 'database'))}'
opt=${plan.hosts[0]!.directories.opt}

# without_hosts WORD…: leaves out the hosts that --without names, because they are known to be away. \`words\` has the other arguments.
without_hosts() {
  words=() away=''
  while [ $# -gt 0 ]; do
    if [ "$1" = --without ]; then
      leave_out "\${2:?--without needs a host}"
      shift
    else
      words+=("$1")
    fi
    shift
  done
}
leave_out() {
  local list host kept
  case " $hosts " in *" $1 "*) ;; *) echo "there is no host $1; there are: $hosts" >&2; exit 2 ;; esac
  for list in hosts release_hosts app_hosts signer_hosts database_hosts; do
    kept=''
    for host in \${!list}; do [ "$host" = "$1" ] || kept="$kept $host"; done
    printf -v "$list" '%s' "\${kept# }"
  done
  [ -n "$app_hosts" ] && [ -n "$database_hosts" ] || { echo "without $1 nothing could serve; nothing has changed" >&2; exit 2; }
  away="$away $1"
}
# reach HOST…: checks that each host answers. Every script checks before it changes anything, so that no script stops halfway.
reach() {
  local host
  for host in "$@"; do
    true | on "$host" && continue
    echo "$host does not answer; nothing has changed. If it is known to be away: --without $host" >&2
    exit 1
  done
}
destination() {
${perHost(plan.hosts, ({ ssh }) => `echo '${ssh ?? ''}'`)}
}
# Runs the script that it reads, as root on the host, in a folder that every user may enter.
on() {
  local to
  to=$(destination "$1")
  if [ -n "$to" ]; then ssh -o BatchMode=yes -o ConnectTimeout=10 "$to" 'cd /; if [ "$(id -u)" = 0 ]; then exec bash -s; else exec sudo bash -s; fi'
  else (cd / && bash -s)
  fi
}
# Runs a command on the host, with the input of this function as the command's input.
pipe_to() {
  local to
  to=$(destination "$1")
  if [ -n "$to" ]; then ssh -o BatchMode=yes -o ConnectTimeout=10 "$to" "if [ \\$(id -u) = 0 ]; then sh -c '$2'; else sudo sh -c '$2'; fi"
  else sh -c "$2"
  fi
}
# Puts the host's part of the kit into /root/galx-kit.
bring() {
  tar -C "$kit/$1" -cf - . | pipe_to "$1" 'rm -rf /root/galx-kit && install -d -m 700 /root/galx-kit && tar -C /root/galx-kit -xf -'
}
galx_folder() {
${perHost(plan.hosts, (host) => `echo '${galxFolder(host)}'`)}
}
# This file exists while a restore waits for its audit.
audit_mark() {
${perHost(hostsWith(plan, 'signer'), (host) => `echo '${auditMark(host)}'`)}
}
# pgBackRest's options, on a host that has the database or keeps its backups.
backrest_options() {
${perHost(
  plan.hosts.filter(({ roles }) => roles.includes('database') || roles.includes('backup')),
  (host) => `echo '${pgBackRestOptions(plan, host)}'`,
)}
}
# The product's processes of the host, in the order of their replacement: the unit, and an address that answers once the process works.
programs_of() {
${perHost(having, (host) => {
  const lines = productProcesses(host).map(({ unit, address }) => `'${unit} ${address}'`)
  return lines.length === 0 ? ':' : `printf '%s\\n' ${lines.join(' ')}`
})}
}
${plan.profile === 'ha' ? cluster(plan) + SWITCHING : ''}`
}
