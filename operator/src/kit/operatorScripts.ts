/** What the operator runs from the kit's folder: on every host in turn, over ssh, or on this machine where a host names none. */
import { hostsWith, type Host, type Plan } from './plan.ts'
import { stanzaCreation } from './services/hostScripts.ts'
import { patroniFolder, SCOPE } from './services/patroni.ts'
import { pgBackRestOptions } from './services/pgbackrest.ts'
import { dataFolder, STANZA } from './services/postgresSettings.ts'

/** @returns each script by its name */
export function operatorScripts(plan: Plan): Map<string, string> {
  return new Map([
    ['common.sh', common(plan)],
    ['install.sh', install(plan)],
    ['check.sh', check()],
    ['release.sh', release(plan)],
    ['restore.sh', restore(plan)],
    ['drill.sh', drill(plan)],
  ])
}

function names(hosts: readonly Host[]): string {
  return hosts.map(({ name }) => name).join(' ')
}

function common(plan: Plan): string {
  const { opt } = plan.hosts[0]!.directories
  return `# Read by the other scripts.
set -euo pipefail
kit=$(cd "$(dirname "$0")" && pwd)
hosts='${names(plan.hosts)}'
app_hosts='${names(hostsWith(plan, 'app'))}'
signer_hosts='${names(hostsWith(plan, 'signer'))}'
database_hosts='${names(hostsWith(plan, 'database'))}'
opt=${opt}

destination() {
  case $1 in
${plan.hosts.map(({ name, ssh }) => `    ${name}) echo '${ssh ?? ''}' ;;`).join('\n')}
  esac
}
# Runs the script that it reads, as root on the host.
on() {
  local to
  to=$(destination "$1")
  if [ -n "$to" ]; then ssh -o BatchMode=yes "$to" 'if [ "$(id -u)" = 0 ]; then exec bash -s; else exec sudo bash -s; fi'
  else bash -s
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
`
}

function install(plan: Plan): string {
  const [keeper = hostsWith(plan, 'database')[0]!] = hostsWith(plan, 'backup')
  const member = hostsWith(plan, 'database')[0]!
  return `#!/bin/bash
# install.sh: brings each host its files and starts all parts. It may run again, after each change of the kit.
. "$(dirname "$0")/common.sh"
for host in $hosts; do
  bring "$host"
  echo 'bash /root/galx-kit/install.sh' | on "$host"
done
${
  plan.profile === 'single'
    ? ''
    : `echo 'waiting for a primary'
on ${member.name} <<'END'
for second in $(seq 120); do
  curl -fsS -o /dev/null --cacert ${member.directories.etc}/galx/tls/ca.crt https://${member.address}:${member.ports.patroni}/cluster 2>/dev/null &&
    runuser -u postgres -- patronictl -c ${patroniFolder(member)}/config.yml list -f json | grep -q '"Leader"' && exit 0
  sleep 1
done
echo 'no primary within two minutes: journalctl -u patroni' >&2
exit 1
END
on ${keeper.name} <<'END'
${stanzaCreation(plan, keeper)}END
`
}echo 'installed; next: release.sh'
`
}

function check(): string {
  return `#!/bin/bash
# check.sh: one line for each thing that is wrong on any host; exit code 1 where there is one.
. "$(dirname "$0")/common.sh"
wrong=0
for host in $hosts; do
  echo /etc/galx/check-host.sh | on "$host" || wrong=1
done
[ "$wrong" = 0 ] && echo 'all well'
exit "$wrong"
`
}

