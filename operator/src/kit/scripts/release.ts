/** release.sh copies a version to every host and switches one process after another to it, while the other processes answer. */
import { INDEXER_HALTED as HALTED } from '../services/productPrograms.ts'

/** The number of earlier releases that stay on a host for a rollback. */
export const KEPT = 5

/** The number of successful answers, one each second, that a process must give. */
const STEADY_LOOKS = 5

/** Makes a release of the revision in the folder $work. */
export const BUILD_RELEASE = `  git -C "$repository" archive "$version" | tar -x -C "$work"
  (
    cd "$work"
    # Without --include=dev, npm omits Vite and others if NODE_ENV is production.
    npm ci --include=dev --ignore-scripts --no-audit --no-fund
    npm run build -w server
    npm run build -w web
    node -e "import('./stack/build.mjs').then(({ buildPrograms }) => buildPrograms())"
    npm prune --omit=dev --ignore-scripts --no-audit --no-fund
    node scripts/sbom.mjs --installed > sbom.cdx.json
  )`

/** The same revision gives the same build, so a host that has the revision keeps its build. */
const BUILD = `build_where_missing() {
  local host lacking=
  for host in $release_hosts; do has_version "$host" || lacking="$lacking $host"; done
  [ -n "$lacking" ] || return 0
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
${BUILD_RELEASE}
  for host in $lacking; do
    tar -C "$work" -czf - . | pipe_to "$host" "rm -rf $opt/releases/.new && mkdir -p $opt/releases/.new && tar -C $opt/releases/.new -xzf - && chown -R root:root $opt/releases/.new && chmod -R go=rX $opt/releases/.new && touch $opt/releases/.new && mv $opt/releases/.new $opt/releases/$version"
  done
}`

export function release(): string {
  return `#!/bin/bash
# release.sh REPOSITORY [REVISION] [--without HOST]…: builds the revision (HEAD) of the repository and brings it to every host, without an interruption.
# release.sh --back VERSION [--without HOST]…: goes back to a version that is on the hosts. The database does not change.
# release.sh --upload REPOSITORY [REVISION] [--without HOST]…: builds the revision and brings it to every host. The programs keep their version.
. "$(dirname "$0")/common.sh"
${HOST_FUNCTIONS}
${BUILD}
without_hosts "$@"
set -- "\${words[@]}"
reach $release_hosts
if [ "\${1:-}" = --back ]; then
  version=\${2:?release.sh --back VERSION}
  for host in $release_hosts; do
    has_version "$host" || { echo "$host does not have the version $version; nothing has changed" >&2; exit 1; }
  done
else
  upload=
  [ "\${1:-}" != --upload ] || { upload=1 && shift; }
  repository=\${1:?release.sh REPOSITORY [REVISION]}
  version=$(git -C "$repository" rev-parse --short=12 "\${2:-HEAD}^{commit}")
  build_where_missing
  if [ -n "$upload" ]; then
    echo "$version is in $opt/releases/$version of each host; no program runs it yet"
    exit 0
  fi
  migrate
fi
# Every edge has the files before the first edge serves a page of the version, because a browser may ask another edge for the page's files.
for host in $release_hosts; do echo "ln -sfn releases/$version $opt/next" | on "$host"; done
for host in $release_hosts; do serve "$host"; done
for host in $release_hosts; do show "$host"; done
for host in $release_hosts; do tidy "$host"; done
echo "$version serves"
`
}

/** The quotes are escaped, because the text is part of a script that is sent to a host. */
const GO_OVER = `# go_over LINK FOLDER
go_over() { ln -sfn "\\$2" "\\$1.new" && mv -T "\\$1.new" "\\$1"; }`

