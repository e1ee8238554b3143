/** drill.sh and switchover.sh: a part fails, or moves, while people use the product. */
import { hostsWith, type Plan } from '../plan.ts'
import { dataFolder } from '../services/postgresSettings.ts'

/** The script exists only in `ha`. */
export const SWITCHOVER = `#!/bin/bash
# switchover.sh: makes another machine the leader of the database, without a failed request. Use it before work on the present leader.
. "$(dirname "$0")/common.sh"
switch_primary
`

/** @returns the commands of the events by name */
function eventsOf(plan: Plan): Map<string, string> {
  const member = hostsWith(plan, 'database')[0]!
  const app = hostsWith(plan, 'app')[0]!
  const counter = hostsWith(plan, 'redis')[0]!
  const away = (unit: string, host: string) =>
    `echo 'systemctl stop ${unit}; sleep 10; systemctl start ${unit}' | on ${host}`
  return new Map([
    ...(plan.profile === 'ha'
      ? ([
          ['switchover', 'switch_primary'],
          [
            'kill-primary',
            `echo 'kill -9 $(head -1 ${dataFolder(plan, member)}/postmaster.pid)' | on "$(leader)"`,
          ],
          ['stop-haproxy', away('haproxy', app.name)],
        ] as const)
      : []),
    ['kill-indexer', `echo 'systemctl kill -s KILL galx-indexer' | on ${app.name}`],
    ['stop-redis', away('redis-server', counter.name)],
  ])
}

/** Milliseconds between two writes: below the limit of 60 sign-in calls a minute for one address. */
const INTERVAL_MS = 1_200

/**
 * An awk script that measures how long writes were refused. Each line has a time in milliseconds and a status. A pause lasts from one success
 * to the next success, or to the end. Refusals by the limit of sign-in calls do not count.
 */
export const SUMMARY = `
  $2 == 429 { limited++; next }
  $2 == 200 { if (last && $1 - last > gap) gap = $1 - last; last = $1; good++; back = 1; next }
  { bad++; end = $1; back = 0 }
  END {
    if (limited) printf "%d more were refused by the limit of sign-in calls: another program signs in from this address\\n", limited
    if (!good) { print "no write succeeded at all"; exit 1 }
    if (!back && end - last > gap) gap = end - last
    printf "%d writes acknowledged, %d refused, longest pause %.1f s\\n", good, bad, gap / 1000
    if (!back) { print "writes have not recovered"; exit 1 }
  }`

export function drill(plan: Plan): string {
  const { domain, apiDomain } = plan.settings
  const events = eventsOf(plan)
  const names = [...events.keys()]
  return `#!/bin/bash
# drill.sh EVENT [--yes]: makes a part fail while the script writes through the public API, and prints how long writes were refused. Exit code 1:
# writes have not recovered, or something is wrong afterwards.
# Events: ${names.join(', ')}
. "$(dirname "$0")/common.sh"
event=\${1:-}
case $event in ${names.join('|')}) ;; *) echo 'drill.sh EVENT [--yes], one of: ${names.join(', ')}' >&2; exit 2 ;; esac
if [ "\${2:-}" != --yes ]; then
  read -r -p "$event affects the running product. Type yes: " answer
  [ "$answer" = yes ] || exit 1
fi
record=$(mktemp) wrong=0
# A nonce for an unused address is a write.
(
  while :; do
    address=0x$(openssl rand -hex 20)
    code=$(curl -s -o /dev/null -w '%{http_code}' --max-time 5 -X POST -H 'content-type: application/json' -H 'origin: https://${domain}' -d '{}' "https://${apiDomain}/api/user/public/nonce/$address" || true)
    echo "$(date +%s%3N) $code" >> "$record"
    sleep ${INTERVAL_MS / 1_000}
  done
) &
probe=$!
stop_probe() { kill "$probe" 2>/dev/null || true; }
trap 'stop_probe; rm -f "$record"' EXIT
sleep 5
# A separate shell: its changes end with the shell.
case $event in
${[...events].map(([name, command]) => `  ${name}) (${command}) ;;`).join('\n')}
esac
sleep 40
stop_probe
awk '${SUMMARY}' "$record" || wrong=1
"$kit/check.sh" || wrong=1
exit $wrong
`
}
