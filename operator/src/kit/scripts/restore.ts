/** restore.sh restores the database to its state at a moment, or to the latest state in the archive. */
import { hostsWith, tlsPaths, type Plan } from '../plan.ts'
import { patroniFolder, SCOPE } from '../services/patroni.ts'
import { clusterUnit } from '../services/postgres.ts'
import { productProcesses } from '../services/productPrograms.ts'
import { dataFolder, STANZA } from '../services/postgresSettings.ts'
import { perHost } from './perHost.ts'

export function restore(plan: Plan): string {
  const names = plan.hosts.flatMap((one) => productProcesses(one).map(({ program }) => program))
  // The co-signer uses no database, so it keeps running.
  const programs = [...new Set(names)]
    .filter((name) => name !== 'galx-cosigner')
    .map((name) => name.replace('@', '@*'))
  return `#!/bin/bash
# restore.sh 'YYYY-MM-DD HH:MM:SS+00' REPOSITORY HOSTS_FILE [--yes] [--without HOST]… [--timeline latest|current|NUMBER]: restores the database's state at that moment.
# restore.sh latest REPOSITORY HOSTS_FILE …: restores the latest archived state, for example after the loss of a machine.
# The restore starts a full backup. Until this backup has ended, no restore can reach a moment after this restore. To restore to a moment
# before the last restore, keep restores.txt in this folder, or add --timeline NUMBER (decimal; pgbackrest info shows it in hexadecimal) or
# --timeline current.
# Every session ends, because a session that was revoked after that moment would be valid again. The signer cannot start, neither by hand
# nor at boot, before galx-audit on its host has ended without a difference.
. "$(dirname "$0")/common.sh"
without_hosts "$@"
set -- "\${words[@]}"
timeline=''
${readParameters('--yes, --without and --timeline')}
[[ $timeline =~ ^(latest|current|[0-9]*)$ ]] || { echo "restore.sh: the timeline must be latest, current or a number, not $timeline" >&2; exit 2; }
if [ "$moment" = latest ]; then
  description='the latest archived state' options=--type=default
elif [[ $moment =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}\\ [0-9]{2}:[0-9]{2}:[0-9]{2}\\+00$ ]]; then
  description=$moment options="--type=time --target='$moment' --target-action=promote"
else
  echo "restore.sh: the moment must look like 2026-01-31 12:00:00+00, or be latest, not $moment" >&2
  exit 2
fi
${databaseOf(plan)}
reach $hosts
first=\${database_hosts%% *}
${BACKUP_BEFORE}
${TIMELINE}
if [ -z "$yes" ]; then
  read -r -p "All programs stop, and the database goes back to $description. Type yes: " answer
  [ "$answer" = yes ] || exit 1
fi
trap 'echo "restore.sh has not finished: programs are stopped. Fix what the lines above name, and run it again." >&2' EXIT
(cd "$repository" && npm run --silent operator -- kit --profile ${plan.profile} --hosts "$hosts_file" --out "$kit" --rotate sessions-at-once)
for host in $signer_hosts; do echo "touch $(audit_mark "$host")" | on "$host"; done
# The programs are killed at once, because the restore undoes their last writes anyway.
for host in $hosts; do
  on "$host" <<'END'
units='${programs.join(' ')}'
set -f
systemctl --no-block stop $units 2>/dev/null || true
systemctl kill --signal=KILL $units 2>/dev/null || true
systemctl stop $units 'galx-backup-*' 2>/dev/null || true
# The programs were killed on purpose, so systemd must not show them as failed.
systemctl reset-failed $units 2>/dev/null || true
END
done
[ "$left" = 0 ] || echo "$now $left" >> "$kit/restores.txt"
${plan.profile === 'single' ? restoreOne(clusterUnit(plan.hosts[0]!)) : RESTORE_MEMBERS}
for host in $app_hosts; do
  bring "$host"
  on "$host" <<END
set -e
install -m 600 /root/galx-kit/root/etc/galx/api.env /etc/galx/api.env
systemctl start $(programs_of "$host" | cut -d' ' -f1 | grep -v -e verdicts -e signer | tr '\\n' ' ')
END
done
# No earlier backup leads to a moment after this restore.
for host in $hosts; do
  on "$host" <<'END'
if systemctl is-enabled -q galx-backup-full.timer 2>/dev/null; then
  systemctl start --no-block galx-backup-full
  systemctl start galx-backup-full.timer galx-backup-incr.timer
fi
END
done
for host in $signer_hosts; do echo 'systemctl start galx-verdicts' | on "$host"; done
trap - EXIT
echo "restored to $description. Now, on the host of the signer: systemctl start galx-audit && systemctl start galx-signer"
echo 'A full backup has begun. Until it has ended, no restore leads to a moment after this restore: journalctl -u galx-backup-full'
[ -z "$away" ] || echo "left out:$away. Its database and its session secret are from before the restore. docs/three-machines.md says how the host comes back"
`
}

/** The paths on a host that the restore needs. */
function databaseOf(plan: Plan): string {
  const members = perHost(hostsWith(plan, 'database'), (host) =>
    [
      `folder=${patroniFolder(host)} data=${dataFolder(plan, host)}`,
      `authority=${tlsPaths(host, 'postgres').authority} patroni=https://${host.address}:${host.ports.patroni}`,
    ].join(' '),
  )
  return `database_of() {
${members}
}`
}

