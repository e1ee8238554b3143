/** The hosts file: a person's description of the machines, as JSON, without any secret. */
import { Type, type Static } from 'typebox'
import { WALLET_IDS } from '@galx/protocol/webConfig'
import { ApiSettingsSchema, IndexerSettingsSchema } from './apiSettings.ts'

export const ROLES = [
  'etcd',
  'database',
  'app',
  'edge',
  'signer',
  'cosigner',
  'redis',
  'backup',
  'monitor',
] as const
export type Role = (typeof ROLES)[number]

export const PROFILES = ['single', 'ha'] as const
export type Profile = (typeof PROFILES)[number]

const Strict = { additionalProperties: false } as const
const Port = Type.Integer({ minimum: 1, maximum: 65_535 })
const PortList = Type.Array(Port, { minItems: 1, maxItems: 16 })
const HttpUrl = Type.String({ pattern: '^https?://[^\\s"\'\\\\$`]+$' })
const DomainName = Type.String({
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
})
const AbsolutePath = Type.String({ pattern: '^/[A-Za-z0-9._/-]*[A-Za-z0-9._-]$' })

const PortsSchema = Type.Object(
  {
    /** the firewall leaves it open */
    ssh: Port,
    http: Port,
    https: Port,
    /** API processes, and the ports of their metrics in the same order */
    api: PortList,
    apiMetrics: PortList,
    btcApi: PortList,
    btcApiMetrics: PortList,
    indexer: Port,
    signer: Port,
    verdicts: Port,
    /** the co-signer's port, which only signers call */
    coSigner: Port,
    postgres: Port,
    patroni: Port,
    etcdClient: Port,
    etcdPeer: Port,
    pgbouncer: Port,
    redis: Port,
    /** HAProxy, for programs of the same host: the primary, a replica, both APIs, its own figures */
    balancerPrimary: Port,
    balancerReplica: Port,
    balancerApi: Port,
    balancerBtcApi: Port,
    balancerStatistics: Port,
    /** HAProxy, for the other hosts, with certificates on both sides: API calls and metrics */
    internal: Port,
    pgbackrest: Port,
    prometheus: Port,
    alertmanager: Port,
    grafana: Port,
    nodeExporter: Port,
    postgresExporter: Port,
  },
  Strict,
)
export type Ports = Static<typeof PortsSchema>

export const STANDARD_PORTS: Ports = {
  ssh: 22,
  http: 80,
  https: 443,
  api: [8011, 8012],
  apiMetrics: [8111, 8112],
  btcApi: [8021, 8022],
  btcApiMetrics: [8121, 8122],
  indexer: 8130,
  signer: 8140,
  verdicts: 8150,
  coSigner: 8160,
  postgres: 5432,
  patroni: 8008,
  etcdClient: 2379,
  etcdPeer: 2380,
  pgbouncer: 6432,
  redis: 6379,
  balancerPrimary: 5000,
  balancerReplica: 5001,
  balancerApi: 8001,
  balancerBtcApi: 8002,
  balancerStatistics: 8404,
  internal: 8443,
  pgbackrest: 8432,
  prometheus: 9090,
  alertmanager: 9093,
  grafana: 3000,
  nodeExporter: 9100,
  postgresExporter: 9187,
}

const DirectoriesSchema = Type.Object(
  {
    /** configuration files */
    etc: AbsolutePath,
    /** the services' data */
    lib: AbsolutePath,
    log: AbsolutePath,
    /** sockets and files that a restart of the machine removes */
    run: AbsolutePath,
    /** releases of the product */
    opt: AbsolutePath,
    /** PostgreSQL's programs */
    postgresPrograms: AbsolutePath,
  },
  Strict,
)
export type Directories = Static<typeof DirectoriesSchema>

/** The major version of PostgreSQL in each supported version of Debian. */
export const POSTGRESQL = { 12: 15, 13: 17 } as const
export type Debian = keyof typeof POSTGRESQL

export function standardDirectories(debian: Debian): Directories {
  return {
    etc: '/etc',
    lib: '/var/lib',
    log: '/var/log',
    run: '/run',
    opt: '/opt/galx',
    postgresPrograms: `/usr/lib/postgresql/${POSTGRESQL[debian]}/bin`,
  }
}

const HostSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}$' }),
    /** the IPv4 address at which the other hosts reach it */
    address: Type.String({ pattern: '^((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)$' }),
    /** the host's services; in `single` the first host also has every service that no other host has */
    roles: Type.Optional(Type.Array(Type.Enum([...ROLES]), { uniqueItems: true })),
    /** chain nodes of a host that has only the role `cosigner`; all other hosts use the nodes of the whole file */
    nodes: Type.Optional(Type.Array(HttpUrl, { minItems: 1 })),
    /** the scripts' ssh destination, whose user may use sudo; absent: the scripts run on the host itself */
    ssh: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._-]+(@[A-Za-z0-9._-]+)?$' })),
    /** for trials of several hosts on one machine without root: the one system user that runs every part there */
    user: Type.Optional(Type.String({ pattern: '^[a-z_][a-z0-9_-]{0,31}$' })),
    /** `ssh` if it is not 22; all others for trials of several hosts on one machine */
    ports: Type.Optional(Type.Partial(PortsSchema, Strict)),
    directories: Type.Optional(Type.Partial(DirectoriesSchema, Strict)),
  },
  Strict,
)

