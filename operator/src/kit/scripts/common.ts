/** What all scripts of the operator begin with: the hosts, how each is reached, and what runs there. */
import { hostsWith, type Host, type Plan } from '../plan.ts'
import { productProcesses } from '../services/productPrograms.ts'
import { perHost } from './perHost.ts'
import { switchover } from './switchover.ts'

function names(hosts: readonly Host[]): string {
  return hosts.map(({ name }) => name).join(' ')
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
${perHost(having, (host) => {
  const lines = productProcesses(host).map(({ unit, address }) => `'${unit} ${address}'`)
  return lines.length === 0 ? ':' : `printf '%s\\n' ${lines.join(' ')}`
})}
}
${plan.profile === 'ha' ? switchover(plan) : ''}`
}
