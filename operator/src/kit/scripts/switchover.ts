/** Part of common.sh in `ha`: moves the leadership of the database to another member, without a failed request. */
import { QUERY_WAIT_SECONDS } from '../services/pgbouncer.ts'

/** Seconds after which a host serves again, whether or not the switchover succeeded: before PgBouncer refuses waiting requests. */
const MOST_HELD = QUERY_WAIT_SECONDS - 2

/**
 * Requests wait mostly for Patroni, which checks once a second whether the old primary has ended. Everything else together takes less time,
 * measured on one machine. So no step here polls every second, and no step waits for `patronictl` or for Patroni's own answer.
 */
export const SWITCHING = `
# ask_for_switchover FROM TO: prints "ready", and asks Patroni once it reads a line. So no program has to start while requests wait.
ask_for_switchover() {
  {
    # The braces make bash read the whole script first, so that "read" gets the line after the script.
    cat <<END
{
set -euo pipefail
eval "\\$(jq -r '.restapi | @sh "authority=\\(.cafile) certificate=\\(.certfile) key=\\(.keyfile) address=\\(.connect_address)
  password=\\(.authentication.password)"' $(patroni_settings "$1"))"
echo ready
read -r line
curl -sS --fail-with-body --max-time 30 -H 'content-type: application/json' -d '{"leader":"$1","candidate":"$2"}' \\
  --cacert "\\$authority" --cert "\\$certificate" --key "\\$key" -K <(printf 'user = "patroni:%s"\\n' "\\$password") \\
  "https://\\$address/switchover"
echo
exit
}
END
    cat
  } | on "$1" 2>&1
}
# The primary writes its memory to disk now, so that it stops sooner.
checkpoint() {
  on "$1" <<END
set -euo pipefail
own() { jq -r ".postgresql | \\$1" $(patroni_settings "$1"); }
address=\\$(own .connect_address)
PGPASSWORD=\\$(own .authentication.superuser.password) PGSSLROOTCERT=\\$(own .authentication.superuser.sslrootcert) \\
  psql -qX "host=\\\${address%:*} port=\\\${address##*:} user=postgres dbname=postgres sslmode=verify-ca" -c checkpoint
END
}
# hold HOST: the host's PgBouncer lets running transactions end and begins no transaction until the host's HAProxy leads to another primary.
# Prints "held" once no transaction runs, and "served" at the end.
hold() {
  {
    echo ". $(galx_folder "$1")/api.env"
    cat <<'END'
set -euo pipefail
# No command line contains the password, because every user of the machine can read command lines.
PGPASSWORD=\${DATABASE_URL#*://*:}
export PGPASSWORD=\${PGPASSWORD%%@*} PGSSLROOTCERT=$NODE_EXTRA_CA_CERTS PGCONNECT_TIMEOUT=5
direct=postgres://galx@\${DATABASE_DIRECT_URL#*@} pooled=\${DATABASE_URL#*@}
primary() { psql -qXtA "$direct" -c "select concat_ws(':', host(inet_server_addr()), inet_server_port())" 2>/dev/null; }
before=$(primary)
# PgBouncer's console stays open. It answers a command with the command's name.
coproc console { psql -XtA "postgres://galx@\${pooled%%/*}/pgbouncer?sslmode=require" 2>&1; }
pgbouncer_command() {
  local answer
  echo "$1 galx;" >&"\${console[1]}"
  read -r -t ${MOST_HELD} answer <&"\${console[0]}" || true
  [ "$answer" = "$1" ] || { echo "PgBouncer: $answer" >&2; return 1; }
}
trap 'pgbouncer_command RESUME 2>/dev/null || true' EXIT
pgbouncer_command PAUSE
echo held
until=$((SECONDS + ${MOST_HELD}))
while [ "$SECONDS" -lt "$until" ]; do
  if now=$(primary) && [ "$now" != "$before" ]; then
    pgbouncer_command RESUME
    trap - EXIT
    echo served
    exit 0
  fi
  sleep 0.1
done
echo 'HAProxy leads to no other primary within ${MOST_HELD} s; requests go on as before: journalctl -u patroni -u haproxy' >&2
exit 1
END
  } | on "$1"
}
# Makes another member the leader of the database. New queries wait until the new primary answers them.
switch_primary() {
  local from to host line ask answers wanted=0 held=0 served=0
  from=$(leader) && to=$(member_as sync_standby) || {
    echo 'every other member would lose rows as the leader; nothing has changed: kit/check.sh' >&2
    return 1
  }
  checkpoint "$from"
  for host in $app_hosts; do wanted=$((wanted + 1)); done
  coproc asking { ask_for_switchover "$from" "$to"; }
  ask=("\${asking[@]}")
  read -r line <&"\${ask[0]}" && [ "$line" = ready ] || { echo "Patroni cannot be asked; nothing has changed: $line" >&2; return 1; }
  exec {answers}< <(for host in $app_hosts; do hold "$host" & done; wait)
  while [ "$held" -lt "$wanted" ]; do
    read -r line <&"$answers" || { echo 'PgBouncer cannot be held; nothing has changed' >&2; return 1; }
    [ "$line" != held ] || held=$((held + 1))
  done
  echo go >&"\${ask[1]}"
  eval "exec \${ask[1]}>&-"
  while read -r line <&"\${ask[0]}"; do echo "$line"; done
  while read -r line <&"$answers"; do [ "$line" != served ] || served=$((served + 1)); done
  exec {answers}<&-
  [ "$served" = "$wanted" ] || return 1
  echo "$from led the database, now it is $(leader)"
}
`
