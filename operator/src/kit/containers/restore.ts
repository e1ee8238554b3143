/** restore.sh for containers: the database's state at a moment, or the latest state in the archive. */
import type { Host, Plan } from '../plan.ts'
import { pgBackRestOptions } from '../services/pgbackrest.ts'
import { socketFolder, STANZA } from '../services/postgresSettings.ts'
import { scriptPath } from './services.ts'

export function restore(plan: Plan, host: Host): string {
  const backRest = `pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA}`
  return `#!/bin/bash
# restore.sh 'YYYY-MM-DD HH:MM:SS+00' REPOSITORY HOSTS_FILE [--yes] [--timeline latest|current|NUMBER]: restores the database's state at that moment.
# restore.sh latest REPOSITORY HOSTS_FILE …: restores the latest archived state, for example after the loss of a machine.
# To restore to a moment before the last restore, add --timeline NUMBER (decimal; pgbackrest info shows it in hexadecimal).
# Every session ends, because a session that was revoked after that moment would be valid again. The signer stays off until audit.sh has found no
# difference. No restore leads to a moment after this one until the full backup that it starts has ended.
. "$(dirname "$0")/common.sh"
words=() yes='' timeline=latest
while [ $# -gt 0 ]; do
  case $1 in
    --yes) yes=1 ;;
    --timeline) timeline=\${2:?--timeline needs latest, current or a number}; shift ;;
    --*) echo "restore.sh: $1 is not an option; the options are --yes and --timeline" >&2; exit 2 ;;
    *) words+=("$1") ;;
  esac
  shift
done
set -- "\${words[@]}"
moment=\${1:?restore.sh "YYYY-MM-DD HH:MM:SS+00" REPOSITORY HOSTS_FILE, or latest as the moment}
repository=\${2:?restore.sh needs the repository}
hosts_file=$(realpath "\${3:?restore.sh needs the hosts file}")
[[ $timeline =~ ^(latest|current|[0-9]+)$ ]] || { echo "restore.sh: the timeline must be latest, current or a number, not $timeline" >&2; exit 2; }
if [ "$moment" = latest ]; then options=(--type=default)
elif [[ $moment =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}\\ [0-9]{2}:[0-9]{2}:[0-9]{2}\\+00$ ]]; then options=(--type=time "--target=$moment" --target-action=promote)
else
  echo "restore.sh: the moment must look like 2026-01-31 12:00:00+00, or be latest, not $moment" >&2
  exit 2
fi
backups=$(tool postgresql ${backRest} --output=json info | jq '[.[].backup[]?] | length')
[ "$backups" != 0 ] || { echo 'restore.sh: there is no backup; nothing has changed' >&2; exit 1; }
if [ -z "$yes" ]; then
  read -r -p "All programs stop, and the database goes back to $moment. Type yes: " answer
  [ "$answer" = yes ] || exit 1
fi
trap 'echo "restore.sh has not finished: programs are stopped. Fix what the lines above name, and run it again." >&2' EXIT
kit=$PWD
(cd "$repository" && npm run --silent operator -- kit --profile single --hosts "$hosts_file" --out "$kit" --rotate sessions-at-once)
tool settings bash -c "bash /kit/place.sh && touch $mark"
running=$(programs | cut -d' ' -f1 | grep -v cosigner)
# The programs are killed, because the restore undoes their last writes anyway.
docker compose kill $running 2>/dev/null || true
docker compose stop backups postgresql
tool postgresql ${backRest} --delta "\${options[@]}" "--target-timeline=$timeline" restore
up postgresql
for second in $(seq 600); do
  recovering=$(docker compose exec -T postgresql psql -h ${socketFolder(host)} -p ${host.ports.postgres} -tAc 'select pg_is_in_recovery()' 2>/dev/null || true)
  [ "$recovering" != f ] || break
  sleep 1
done
[ "$recovering" = f ] || {
  echo 'the database has not come out of recovery in ten minutes. Where its log says "recovery ended before configured recovery target", take latest as the moment: docker compose logs postgresql' >&2
  exit 1
}
for program in $running; do [ "$program" = galx-signer ] || up "$program"; done
up backups
docker compose exec -dT backups bash ${scriptPath(host, 'backup')} full
trap - EXIT
echo "restored to $moment. Now: audit.sh, which starts the signer"
`
}
