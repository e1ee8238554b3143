/** The kit's certificates on a host: each key belongs to the one user that reads it. */
import { certificateOf, certifiedOf, tlsPaths, type Certified } from '../plan.ts'
import type { Service } from '../rendered.ts'

const OWNERS: Record<Certified, string> = {
  etcd: 'etcd',
  postgres: 'postgres',
  haproxy: 'haproxy',
  redis: 'redis',
  prometheus: 'prometheus',
  pgbackrest: 'postgres',
}

export const tls: Service = (plan, host) => {
  const { authority } = tlsPaths(host, 'etcd')
  return [
    { target: authority, content: plan.secrets.authority.certificate, mode: 0o644 },
    ...certifiedOf(plan.profile, host).flatMap((service) => {
      const paths = tlsPaths(host, service)
      const { certificate, key } = certificateOf(plan, host, service)
      const owner = OWNERS[service]
      return service === 'haproxy'
        ? [{ target: paths.both, content: certificate + key, owner }]
        : [
            { target: paths.certificate, content: certificate, mode: 0o644 as const, owner },
            { target: paths.key, content: key, owner },
          ]
    }),
  ]
}
