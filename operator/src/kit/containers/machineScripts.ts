/** The operator's scripts for containers. They have the names and the order of a machine's scripts, and run on the machine with Docker. */
import type { Host, Plan } from '../plan.ts'
import { BUILD_RELEASE, KEPT } from '../scripts/release.ts'
import { galxFolder } from '../services/environments.ts'
import { productPrograms, productProcesses } from '../services/productPrograms.ts'
import { PARTS_IMAGE, serviceOf } from './compose.ts'
import { restore } from './restore.ts'
import { partsOf, SITE } from './services.ts'

/** @returns the scripts by name */
export function machineScripts(plan: Plan): Map<string, string> {
  const host = plan.hosts[0]!
  return new Map([
    ['common.sh', common(plan, host)],
    ['install.sh', INSTALL],
    ['release.sh', RELEASE],
    ['check.sh', CHECK],
    ['doctor.sh', DOCTOR],
    ['audit.sh', AUDIT],
    ['restore.sh', restore(plan, host)],
  ])
}

/** The service of each long-running program, with the file of keys that a person must have written first. */
function programs(host: Host): string {
  return productProcesses(host)
    .map(({ program, unit }) => {
      const keys = productPrograms(host)[program]!.environment.find((name) => name.endsWith('-keys'))
      return `${serviceOf(unit)} ${keys === undefined ? '' : `/etc/galx/${keys}.env`}`.trim()
    })
    .join('\n')
}

function common(plan: Plan, host: Host): string {
  const mark = Object.values(productPrograms(host)).find(({ unless }) => unless !== undefined)?.unless
  return `# The other scripts read this file.
set -euo pipefail
cd "$(dirname "\${BASH_SOURCE[0]}")"
parts='${[...partsOf(plan, host).keys()].join(' ')}'
mark=${mark}
firewall=${host.name}/root${galxFolder(host)}/firewall.nft
# Each program, and the file of keys without which it stays off.
programs() {
  cat <<'PROGRAMS'
${programs(host)}
PROGRAMS
}
tool() { docker compose run --rm -T "$@"; }
# up SERVICE: starts the container with the present image and settings, and waits until it answers. A container that already has both keeps running.
up() { docker compose up -d --wait --wait-timeout 180 "$1"; }
health() { docker inspect -f '{{if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}' "$(docker compose ps -q "$1")" 2>/dev/null; }
`
}

const INSTALL = `#!/bin/bash
# install.sh [--update]: builds the image of all parts, brings the kit's files into its volumes, and starts the parts. --update takes Debian's newest packages.
. "$(dirname "$0")/common.sh"
newest=()
case "\${1:-}" in '') ;; --update) newest=(--pull --no-cache) ;; *) echo 'install.sh [--update]' >&2; exit 2 ;; esac
docker build -q "\${newest[@]}" --target parts -t ${PARTS_IMAGE} - < Containerfile
tool settings
for part in $parts; do
  up "$part"
  [ "$part" != postgresql ] || tool prepare
done
docker compose kill -s HUP nginx
# A person switches the firewall on.
install -D -m 644 "$firewall" /etc/galx/firewall.nft
echo 'installed; next: release.sh'
`

const RELEASE = `#!/bin/bash
# release.sh REPOSITORY [REVISION]: builds the revision (HEAD) of the repository, and replaces one program after another, while the others answer.
# release.sh --back VERSION: goes back to a version whose image is on this machine. The database does not change.
. "$(dirname "$0")/common.sh"
known() { docker image inspect "galx:$version" >/dev/null 2>&1; }
if [ "\${1:-}" = --back ]; then
  version=\${2:?release.sh --back VERSION}
  known || { echo "this machine has no image of the version $version; nothing has changed" >&2; exit 1; }
else
  repository=\${1:?release.sh REPOSITORY [REVISION]}
  version=$(git -C "$repository" rev-parse --short=12 "\${2:-HEAD}^{commit}")
fi
if ! known; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
${BUILD_RELEASE}
  docker build -q -f Containerfile -t "galx:$version" "$work"
fi
before=$(sed -n 's/^GALX_VERSION=//p' .env 2>/dev/null || true)
take() { echo "GALX_VERSION=$1" > .env; }
take "$version"
give_up() {
  [ -z "$before" ] || [ "$before" = "$version" ] || {
    take "$before"
    # The newest program goes back first, while the others still serve.
    for one in "$@"; do up "$one" || echo "$one of $before is not ready either" >&2; done
    echo "$before serves again" >&2
  }
  exit 1
}
[ "\${1:-}" = --back ] || tool migrate || give_up
# The proxy has the files before it serves a page of the version.
tool site <<END
set -e
cd ${SITE}
mkdir -p releases/$version/web
[ -d releases/$version/web/dist ] || { cp -R /opt/galx/current/web/dist releases/$version/web/new && mv releases/$version/web/new releases/$version/web/dist; }
touch releases/$version
ln -sfn releases/$version next
END
begun=()
while read -r program keys; do
  if [ -n "$keys" ] && [ ! -f "$keys" ]; then
    echo "no $keys: $program stays off"
    continue
  fi
  begun=("$program" "\${begun[@]}")
  if [ "$program" = galx-signer ] && tool settings test -e "$mark"; then
    echo 'the signer stays off until audit.sh has ended without a difference'
    docker compose up -d "$program"
    continue
  fi
  up "$program" < /dev/null && continue
  echo "$program of $version is not ready: docker compose logs $program" >&2
  give_up "\${begun[@]}"
done < <(programs)
# Open pages still ask for the previous version's files.
tool site <<END
set -e
cd ${SITE}
go_over() { ln -sfn "\\$2" "\\$1.new" && mv -T "\\$1.new" "\\$1"; }
shown=\\$(readlink app || true)
[ -z "\\$shown" ] || [ "\\$shown" = releases/$version ] || go_over previous "\\$shown"
go_over app releases/$version
cd releases
for old in \\$(ls -1t | tail -n +${KEPT + 1}); do
  case "releases/\\$old" in "\\$(readlink ../app)" | "\\$(readlink ../previous)") ;; *) rm -rf "./\\$old" ;; esac
done
END
echo "$version serves"
`

const CHECK = `#!/bin/bash
# check.sh: prints one line for each container that does not work. Exit code 1: there is one.
. "$(dirname "$0")/common.sh"
wrong=0
complain() { echo "$*"; wrong=1; }
check() { case "$(health "$1")" in healthy | running) ;; *) complain "$1 does not work: docker compose logs $1" ;; esac; }
for part in $parts; do check "$part"; done
while read -r program keys; do
  [ -n "$keys" ] && [ ! -f "$keys" ] || check "$program"
done < <(programs)
[ "$wrong" = 0 ] && echo 'all well'
exit "$wrong"
`

const DOCTOR = `#!/bin/bash
# doctor.sh [--json]: checks everything that support would ask about. Exit code 1: there is a problem.
. "$(dirname "$0")/common.sh"
case "$*" in '' | --json) ;; *) echo 'doctor.sh [--json]' >&2; exit 2 ;; esac
tool -e ETHERSCAN_API_KEY doctor "$@"
`

const AUDIT = `#!/bin/bash
# audit.sh: computes every bonus again from the chain alone. Without a difference, the signer may start after a restore.
. "$(dirname "$0")/common.sh"
tool galx-audit
tool settings rm -f "$mark"
[ ! -f /etc/galx/signer-keys.env ] || docker compose up -d --force-recreate --wait galx-signer
`
