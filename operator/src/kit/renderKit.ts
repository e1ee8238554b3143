/** The kit as text: a pure function of the plan. The same plan gives the same bytes. */
import type { Plan } from './plan.ts'
import type { RenderedFile, Service } from './rendered.ts'
import { etcd } from './services/etcd.ts'
import { environments } from './services/environments.ts'
import { grafana } from './services/grafana.ts'
import { haproxy } from './services/haproxy.ts'
import { monitoring } from './services/monitoring.ts'
import { nginx } from './services/nginx.ts'
import { patroni } from './services/patroni.ts'
import { pgbackrest } from './services/pgbackrest.ts'
import { pgbouncer } from './services/pgbouncer.ts'
import { postgres } from './services/postgres.ts'
import { redis } from './services/redis.ts'
import { tls } from './services/tls.ts'
import { units } from './services/units.ts'

const SERVICES: readonly Service[] = [
  tls,
  etcd,
  patroni,
  postgres,
  pgbackrest,
  haproxy,
  pgbouncer,
  redis,
  nginx,
  environments,
  units,
  monitoring,
  grafana,
]

/** @returns every file by its path in the kit's folder: `HOST/root/` and its place on the host */
export function renderKit(plan: Plan): Map<string, RenderedFile> {
  const files = new Map<string, RenderedFile>()
  for (const host of plan.hosts)
    for (const service of SERVICES)
      for (const { target, content, mode = 0o600, owner = 'root' } of service(plan, host)) {
        const path = `${host.name}/root${target}`
        if (files.has(path)) throw new Error(`two services write ${path}`)
        files.set(path, { content, mode, owner, target, host: host.name })
      }
  return files
}