/** PostgreSQL refuses a moment after the last archived commit, because it cannot know whether later commits existed. */
const LATE =
  'the database has not come out of recovery in ten minutes. Where its log says "recovery ended before configured recovery target", take latest as the moment'

/** Read before anything stops: the moment and the present in seconds, and the archive's last timeline. */
const BACKUP_BEFORE = `found=$(on "$first" <<END
info=\\$(runuser -u postgres -- pgbackrest $(backrest_options "$first") --stanza=${STANZA} --output=json info)
oldest=\\$(jq '[.[].backup[]? | select(.error != true) | .timestamp.stop] | min // empty' <<< "\\$info")
[ -n "\\$oldest" ] || { echo 'restore.sh: there is no backup; nothing has changed' >&2; exit 1; }
now=\\$(date +%s)
wanted=\\$now
if [ '$moment' != latest ]; then
  wanted=\\$(date -d '$moment' +%s)
  if [ "\\$wanted" -lt "\\$oldest" ] || [ "\\$wanted" -gt "\\$now" ]; then
    echo "restore.sh: backups lead to moments from \\$(date -u -d "@\\$oldest" '+%F %T+00') until now, not to $moment; nothing has changed" >&2
    exit 1
  fi
fi
wal=\\$(jq -r '[.[].archive[]?.max // empty] | max // empty' <<< "\\$info")
echo "\\$wanted \\$now \\$((16#0\\\${wal:0:8}))"
END
)
read -r wanted now left <<< "$found"`

/**
 * PostgreSQL begins a timeline with each restore and with each change of the primary. A restore follows the latest timeline. If the
 * database has already been restored since the wanted moment, this restore follows the timeline that was current before the first of those
 * restores. The kit's folder stores that timeline.
 */
const TIMELINE = `if [ -z "$timeline" ]; then
  timeline=latest
  while read -r begun which; do
    [ "$begun" -gt "$wanted" ] || continue
    timeline=$which
    echo "an earlier restore left timeline $timeline. This restore follows that timeline"
    break
  done < <(cat "$kit/restores.txt" 2>/dev/null)
fi
options="$options --target-timeline=$timeline"`

function restoreOne(unit: string): string {
  return `on "$first" <<END
set -e
systemctl stop ${unit}
runuser -u postgres -- pgbackrest $(backrest_options "$first") --stanza=${STANZA} --delta $options restore
systemctl start ${unit}
for second in \\$(seq 600); do
  [ "\\$(runuser -u postgres -- psql -tAc 'select pg_is_in_recovery()' 2>/dev/null)" = f ] && exit 0
  sleep 1
done
echo '${LATE}: journalctl -u ${unit}' >&2
exit 1
END`
}

/** Patroni creates the cluster again, from the backup instead of initdb. The other members copy the first member. */
const RESTORE_MEMBERS = `for member in $database_hosts; do echo 'systemctl stop patroni' | on "$member"; done
for member in $database_hosts; do
  database_of "$member"
  # The old data folder stays until somebody deletes it.
  echo "set -e; if [ -d $data ]; then mv $data $data.before-\\$(date +%s); fi" | on "$member"
done
database_of "$first"
printf '%s\\n%s\\n' "$moment" "$timeline" | pipe_to "$first" "cat > $folder/restore-target && chown postgres $folder/restore-target"
on "$first" <<END
set -e
printf '${SCOPE}\\nYes I am aware\\n' | runuser -u postgres -- patronictl -c $folder/config.yml remove ${SCOPE}
install -m 600 -o postgres -g postgres $folder/config.yml $folder/ordinary.yml
install -m 600 -o postgres -g postgres $folder/restore.yml $folder/config.yml
systemctl start patroni
leads() { curl -fsS -o /dev/null --cacert $authority $patroni/primary 2>/dev/null; }
for second in \\$(seq 600); do
  leads && break
  sleep 1
done
mv $folder/ordinary.yml $folder/config.yml
systemctl reload patroni
leads || { echo '${LATE}: journalctl -u patroni' >&2; exit 1; }
END
for member in $database_hosts; do
  [ "$member" = "$first" ] || echo 'systemctl start patroni' | on "$member"
done`

/** Reads the parameters of restore.sh, on machines and in containers. @param options all options, as the refusal of another option lists them */
export function readParameters(options: string): string {
  return `words=() yes=''
while [ $# -gt 0 ]; do
  case $1 in
    --yes) yes=1 ;;
    --timeline) timeline=\${2:?--timeline needs latest, current or a number}; shift ;;
    --*) echo "restore.sh: $1 is not an option; the options are ${options}" >&2; exit 2 ;;
    *) words+=("$1") ;;
  esac
  shift
done
set -- "\${words[@]}"
moment=\${1:?restore.sh "YYYY-MM-DD HH:MM:SS+00" REPOSITORY HOSTS_FILE, or latest as the moment}
repository=\${2:?restore.sh needs the repository}
hosts_file=$(realpath "\${3:?restore.sh needs the hosts file}")`
}
