/** etcd stores the leader of the database. Members and clients authenticate with certificates. */
import { hostsWith, tlsPaths, type Host, type Plan } from '../plan.ts'
import { yaml, type Service } from '../rendered.ts'
import { galxFolder } from './environments.ts'

function peerUrl({ address, ports }: Host): string {
  return `https://${address}:${ports.etcdPeer}`
}

function clientUrl({ address, ports }: Host): string {
  return `https://${address}:${ports.etcdClient}`
}

function folder({ directories }: Host): string {
  return `${directories.lib}/etcd`
}

function configuration({ directories }: Host): string {
  return `${directories.etc}/etcd/galx.yml`
}

const NEW = 'new'

/** The program that Debian's unit starts in place of etcd itself. */
export function etcdScript(host: Host): string {
  return `${galxFolder(host)}/etcd.sh`
}

/**
 * etcd must know whether it starts a new cluster or joins an existing cluster. It joins if the other members have its address without a
 * name: a person has then added this address in place of a lost member (docs/three-machines.md). etcd itself refuses a member that the
 * others know by name and that has lost its data.
 */
function startScript(plan: Plan, host: Host): string {
  const { authority, certificate, key } = tlsPaths(host, 'etcd')
  const others = hostsWith(plan, 'etcd').filter(({ name }) => name !== host.name)
  const joining = `${folder(host)}/joining.yml`
  return `#!/bin/sh
# Starts etcd as a member of a new cluster, or as a member of the existing cluster to which a person has just added it.
set -eu
configuration=${configuration(host)}
if [ ! -d ${folder(host)}/galx/member/wal ]; then
  # The listener for members offers HTTP/2 but does not speak it.
  ask() { curl -fsS --http1.1 --max-time 2 --cacert ${authority} --cert ${certificate} --key ${key} "$1" 2>/dev/null || true; }
  while read -r client peer; do
    # Ask only a member that has a leader. In a first installation no member has a leader.
    ask "$client/health" | grep -q '"health":"true"' || continue
    added=$(ask "$peer/members" | jq 'any(.[]; (.peerURLs | index("${peerUrl(host)}")) and (.name // "") == "")')
    [ "$added" = true ] || continue
    sed 's/"initial-cluster-state": "${NEW}"/"initial-cluster-state": "existing"/' ${configuration(host)} > ${joining}
    configuration=${joining}
    break
  done <<'OTHERS'
${others.map((other) => `${clientUrl(other)} ${peerUrl(other)}`).join('\n')}
OTHERS
fi
exec etcd --config-file "$configuration"
`
}

export const etcd: Service = (plan, host) => {
  if (!host.roles.includes('etcd')) return []
  const { authority, certificate, key } = tlsPaths(host, 'etcd')
  const client = clientUrl(host)
  const security = {
    'cert-file': certificate,
    'key-file': key,
    'client-cert-auth': true,
    'trusted-ca-file': authority,
  }
  const content = yaml({
    name: host.name,
    'data-dir': `${folder(host)}/galx`,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peerUrl(host),
    'initial-advertise-peer-urls': peerUrl(host),
    'initial-cluster': hostsWith(plan, 'etcd')
      .map((member) => `${member.name}=${peerUrl(member)}`)
      .join(','),
    'initial-cluster-token': 'galx',
    'initial-cluster-state': NEW,
    // milliseconds, for machines at one site
    'heartbeat-interval': 100,
    'election-timeout': 1000,
    'auto-compaction-mode': 'periodic',
    'auto-compaction-retention': '1',
    logger: 'zap',
    'log-level': 'warn',
    // With a configuration file, this option is off by default. Patroni needs it.
    'enable-grpc-gateway': true,
    'client-transport-security': security,
    'peer-transport-security': security,
  })
  const restarts = ['etcd']
  return [
    { target: configuration(host), content, mode: 0o644, restarts },
    { target: etcdScript(host), content: startScript(plan, host), mode: 0o755, restarts },
  ]
}