const S3Schema = Type.Object(
  {
    bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' }),
    endpoint: DomainName,
    region: Type.String({ pattern: '^[a-z0-9-]+$' }),
  },
  Strict,
)
/** Either a folder on which another machine's disk is mounted, or a bucket. */
const BackupSchema = Type.Object({ path: Type.Optional(AbsolutePath), s3: Type.Optional(S3Schema) }, Strict)

/** The app's options, by the names of its configuration file. */
const AppSchema = Type.Object(
  {
    /** whether the globe switches the app's language */
    internationalVersion: Type.Boolean(),
    /** whether the menu links to the security page */
    securityCentre: Type.Boolean(),
    /** the wallets that the app recognises */
    wallets: Type.Array(Type.Enum([...WALLET_IDS]), { minItems: 1, uniqueItems: true }),
    /** endpoints that the exchange offers as a protection against sandwich attacks */
    relays: Type.Array(
      Type.Object({ name: Type.String({ minLength: 1, maxLength: 40 }), rpcUrl: HttpUrl }, Strict),
    ),
  },
  Strict,
)

export const HostsFileSchema = Type.Object(
  {
    domain: DomainName,
    apiDomain: DomainName,
    btcApiDomain: DomainName,
    /** chain nodes of the servers */
    nodes: Type.Array(HttpUrl, { minItems: 1 }),
    /** the node that the app in the browser uses */
    publicNode: HttpUrl,
    explorer: Type.Optional(HttpUrl),
    /** address of a co-signer on a machine that the kit does not install, such as an auditor's; otherwise a host has the role `cosigner` */
    coSigner: Type.Optional(HttpUrl),
    app: Type.Optional(Type.Partial(AppSchema, Strict)),
    /** the file that `operator deploy` wrote, from the hosts file's folder */
    deploymentFile: Type.String({ minLength: 1 }),
    alerts: Type.Object(
      {
        /** gets each alert in Alertmanager's own form */
        webhook: Type.Optional(Type.Union([HttpUrl, Type.Array(HttpUrl, { minItems: 1, maxItems: 8 })])),
        /** the chat's number; the secrets of Telegram, Slack and PagerDuty are in secrets.json */
        telegram: Type.Optional(Type.Object({ chat: Type.Integer() }, Strict)),
        /** without a channel, the webhook's own channel */
        slack: Type.Optional(
          Type.Object(
            { channel: Type.Optional(Type.String({ pattern: '^[#@]?[a-zA-Z0-9._-]{1,80}$' })) },
            Strict,
          ),
        ),
        pagerduty: Type.Optional(Type.Literal(true)),
        /** the address of an external service that alerts once the kit no longer calls this address every minute */
        heartbeat: Type.Optional(HttpUrl),
        /** pages of the runbook that alerts name */
        runbook: HttpUrl,
      },
      Strict,
    ),
    /** where people report a weakness: /.well-known/security.txt (RFC 9116) */
    securityContact: Type.Optional(
      Type.Object(
        {
          contact: Type.String({
            pattern: '^(mailto:[^\\s"\'\\\\$`@]+@[^\\s"\'\\\\$`@]+|https://[^\\s"\'\\\\$`]+)$',
          }),
          /** the last day on which the file may be believed; renew it within a year */
          expires: Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
          /** languages of reports, such as en */
          languages: Type.Optional(
            Type.Array(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }), { minItems: 1 }),
          ),
        },
        Strict,
      ),
    ),
    /** a CDN or proxies in front of the edges: only they may say whose request it is */
    trustedProxies: Type.Optional(
      Type.Object(
        {
          /** addresses or networks, such as 173.245.48.0/20 */
          addresses: Type.Array(Type.String(), { minItems: 1, maxItems: 200, uniqueItems: true }),
          /** the header that names the caller; without it X-Forwarded-For */
          header: Type.Optional(Type.Enum(['X-Forwarded-For', 'CF-Connecting-IP'])),
        },
        Strict,
      ),
    ),
    /** certbot's certificate of the three domains */
    publicCertificate: Type.Optional(Type.Object({ certificate: AbsolutePath, key: AbsolutePath }, Strict)),
    /** the target of backups; `ha` with a host of the role `backup` needs none */
    backup: Type.Optional(BackupSchema),
    /** megabytes of memory that PostgreSQL may use for its buffers */
    databaseBuffersMb: Type.Optional(Type.Integer({ minimum: 16, maximum: 1_048_576 })),
    /** further variables of both APIs, such as their limits: docs/production.md */
    apiEnvironment: Type.Optional(ApiSettingsSchema),
    /** further variables of the indexer, such as its polling interval */
    indexerEnvironment: Type.Optional(IndexerSettingsSchema),
    /** the version of Debian on every host; without it 12 */
    debian: Type.Optional(Type.Enum([12, 13])),
    /** `single` in containers: the image of Debian 13 on which theirs are built, best with its digest */
    containers: Type.Optional(
      Type.Object({ base: Type.String({ pattern: '^[a-z0-9][a-z0-9._/:@-]*$' }) }, Strict),
    ),
    hosts: Type.Array(HostSchema, { minItems: 1 }),
  },
  Strict,
)
export type HostsFile = Static<typeof HostsFileSchema>
