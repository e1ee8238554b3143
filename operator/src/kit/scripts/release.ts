/** release.sh brings a version to every host and switches one process after another to it, while the others answer. */
/** Releases that stay on a host, to go back to. */
const KEPT = 5

/** The same revision builds the same, so that a host that has it keeps what it has. */
const BUILD = `build_where_missing() {
  local host lacking=
  for host in $release_hosts; do has_version "$host" || lacking="$lacking $host"; done
  [ -n "$lacking" ] || return 0
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
  for host in $lacking; do
    tar -C "$work" -czf - . | pipe_to "$host" "rm -rf $opt/releases/.new && mkdir -p $opt/releases/.new && tar -C $opt/releases/.new -xzf - && chown -R root:root $opt/releases/.new && chmod -R go=rX $opt/releases/.new && touch $opt/releases/.new && mv $opt/releases/.new $opt/releases/$version"
  done
}`

export function release(): string {
  return `#!/bin/bash
# release.sh REPOSITORY [REVISION] [--without HOST]…: builds the revision (HEAD) of the repository and brings it to every host, without an interruption.
# release.sh --back VERSION [--without HOST]…: goes back to a version that is on the hosts. The database stays as it is.
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
  repository=\${1:?release.sh REPOSITORY [REVISION]}
  version=$(git -C "$repository" rev-parse --short=12 "\${2:-HEAD}^{commit}")
  build_where_missing
  migrate
fi
for host in $release_hosts; do serve "$host"; done
for host in $release_hosts; do tidy "$host"; done
echo "$version serves"
`
}

/** What is done on one host. */
const HOST_FUNCTIONS = `has_version() {
  echo "[ -d $opt/releases/$version ]" | on "$1"
}
# A migration waits at most 2 s for the lock of a table and then lets everybody pass, so that nothing has to be held back for it.
migrate() {
  local first=\${app_hosts%% *}
  on "$first" <<END
set -e
systemd-run --quiet --wait --pipe --collect --uid=galx --gid=galx -p EnvironmentFile=$(galx_folder "$first")/indexer.env \\
  -p WorkingDirectory=$opt/releases/$version /usr/bin/env node server/dist/main.js migrate < /dev/null
END
}
# The host goes over to the version. Where a process of it does not become ready, the host goes back to what it had.
serve() {
  on "$1" <<END
set -e
cd $opt
before=\\$(readlink current || true)
go_over() { ln -sfn "\\$1" current.new && mv -T current.new current; }
ready() {
  for second in \\$(seq 60); do
    curl -fsS --max-time 2 -o /dev/null "\\$1" 2>/dev/null && return 0
    sleep 1
  done
  return 1
}
go_over releases/$version
# nginx has the files of the version before for pages that are open.
[ -z "\\$before" ] || [ "\\$before" = releases/$version ] || ln -sfn "\\$before" previous
begun= addresses=
while read -r unit address; do
  # A host may have no program.
  [ -n "\\$unit" ] || continue
  if [ "\\$unit" = galx-signer ] && [ ! -f /etc/galx/signer-keys.env ]; then
    echo "$1: no signer-keys.env: the signer stays off"
    continue
  fi
  if [ "\\$unit" = galx-signer ] && [ -e "$(audit_mark "$1")" ]; then
    echo "$1: the signer stays off until galx-audit has ended without a difference"
    continue
  fi
  begun="\\$begun \\$unit" addresses="\\$addresses \\$address"
  systemctl restart "\\$unit" && ready "\\$address" && continue
  echo "$1: \\$unit of $version is not ready after a minute: journalctl -u \\$unit" >&2
  if [ -n "\\$before" ] && [ "\\$before" != releases/$version ]; then
    go_over "\\$before"
    systemctl restart \\$begun
    for address in \\$addresses; do
      ready "\\$address" || echo "$1: \\$address of \\$before does not answer either" >&2
    done
    echo "$1 serves \\$before as before; other hosts may have gone over: release.sh --back \\\${before#releases/}" >&2
  fi
  exit 1
done <<'PROGRAMS'
$(programs_of "$1")
PROGRAMS
END
}
# The newest ${KEPT} stay, and those that serve.
tidy() {
  on "$1" <<END
cd $opt/releases
for old in \\$(ls -1t | tail -n +${KEPT + 1}); do
  case "releases/\\$old" in "\\$(readlink ../current)" | "\\$(readlink ../previous)") ;; *) rm -rf "./\\$old" ;; esac
done
END
}`
