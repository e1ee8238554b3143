/** Of common.sh in `ha`: what the members of the database say of each other. */
import { hostsWith, type Plan } from '../plan.ts'
import { patroniFolder } from '../services/patroni.ts'
import { perHost } from './perHost.ts'

export function cluster(plan: Plan): string {
  return `
# Patroni's settings on a host, which are JSON.
patroni_settings() {
${perHost(hostsWith(plan, 'database'), (host) => `echo '${patroniFolder(host)}/config.yml'`)}
}
# members FILTER: what the first member that answers says of all, through jq of its host; an error where the filter finds nothing.
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
# The member with a role: leader, or sync_standby, which may lead without the loss of a row.
member_as() { members "first(.members[] | select(.role == \\"$1\\") | .name)"; }
leader() { member_as leader; }
`
}
