/**
 * HAProxy runs on every host of `ha`. For its own host's programs it finds the primary, a replica and living API processes. For
 * other hosts it has one internal entry, with certificates on both sides, to its host's API processes and metrics, and to Prometheus.
 */
import { coSignsAlone, hostsWith, tlsPaths, type Host, type Plan } from '../plan.ts'
import type { Service } from '../rendered.ts'
import { localMetrics } from './programs.ts'

const UNAVAILABLE = '{"code":503,"message":"unavailable","data":null}'

export const haproxy: Service = (plan, host) => {
  if (plan.profile !== 'ha') return []
  const content = [globals(host), ...databaseDoors(plan, host), statistics(host)].concat(
    host.roles.includes('edge') || host.roles.includes('app')
      ? [apiDoor(plan, host, 'api'), apiDoor(plan, host, 'btcApi')]
      : [],
    host.roles.includes('app') && !host.roles.includes('monitor') ? [prometheusDoor(plan, host)] : [],
    internalDoor(plan, host),
  )
  return [
    {
      target: `${host.directories.etc}/haproxy/haproxy.cfg`,
      content: content.join('\n'),
      mode: 0o644,
      reloads: ['haproxy'],
    },
  ]
}

function databaseDoors(plan: Plan, host: Host): string[] {
  if (coSignsAlone(host)) return []
  return [
    // While no member leads, requests wait for the next check. So a member that does not lead is checked more often.
    databaseListener(plan, host, {
      name: PRIMARY,
      port: host.ports.balancerPrimary,
      question: '/primary',
      downInterval: '250ms',
      more: '',
    }),
    // When a replica comes up, HAProxy closes the reads' connections to the primary, because no program closes a working connection itself.
    databaseListener(plan, host, {
      name: 'postgres_replica',
      port: host.ports.balancerReplica,
      question: '/replica?lag=16MB',
      downInterval: '1s',
      more: ' on-marked-up shutdown-backup-sessions',
    }) + primaryInstead(plan),
  ]
}

function globals(host: Host): string {
  const { authority, both } = tlsPaths(host, 'haproxy')
  return `global
  maxconn 8000
  # After a reload, the old process ends its connections within this time.
  hard-stop-after 60s
  stats socket ${host.directories.run}/haproxy/admin.sock mode 600 level admin
  log stdout format raw local0 notice
  ssl-default-bind-options ssl-min-ver TLSv1.2
  # ${authority} and ${both} are files of the kit. Only nginx has the public certificate.

defaults
  mode tcp
  log global
  option dontlognull
  timeout connect 2s
  timeout queue 5s
  timeout check 2s
  # Idle connections of a pool live for hours.
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
  clitcpka-idle 10s
  clitcpka-intvl 5s
  clitcpka-cnt 3
  srvtcpka-idle 10s
  srvtcpka-intvl 5s
  srvtcpka-cnt 3
  retries 2
  option redispatch
`
}

type DatabaseListener = {
  name: string
  port: number
  /** the path at which Patroni says whether a member may serve this listener */
  question: string
  /** the interval of checks for a member whose last check failed */
  downInterval: string
  /** further options of each member */
  more: string
}

