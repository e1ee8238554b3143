/** install.sh and check.sh go through all hosts in turn; doctor.sh checks the product from one host's point of view. */
import { hostsWith, type Plan } from '../plan.ts'
import { galxFolder } from '../services/environments.ts'
import { stanzaCreation } from './hostInstall.ts'

export function install(plan: Plan): string {
  return `#!/bin/bash
# install.sh [--without HOST]…: copies each host's files to the host and starts all parts. Run it again after each change of the kit.
. "$(dirname "$0")/common.sh"
without_hosts "$@"
[ \${#words[@]} = 0 ] || { echo "install.sh: \${words[0]} is not an option; the only option is --without HOST" >&2; exit 2; }
reach $hosts
for host in $hosts; do
${plan.profile === 'single' ? '' : '  was_well=\'\'\n  ! well "$host" || was_well=1\n'}  bring "$host"
  echo 'bash /root/galx-kit/install.sh' | on "$host"
${plan.profile === 'single' ? '' : '  # Wait before the next host changes. A host that is installed for the first time is well only with the others.\n  [ -z "$was_well" ] || settle "$host"\n'}done
${plan.profile === 'single' ? '' : afterAllHosts(plan)}echo 'installed; next: release.sh'
`
}

/** Runs once all hosts are installed: the members of etcd wait for each other, so the first host alone has no primary. */
function afterAllHosts(plan: Plan): string {
  const [keeper] = hostsWith(plan, 'backup')
  return `echo 'waiting for a primary'
primary=''
for second in $(seq 120); do
  primary=$(leader 2>/dev/null) && break
  sleep 1
done
[ -n "$primary" ] || { echo 'no primary within two minutes: journalctl -u patroni' >&2; exit 1; }
bring_settings "$primary"
# If no host keeps the backups, pgBackRest reaches only its own host's database, and that must be the primary.
keeper=${keeper?.name ?? '$primary'}
case " $hosts " in *" $keeper "*)
  on "$keeper" <<END
${stanzaCreation('$(backrest_options "$keeper")')}END
  ;;
esac
`
}

export function check(): string {
  return `#!/bin/bash
# check.sh: prints one line for each problem on any host. Exit code 1: there is a problem.
. "$(dirname "$0")/common.sh"
wrong=0
for host in $hosts; do
  echo /etc/galx/check-host.sh | on "$host" || wrong=1
done
[ "$wrong" = 0 ] && echo 'all well'
exit "$wrong"
`
}

export function doctor(plan: Plan): string {
  const [app] = hostsWith(plan, 'app')
  return `#!/bin/bash
# doctor.sh [--json]: checks everything that support would ask about, from the first host that serves. Exit code 1: there is a problem.
. "$(dirname "$0")/common.sh"
case "$*" in '' | --json) ;; *) echo 'doctor.sh [--json]' >&2; exit 2 ;; esac
# The key, if there is one, goes through the script's input and so is in no list of processes.
echo "export ETHERSCAN_API_KEY=$(printf %q "\${ETHERSCAN_API_KEY:-}"); ${galxFolder(app!)}/doctor.sh $*" | on ${app!.name}
`
}
