/** etcd: keeps who leads the database. Members and clients prove themselves with certificates. */
import { hostsWith, tlsPaths, type Host } from '../plan.ts'
import { yaml, type Service } from '../rendered.ts'

function peerUrl({ address, ports }: Host): string {
  return `https://${address}:${ports.etcdPeer}`
}

export const etcd: Service = (plan, host) => {
  if (!host.roles.includes('etcd')) return []
  const { authority, certificate, key } = tlsPaths(host, 'etcd')
  const client = `https://${host.address}:${host.ports.etcdClient}`
  const security = {
    'cert-file': certificate,
    'key-file': key,
    'client-cert-auth': true,
    'trusted-ca-file': authority,
  }
  const content = yaml({
    name: host.name,
    'data-dir': `${host.directories.lib}/etcd/galx`,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peerUrl(host),
    'initial-advertise-peer-urls': peerUrl(host),
    'initial-cluster': hostsWith(plan, 'etcd')
      .map((member) => `${member.name}=${peerUrl(member)}`)
      .join(','),
    'initial-cluster-token': 'galx',
    'initial-cluster-state': 'new',
    // milliseconds, for machines of one place
    'heartbeat-interval': 100,
    'election-timeout': 1000,
    'auto-compaction-mode': 'periodic',
    'auto-compaction-retention': '1',
    logger: 'zap',
    'log-level': 'warn',
    // With a configuration file it is off unless it is asked for, and Patroni speaks through it.
    'enable-grpc-gateway': true,
    'client-transport-security': security,
    'peer-transport-security': security,
  })
  return [{ target: `${host.directories.etc}/etcd/galx.yml`, content, mode: 0o644 }]
}