/** New programs go one process at a time, so that the others answer meanwhile. */
function release(plan: Plan): string {
  const [first] = hostsWith(plan, 'app')
  const hostCalls = plan.hosts
    .filter(({ roles }) => roles.includes('app'))
    .map(
      ({ name, ports }) =>
        `    ${name}) printf '%s\\n' ${[
          ...ports.api.map((port, index) => `"galx-api@${index + 1} ${port}"`),
          ...ports.btcApi.map((port, index) => `"galx-btc-api@${index + 1} ${port}"`),
          `"galx-indexer ${ports.indexer}"`,
        ].join(' ')} ;;`,
    )
  return `#!/bin/bash
# release.sh REPOSITORY [REVISION]: builds the revision (HEAD) of the repository and brings it to every host, without an interruption.
# release.sh --back VERSION: goes back to a version that is on the hosts. The database stays as it is.
. "$(dirname "$0")/common.sh"
programs_of() {
  case $1 in
${hostCalls.join('\n')}
  esac
}
switch() {
  on "$1" <<END
set -e
[ -d $opt/releases/$version ] || { echo "$1 does not have the version $version" >&2; exit 1; }
ln -sfn releases/$version $opt/current.new
mv -T $opt/current.new $opt/current
END
}
restart() {
  on "$1" <<END
set -e
systemctl restart $2
for second in \\$(seq 60); do
  curl -fsS --max-time 2 -o /dev/null http://127.0.0.1:$3/health/ready 2>/dev/null && exit 0
  sleep 1
done
echo "$1: $2 is not ready after a minute: journalctl -u $2; go back with release.sh --back" >&2
exit 1
END
}
if [ "\${1:-}" = --back ]; then
  version=\${2:?release.sh --back VERSION}
else
  repository=\${1:?release.sh REPOSITORY [REVISION]}
  version=$(git -C "$repository" rev-parse --short=12 "\${2:-HEAD}^{commit}")
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  git -C "$repository" archive "$version" | tar -x -C "$work"
  (
    cd "$work"
    npm ci --ignore-scripts --no-audit --no-fund
    npm run build -w server
    npm run build -w web
    node -e "import('./stack/build.mjs').then(({ buildPrograms }) => buildPrograms())"
    npm prune --omit=dev --ignore-scripts --no-audit --no-fund
  )
  for host in $hosts; do
    tar -C "$work" -czf - . | pipe_to "$host" "rm -rf $opt/releases/$version.new && mkdir -p $opt/releases/$version.new && tar -C $opt/releases/$version.new -xzf - && chown -R root:root $opt/releases/$version.new && chmod -R go=rX $opt/releases/$version.new && rm -rf $opt/releases/$version && mv $opt/releases/$version.new $opt/releases/$version"
  done
  on ${first!.name} <<END
set -e
systemd-run --quiet --wait --pipe --collect --uid=galx --gid=galx -p EnvironmentFile=${first!.directories.etc}/galx/indexer.env \\
  -p WorkingDirectory=$opt/releases/$version /usr/bin/env node server/dist/main.js migrate
END
fi
for host in $hosts; do switch "$host"; done
for host in $app_hosts; do
  programs_of "$host" | while read -r unit port; do restart "$host" "$unit" "$port" < /dev/null; done
done
for host in $signer_hosts; do
  echo 'systemctl restart galx-verdicts; if [ -f /etc/galx/signer-keys.env ]; then systemctl restart galx-signer; else echo "no signer-keys.env: the signer stays off"; fi' | on "$host"
done
echo "$version serves"
`
}

function restore(plan: Plan): string {
  const [leader] = hostsWith(plan, 'database')
  const host = leader!
  const data = dataFolder(plan, host)
  const stopPrograms = `for host in $hosts; do
  echo 'systemctl stop "galx-api@*" "galx-btc-api@*" galx-indexer galx-signer galx-verdicts "galx-backup-*.timer" 2>/dev/null || true' | on "$host"
done`
  const single = `on ${host.name} <<END
set -e
systemctl stop postgresql@15-main
runuser -u postgres -- pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} --delta --type=time --target='$moment' --target-action=promote restore
systemctl start postgresql@15-main
for second in \\$(seq 600); do
  [ "\\$(runuser -u postgres -- psql -tAc 'select pg_is_in_recovery()' 2>/dev/null)" = f ] && exit 0
  sleep 1
done
echo 'the database has not come out of recovery in ten minutes' >&2
exit 1
END`
  const folder = patroniFolder(host)
  const ha = `for member in $database_hosts; do echo 'systemctl stop patroni' | on "$member"; done
printf '%s' "$moment" | pipe_to ${host.name} 'cat > ${folder}/restore-target && chown postgres ${folder}/restore-target'
for member in $database_hosts; do
  # What was there is kept until somebody deletes it.
  echo 'set -e; if [ -d ${data} ]; then mv ${data} ${data}.before-$(date +%s); fi' | on "$member"
done
on ${host.name} <<'END'
set -e
printf '${SCOPE}\\nYes I am aware\\n' | runuser -u postgres -- patronictl -c ${folder}/config.yml remove ${SCOPE}
install -m 600 -o postgres -g postgres ${folder}/config.yml ${folder}/ordinary.yml
install -m 600 -o postgres -g postgres ${folder}/restore.yml ${folder}/config.yml
systemctl start patroni
for second in $(seq 600); do
  curl -fsS -o /dev/null --cacert ${host.directories.etc}/galx/tls/ca.crt https://${host.address}:${host.ports.patroni}/primary 2>/dev/null && break
  sleep 1
done
mv ${folder}/ordinary.yml ${folder}/config.yml
systemctl reload patroni
curl -fsS -o /dev/null --cacert ${host.directories.etc}/galx/tls/ca.crt https://${host.address}:${host.ports.patroni}/primary
END
for member in $database_hosts; do
  [ "$member" = ${host.name} ] || echo 'systemctl start patroni' | on "$member"
done`
  return `#!/bin/bash
# restore.sh 'YYYY-MM-DD HH:MM:SS+00' REPOSITORY HOSTS_FILE: the database as it was at that moment.
# Every session ends, since those that were revoked after that moment would live again. The signer stays off: start it by hand
# once galx-audit has ended without a difference.
. "$(dirname "$0")/common.sh"
moment=\${1:?restore.sh "YYYY-MM-DD HH:MM:SS+00" REPOSITORY HOSTS_FILE}
repository=\${2:?restore.sh needs the repository}
hosts_file=$(realpath "\${3:?restore.sh needs the hosts file}")
[[ $moment =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}\\ [0-9]{2}:[0-9]{2}:[0-9]{2}\\+00$ ]] || { echo "restore.sh: the moment must look like 2026-01-31 12:00:00+00, not $moment" >&2; exit 2; }
if [ "\${4:-}" != --yes ]; then
  read -r -p "All programs stop, and the database goes back to $moment. Type yes: " answer
  [ "$answer" = yes ] || exit 1
fi
(cd "$repository" && npm run --silent operator -- kit --profile ${plan.profile} --hosts "$hosts_file" --out "$kit" --rotate sessions-at-once)
${stopPrograms}
${plan.profile === 'single' ? single : ha}
for host in $app_hosts; do
  bring "$host"
  on "$host" <<'END'
set -e
install -m 600 /root/galx-kit/root/etc/galx/api.env /etc/galx/api.env
systemctl start $(systemctl list-unit-files 'galx-api@*' 'galx-btc-api@*' galx-indexer.service --state=enabled --no-legend | cut -d' ' -f1 | grep -v '@\\.')
END
done
for host in $hosts; do
  echo 'for timer in /etc/systemd/system/galx-backup-*.timer; do [ -e "$timer" ] && systemctl start "$(basename "$timer")"; done; true' | on "$host"
done
for host in $signer_hosts; do echo 'systemctl start galx-verdicts' | on "$host"; done
echo "restored to $moment. Now, on the host of the signer: systemctl start galx-audit && systemctl start galx-signer"
`
}

