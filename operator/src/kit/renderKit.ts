/** The kit as text: a pure function of the plan. The same plan gives the same bytes. */
import type { Host, Plan } from './plan.ts'
import type { RenderedFile, Service } from './rendered.ts'
import { firewall } from './services/firewall.ts'
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
import { installation } from './scripts/hostInstall.ts'
import { fileList } from './scripts/hostUnits.ts'
import { compose } from './containers/compose.ts'
import { containerfile } from './containers/containerfile.ts'
import { containerScripts } from './containers/hostFiles.ts'
import { machineScripts } from './containers/machineScripts.ts'
import { placeScript } from './containers/place.ts'
import { hostScripts } from './services/hostScripts.ts'
import { tls } from './services/tls.ts'
import { units } from './services/units.ts'
import { readme } from './readme.ts'
import { operatorScripts } from './operatorScripts.ts'

/** What a host has besides, without containers. */
const OF_MACHINES: readonly Service[] = [units, grafana, hostScripts]

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
  firewall,
  environments,
  monitoring,
]

/** @returns every file by its path in the kit's folder: a host's files are under `HOST/root/` plus their path on the host */
export function renderKit(plan: Plan): Map<string, RenderedFile> {
  const files = new Map<string, RenderedFile>()
  const script = (path: string, content: string, mode: RenderedFile['mode'] = 0o755) =>
    files.set(path, { content, mode, owner: 'root', target: null, host: null, readers: {} })
  for (const host of plan.hosts) {
    const own = hostFiles(plan, host)
    for (const file of own) files.set(`${host.name}/root${file.target}`, file)
    script(`${host.name}/files.txt`, fileList(own), 0o644)
    if (host.containers) {
      script(`${host.name}/place.sh`, placeScript(plan, host))
      script('compose.yml', compose(plan, host, own), 0o644)
      script('Containerfile', containerfile(plan, host), 0o644)
    } else script(`${host.name}/install.sh`, installation(plan, host))
  }
  const scripts = plan.settings.containers === undefined ? operatorScripts(plan) : machineScripts(plan)
  for (const [name, content] of scripts) script(name, content)
  script('README.md', readme(plan, files), 0o644)
  return files
}

function hostFiles(plan: Plan, host: Host): RenderedFile[] {
  const services = [...SERVICES, ...(host.containers ? [containerScripts] : OF_MACHINES)]
  const files = services.flatMap((service) =>
    service(plan, host).map(
      ({ target, content, mode = 0o600, owner = 'root', ...readers }): RenderedFile => ({
        content,
        mode,
        owner: host.user ?? owner,
        target,
        host: host.name,
        readers,
      }),
    ),
  )
  const targets = files.map(({ target }) => target)
  const twice = targets.find((target, index) => targets.indexOf(target) !== index)
  if (twice !== undefined) throw new Error(`two services write ${twice} of ${host.name}`)
  return files
}