/** Patroni names the leader. The TLS of the connection itself is between program and PostgreSQL. */
function databaseListener(
  plan: Plan,
  host: Host,
  { name, port, question, downInterval, more }: DatabaseListener,
): string {
  const { authority } = tlsPaths(host, 'haproxy')
  const servers = hostsWith(plan, 'database').map(
    ({ name: member, address, ports }) =>
      `  server ${member} ${address}:${ports.postgres} check port ${ports.patroni} check-ssl verify required ca-file ${authority}${more}`,
  )
  return `listen ${name}
  bind 127.0.0.1:${port}
  balance leastconn
  # A connection to a member that has just gone tries again this often, and finds the next primary.
  timeout connect 500ms
  retries 4
  option httpchk
  http-check send meth OPTIONS uri ${question}
  http-check expect status 200
  # A former primary loses its connections at once, before a statement fails with "read-only transaction".
  default-server inter 1s fastinter 250ms downinter ${downInterval} fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

/** The entry to the primary. */
export const PRIMARY = 'postgres_primary'

/** While there is no replica, as after each change of the primary, reads go to the primary. Once there is a replica, these connections end. */
function primaryInstead(plan: Plan): string {
  return hostsWith(plan, 'database')
    .map(
      ({ name, address, ports }) =>
        `  server primary-${name} ${address}:${ports.postgres} track ${PRIMARY}/${name} backup\n`,
    )
    .join('')
}

function statistics({ ports }: Host): string {
  return `frontend statistics
  mode http
  timeout client 10s
  bind 127.0.0.1:${ports.balancerStatistics}
  http-request use-service prometheus-exporter if { path /metrics }
  stats enable
  stats uri /
`
}

const API_LISTENERS = {
  api: { listenPort: 'balancerApi', ports: 'api', domain: 'apiDomain' },
  btcApi: { listenPort: 'balancerBtcApi', ports: 'btcApi', domain: 'btcApiDomain' },
} as const
type Api = keyof typeof API_LISTENERS

function localServers({ ports, roles }: Host, api: Api): string[] {
  if (!roles.includes('app')) return []
  return ports[API_LISTENERS[api].ports].map(
    (port, index) => `  server local${index + 1} 127.0.0.1:${port} check`,
  )
}

function apiRules({ settings }: Plan): string {
  return `  mode http
  http-error status 503 content-type application/json string '${UNAVAILABLE}' hdr Access-Control-Allow-Origin https://${settings.domain} hdr Retry-After 2
  timeout client 70s
  timeout server 25s
  timeout http-request 10s`
}

function apiChecks(domain: string): string {
  return `  balance leastconn
  option httpchk
  http-check send meth GET uri /health/accepting hdr Host ${domain}
  http-check expect status 200
  # A request to a process that is stopping goes to another process. A POST does so only if no connection was made.
  retry-on conn-failure empty-response 503
  http-request disable-l7-retry unless METH_GET
  retries 2
  option redispatch 1
  default-server inter 1s fastinter 250ms fall 2 rise 1`
}

/** The host's own processes first; if all of them are down, the processes of other hosts through their internal entry. */
function apiDoor(plan: Plan, host: Host, api: Api): string {
  const { authority, both } = tlsPaths(host, 'haproxy')
  const { listenPort, domain } = API_LISTENERS[api]
  const others = hostsWith(plan, 'app')
    .filter(({ name }) => name !== host.name)
    .map(
      ({ name, address, ports }) =>
        `  server ${name} ${address}:${ports.internal} check ssl verify required ca-file ${authority} crt ${both}${host.roles.includes('app') ? ' backup' : ''}`,
    )
  return `listen ${api}
${apiRules(plan)}
  bind 127.0.0.1:${host.ports[listenPort]}
${apiChecks(plan.settings[domain])}
${[...localServers(host, api), ...others].join('\n')}
`
}

/** Not a domain of the product: no request from the internet has this host. */
const PROMETHEUS = 'prometheus'

/** Prometheus on the monitor's own port, so that a check from a serving host sees backups and alerts. */
function prometheusDoor(plan: Plan, host: Host): string {
  const { authority, both } = tlsPaths(host, 'haproxy')
  const servers = hostsWith(plan, 'monitor').map(
    ({ name, address, ports }) =>
      `  server ${name} ${address}:${ports.internal} ssl verify required ca-file ${authority} crt ${both}`,
  )
  return `listen prometheus
  mode http
  timeout client 10s
  timeout server 10s
  timeout http-request 10s
  bind 127.0.0.1:${host.ports.prometheus}
  http-request set-header Host ${PROMETHEUS}
${servers.join('\n')}
`
}

/** Admits only the HAProxies and the one Prometheus of this deployment. */
function internalDoor(plan: Plan, host: Host): string {
  const { authority, both } = tlsPaths(host, 'haproxy')
  const metrics = localMetrics(plan, host)
  const apis = host.roles.includes('app') ? (Object.keys(API_LISTENERS) as Api[]) : []
  const monitor = host.roles.includes('monitor')
  const rules = [
    ...(monitor
      ? [`  use_backend local_prometheus if { hdr(host) ${PROMETHEUS} } { path_beg /api/v1/ } METH_GET`]
      : []),
    ...metrics.map(({ name }) => `  use_backend metrics_${name} if { path /metrics/${name} }`),
    ...apis.map(
      (api) => `  use_backend local_${api} if { hdr(host) -i ${plan.settings[API_LISTENERS[api].domain]} }`,
    ),
  ]
  const backends = [
    ...(monitor
      ? [
          `backend local_prometheus
  mode http
  timeout server 10s
  server local 127.0.0.1:${host.ports.prometheus}
`,
        ]
      : []),
    ...metrics.map(
      ({ name, port }) => `backend metrics_${name}
  mode http
  timeout server 10s
  http-request set-path /metrics
  server local 127.0.0.1:${port}
`,
    ),
    ...apis.map(
      (api) => `backend local_${api}
${apiRules(plan).replace('  timeout client 70s\n', '').replace('  timeout http-request 10s', '  timeout queue 5s')}
${apiChecks(plan.settings[API_LISTENERS[api].domain])}
${localServers(host, api).join('\n')}
`,
    ),
  ]
  return `frontend internal
  mode http
  timeout client 70s
  timeout http-request 10s
  bind ${host.address}:${host.ports.internal} ssl crt ${both} ca-file ${authority} verify required
  http-request deny unless { ssl_c_s_dn(cn) -m beg haproxy. } or { ssl_c_s_dn(cn) -m beg prometheus. }
${rules.join('\n')}

${backends.join('\n')}`
}
