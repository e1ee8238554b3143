/** The kit's certificates on a host. Each key belongs to the one user that reads it. */
import { certificateOf, certifiedOf, tlsPaths, type Certified, type Host, type Plan } from '../plan.ts'
import type { Readers, Service } from '../rendered.ts'

const OWNERS: Record<Certified, string> = {
  etcd: 'etcd',
  postgres: 'postgres',
  haproxy: 'haproxy',
  redis: 'redis',
  prometheus: 'prometheus',
  pgbackrest: 'postgres',
}

/** The parts of a host that use a service's certificate. */
function readersOf({ profile }: Plan, { roles }: Host, service: Certified): Required<Readers> {
  const none = { restarts: [], reloads: [] }
  if (service === 'haproxy') return { ...none, reloads: ['haproxy'] }
  if (service !== 'postgres') return { ...none, restarts: [service === 'redis' ? 'redis-server' : service] }
  return {
    restarts: profile === 'ha' && roles.includes('app') ? ['pgbouncer'] : [],
    // Patroni also reloads PostgreSQL.
    reloads: roles.includes('database') ? [profile === 'ha' ? 'patroni' : 'postgresql'] : [],
  }
}

export const tls: Service = (plan, host) => {
  const { authority } = tlsPaths(host, 'etcd')
  const services = certifiedOf(plan.profile, host)
  const all = services.map((service) => readersOf(plan, host, service))
  return [
    {
      target: authority,
      content: plan.secrets.authority.certificate,
      mode: 0o644,
      restarts: all.flatMap(({ restarts }) => restarts),
      reloads: all.flatMap(({ reloads }) => reloads),
    },
    ...services.flatMap((service) => {
      const paths = tlsPaths(host, service)
      const { certificate, key } = certificateOf(plan, host, service)
      const owner = OWNERS[service]
      const readers = readersOf(plan, host, service)
      return service === 'haproxy'
        ? [{ target: paths.both, content: certificate + key, owner, ...readers }]
        : [
            { target: paths.certificate, content: certificate, mode: 0o644 as const, owner, ...readers },
            { target: paths.key, content: key, owner, ...readers },
          ]
    }),
  ]
}