/** The steps on one host. */
const HOST_FUNCTIONS = `has_version() {
  echo "[ -d $opt/releases/$version ]" | on "$1"
}
# A migration waits at most 2 s for the lock of a table, and then lets other statements pass. So the programs keep running.
migrate() {
  local first=\${app_hosts%% *}
  on "$first" <<END
set -e
systemd-run --quiet --wait --pipe --collect --uid=galx --gid=galx -p EnvironmentFile=$(galx_folder "$first")/indexer.env \\
  -p WorkingDirectory=$opt/releases/$version /usr/bin/env node server/dist/main.js migrate < /dev/null
END
}
# Switches the programs of the host to the version. If a process does not become ready, the host goes back to its earlier version.
serve() {
  on "$1" <<END
set -e
cd $opt
before=\\$(readlink current || true)
had_halted=
${GO_OVER}
# ready UNIT ADDRESS: the same process has answered ${STEADY_LOOKS} times in a row. A failing process may answer before it ends, and systemd restarts
# it every second.
ready() {
  local look process known= steady=0
  for look in \\$(seq 60); do
    process=\\$(systemctl show -p MainPID --value "\\$1")
    if [ -n "\\$had_halted" ] && halted "\\$1"; then
      echo "$1: indexing had halted before and halts again, the release goes on; why: journalctl -u \\$1"
      return 0
    elif [ "\\$process" != 0 ] && curl -fsS --max-time 2 -o /dev/null "\\$2" 2>/dev/null; then
      [ "\\$process" = "\\$known" ] || steady=0
      known=\\$process steady=\\$((steady + 1))
      [ "\\$steady" -lt ${STEADY_LOOKS} ] || return 0
    else
      steady=0
    fi
    sleep 1
  done
  return 1
}
# After a halt the indexer ends with ${HALTED}, and systemd does not restart it. If indexing halted before the release, the earlier version would help
# no more.
halted() {
  [ "\\$1" = galx-indexer ] && systemctl is-failed --quiet "\\$1" && [ "\\$(systemctl show -p ExecMainStatus --value "\\$1")" = ${HALTED} ]
}
go_over current releases/$version
begun=()
while read -r unit address; do
  # A host may have no program.
  [ -n "\\$unit" ] || continue
  case "\\$unit" in
    galx-signer) keys=signer-keys.env ;;
    galx-cosigner) keys=cosigner-keys.env ;;
    *) keys= ;;
  esac
  if [ -n "\\$keys" ] && [ ! -f "/etc/galx/\\$keys" ]; then
    echo "$1: no \\$keys: \\$unit stays off"
    continue
  fi
  if [ "\\$unit" = galx-signer ] && [ -e "$(audit_mark "$1")" ]; then
    echo "$1: the signer stays off until galx-audit has ended without a difference"
    continue
  fi
  # The newest program is first in the list. If it does not become ready, it goes back first, while the other programs still serve.
  begun=("\\$unit \\$address" "\\\${begun[@]}")
  if halted "\\$unit"; then had_halted=1; fi
  systemctl restart "\\$unit" && ready "\\$unit" "\\$address" && continue
  echo "$1: \\$unit of $version is not ready after a minute: journalctl -u \\$unit" >&2
  if [ -n "\\$before" ] && [ "\\$before" != releases/$version ]; then
    go_over current "\\$before"
    # One after another, so that the other programs answer.
    for one in "\\\${begun[@]}"; do
      read -r unit address <<< "\\$one"
      systemctl restart "\\$unit" && ready "\\$unit" "\\$address" || echo "$1: \\$unit of \\$before is not ready either" >&2
    done
    echo "$1 serves \\$before again; other hosts may serve the new version: release.sh --back \\\${before#releases/}" >&2
  fi
  exit 1
done <<'PROGRAMS'
$(programs_of "$1")
PROGRAMS
END
}
# The host's edge serves the version's app once all hosts run the version, because a page may call any host. For open pages, nginx keeps the files of
# earlier version.
show() {
  on "$1" <<END
set -e
cd $opt
shown=\\$(readlink app || true)
${GO_OVER}
[ -z "\\$shown" ] || [ "\\$shown" = releases/$version ] || go_over previous "\\$shown"
go_over app releases/$version
END
}
# Keeps the newest ${KEPT} releases and the releases in use.
tidy() {
  on "$1" <<END
cd $opt/releases
for old in \\$(ls -1t | tail -n +${KEPT + 1}); do
  case "releases/\\$old" in "\\$(readlink ../current)" | "\\$(readlink ../app)" | "\\$(readlink ../previous)") ;; *) rm -rf "./\\$old" ;; esac
done
END
}`
