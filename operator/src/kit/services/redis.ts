/** Redis counts requests for all API processes. It stores nothing: while Redis is down, each process counts for itself. */
import { hostsWith, tlsPaths, type Plan } from '../plan.ts'
import type { Service } from '../rendered.ts'

/** @returns the address at which API processes count */
export function redisUrl(plan: Plan): string {
  const [host] = hostsWith(plan, 'redis')
  if (host === undefined) throw new Error('no host has the role redis')
  const address = plan.profile === 'single' ? '127.0.0.1' : host.address
  return `rediss://:${plan.secrets.passwords.redis}@${address}:${host.ports.redis}`
}

export const redis: Service = (plan, host) => {
  if (!host.roles.includes('redis')) return []
  const { authority, certificate, key } = tlsPaths(host, 'redis')
  const addresses = plan.profile === 'single' ? ['127.0.0.1'] : [...new Set([host.address, '127.0.0.1'])]
  const content = `bind ${addresses.join(' ')}
# Every port uses TLS. Clients authenticate with the password.
port 0
tls-port ${host.ports.redis}
tls-cert-file ${certificate}
tls-key-file ${key}
tls-ca-cert-file ${authority}
tls-auth-clients no
protected-mode yes
requirepass ${plan.secrets.passwords.redis}
save ""
appendonly no
maxmemory 64mb
maxmemory-policy volatile-ttl
dir ${host.directories.lib}/redis
`
  return [
    {
      target: `${host.directories.etc}/redis/redis.conf`,
      content,
      owner: 'redis',
      restarts: ['redis-server'],
    },
  ]
}
