import type { Host } from '../plan.ts'

/** A bash `case` over `$1` with a branch for each host. */
export function perHost(hosts: readonly Host[], branch: (host: Host) => string): string {
  return `  case $1 in
${hosts.map((host) => `    ${host.name}) ${branch(host)} ;;`).join('\n')}
  esac`
}
