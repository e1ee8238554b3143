/** restore.sh for containers: the database's state at a moment, or the latest state in the archive. */
import type { Host, Plan } from '../plan.ts'
import { readParameters } from '../scripts/restore.ts'
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
# difference. The restore makes a full backup. Until this backup has ended, no restore can reach a moment after this restore.
. "$(dirname "$0")/common.sh"
timeline=latest
${readParameters('--yes and --timeline')}
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
for program in $running; do
  docker ps -q --filter "label=com.docker.compose.project=\${COMPOSE_PROJECT_NAME:-galx}" --filter "label=com.docker.compose.service=$program" | xargs -r docker kill > /dev/null
done
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
trap - EXIT
echo 'the programs run; a full backup begins'
tool backups bash ${scriptPath(host, 'backup')} full || echo 'the full backup has failed: fix what the lines above name; the container "backups" tries again' >&2
up backups
echo "restored: $moment. Now run audit.sh: it starts the signer if it finds no difference"
`
}