function drill(plan: Plan): string {
  const { settings } = plan
  const [member] = hostsWith(plan, 'database')
  const [counter] = hostsWith(plan, 'redis')
  const folder = patroniFolder(member!)
  const apps = hostsWith(plan, 'app')
  const pooler = (word: string) =>
    apps
      .map(
        ({ name, directories }) =>
          `  echo '. ${directories.etc}/galx/api.env; psql -qX "\${DATABASE_URL%/*}/pgbouncer?sslmode=require" -c "${word} galx"' | on ${name}`,
      )
      .join('\n')
  const ha = `  switchover)
    # PgBouncer holds new work back for the moment in which nobody leads.
  ${pooler('PAUSE').trim()}
    echo 'runuser -u postgres -- patronictl -c ${folder}/config.yml switchover ${SCOPE} --force' | on ${member!.name}
  ${pooler('RESUME').trim()}
    ;;
  kill-primary)
    leader=$(echo "runuser -u postgres -- patronictl -c ${folder}/config.yml list -f json" | on ${member!.name} | jq -r '.[] | select(.Role == "Leader") | .Member')
    echo 'kill -9 $(head -1 ${dataFolder(plan, member!)}/postmaster.pid)' | on "$leader"
    ;;
  stop-haproxy) echo 'systemctl restart haproxy' | on ${apps[0]!.name} ;;
`
  const events = [
    ...(plan.profile === 'ha' ? ['switchover', 'kill-primary', 'stop-haproxy'] : []),
    'kill-indexer',
    'stop-redis',
  ]
  return `#!/bin/bash
# drill.sh EVENT [--yes]: makes something fail while it writes through the public API, and prints how long writes were refused.
# Events: ${events.join(', ')}
. "$(dirname "$0")/common.sh"
event=\${1:-}
case $event in ${events.join('|')}) ;; *) echo 'drill.sh EVENT [--yes], one of: ${events.join(', ')}' >&2; exit 2 ;; esac
if [ "\${2:-}" != --yes ]; then
  read -r -p "$event happens to what people use now. Type yes: " answer
  [ "$answer" = yes ] || exit 1
fi
record=$(mktemp)
trap 'kill "$probe" 2>/dev/null || true; rm -f "$record"' EXIT
# A nonce for an address that nobody has is a write.
(
  while :; do
    address=0x$(openssl rand -hex 20)
    code=$(curl -s -o /dev/null -w '%{http_code}' --max-time 5 -X POST -H 'content-type: application/json' -H 'origin: https://${settings.domain}' -d '{}' "https://${settings.apiDomain}/api/user/public/nonce/$address" || true)
    echo "$(date +%s%3N) $code" >> "$record"
    sleep 0.2
  done
) &
probe=$!
sleep 5
begun=$(date +%s%3N)
case $event in
${plan.profile === 'ha' ? ha : ''}  kill-indexer) echo 'systemctl kill -s KILL galx-indexer' | on ${apps[0]!.name} ;;
  stop-redis) echo 'systemctl stop redis-server; sleep 10; systemctl start redis-server' | on ${counter!.name} ;;
esac
sleep 40
kill "$probe"
awk -v begun="$begun" '
  $2 == 200 { if (last && $1 - last > gap) gap = $1 - last; last = $1; good++ }
  $2 != 200 { bad++ }
  END {
    if (!good) { print "no write succeeded at all"; exit 1 }
    printf "%d writes acknowledged, %d refused, longest pause %.1f s\\n", good, bad, gap / 1000
  }' "$record"
"$kit/check.sh"
`
}
