/** Part of common.sh in `ha`: reads the reports of the database cluster's members about each other. */
import { hostsWith, tlsPaths, type Host, type Plan } from '../plan.ts'
import { patroniFolder, SCOPE } from '../services/patroni.ts'
import { perHost } from './perHost.ts'

function etcdQuestion(host: Host): string {
  const { authority, certificate, key } = tlsPaths(host, 'etcd')
  const address = `https://${host.address}:${host.ports.etcdClient}/health`
  return `curl -fsS --max-time 5 --cacert ${authority} --cert ${certificate} --key ${key} ${address} 2>/dev/null | grep -q "\\"health\\":\\"true\\""`
}

export function cluster(plan: Plan): string {
  return `
# Patroni's settings on a host, which are JSON.
patroni_settings() {
${perHost(hostsWith(plan, 'database'), (host) => `echo '${patroniFolder(host)}/config.yml'`)}
}
# members FILTER: applies the jq filter to the report of the first member that answers. Fails if the filter finds nothing.
members() {
  local host
  for host in $database_hosts; do
    on "$host" <<END && return
set -euo pipefail
eval "\\$(jq -r '.restapi | @sh "authority=\\(.cafile) address=\\(.connect_address)"' $(patroni_settings "$host"))"
curl -fsS --max-time 5 --cacert "\\$authority" "https://\\$address/cluster" 2>/dev/null | jq -er '$1'
END
  done
  return 1
}
# The member with a role: leader, or sync_standby. A sync_standby may lead, and no row is lost.
member_as() { members "first(.members[] | select(.role == \\"$1\\") | .name)"; }
leader() { member_as leader; }
# One member leads, all others follow the leader, and one follower has every acknowledged row.
whole() {
  members "[.members[] | select(.state == \\"running\\" or .state == \\"streaming\\")] |
    (\\"$database_hosts\\" / \\" \\" - map(.name) == []) and any(.role == \\"leader\\") and (length == 1 or any(.role == \\"sync_standby\\"))" > /dev/null 2>&1
}
etcd_question() {
${perHost(hostsWith(plan, 'etcd'), (host) => `echo '${etcdQuestion(host)}'`)}
}
# well HOST: etcd on the host knows a leader. If the host is a database host, the database cluster is whole.
well() {
  local question
  question=$(etcd_question "$1")
  [ -z "$question" ] || echo "$question" | on "$1" || return 1
  case " $database_hosts " in *" $1 "*) whole ;; esac
}
# settle HOST: waits until the host is well.
settle() {
  local second
  for second in $(seq 120); do
    well "$1" && return
    sleep 1
  done
  echo "$1 was well before and is not well now: kit/check.sh; the hosts after it have not changed" >&2
  exit 1
}
# bring_settings HOST: stores the kit's cluster settings, such as PostgreSQL's parameters, in etcd. Every member reads them there.
bring_settings() {
  local host
  on "$1" <<END
set -euo pipefail
eval "\\$(jq -r '.restapi | @sh "authority=\\(.cafile) certificate=\\(.certfile) key=\\(.keyfile) address=\\(.connect_address)
  password=\\(.authentication.password)"' $(patroni_settings "$1"))"
configuration() {
  curl -sS --fail-with-body --max-time 30 --cacert "\\$authority" --cert "\\$certificate" --key "\\$key" \\
    -K <(printf 'user = "patroni:%s"\\n' "\\$password") "\\$@" "https://\\$address/config" | jq -cS .
}
before=\\$(configuration)
after=\\$(jq .bootstrap.dcs $(patroni_settings "$1") | configuration -X PATCH -H 'content-type: application/json' --data-binary @-)
# Each member reads the settings every three seconds, and then reports whether it needs a restart.
[ "\\$before" = "\\$after" ] || sleep 10
END
  for host in $(members '.members[] | select(.pending_restart) | .name' 2>/dev/null); do
    echo "$host: PostgreSQL takes a setting at its next start: patronictl -c $(patroni_settings "$host") restart ${SCOPE} $host"
  done
}
`
}
