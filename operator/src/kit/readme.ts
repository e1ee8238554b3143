/** The kit's README.md: one line for each file of the kit, with the hosts that have it. */
import { WALLET_IDS } from '@galx/protocol/webConfig'
import { ApiSettingsSchema, IndexerSettingsSchema } from './apiSettings.ts'
import type { Plan } from './plan.ts'
import { openings } from './services/firewall.ts'
import type { RenderedFile } from './rendered.ts'

/** By the end of a file's path. Without a match a file has no line, and the kit is not written. */
const FILES: readonly (readonly [end: string, what: string])[] = [
  ['secrets.json', 'every password and key: keep a copy, without it no backup can be read'],
  ['README.md', 'this list'],
  ['HOST/install.sh', 'called by `install.sh`: packages, files and units of this host'],
  ['HOST/place.sh', 'called by `install.sh`: brings the files into the containers’ volumes'],
  ['compose.yml', 'a container for each part and program'],
  ['Containerfile', 'the image of all parts and programs'],
  ['audit.sh', 'computes every bonus again; without a difference the signer starts'],
  ['HOST/files.txt', 'mode, owner and path of each file on this host, and the units that read it'],
  ['common.sh', 'read by the other scripts: the hosts, and how to reach them'],
  ['install.sh', 'installs every host, and brings changed files to them'],
  ['check.sh', 'says `all well`, or one line for each fault of each host'],
  ['HOST/etc/galx/doctor.sh', 'called by `doctor.sh`'],
  ['doctor.sh', 'runs `operator doctor` with the servers’ own values'],
  ['release.sh', 'builds a revision and brings it to every host; `--back` returns to an earlier one'],
  ['restore.sh', 'restores the database to a moment'],
  ['drill.sh', 'causes one failure, and measures how the hosts get over it'],
  ['switchover.sh', 'moves the database’s leader to another host'],
  ['galx/backup.sh', 'takes one backup'],
  ['galx/backups.sh', 'takes the backups that are due'],
  ['galx/postgresql.sh', 'makes the database in an empty volume, and starts it'],
  ['galx/prepare.sh', 'makes the users, the database and the place of backups'],
  ['galx/check-host.sh', 'called by `check.sh`: the faults of this host'],
  ['galx/figures.sh', 'writes the age of backups and certificates for Prometheus, every minute'],
  ['galx/etcd.sh', 'starts etcd, as a new member or in place of a lost one'],
  ['galx/firewall.nft', 'ports that other machines reach; a person switches it on'],
  ['galx/deployment.json', 'addresses of the contracts'],
  ['galx/web/config.json', 'options of the app in the browser'],
  ['galx/web/security.txt', 'where people report a weakness'],
  ['galx/tls/ca.crt', 'the kit’s own authority, which signs the certificates between its parts'],
  ['galx/tls/*.crt', 'certificate of one part'],
  ['galx/tls/*.key', 'its key'],
  ['galx/tls/*.pem', 'certificate and key in one file, for HAProxy'],
  ['galx/api.env', 'settings of all processes of both APIs'],
  ['galx/api-*.env', 'ports of one process of the main API'],
  ['galx/btc-api-*.env', 'ports of one process of the btc API'],
  ['galx/*.env', 'settings of one program; no key of a person is in it'],
  ['nginx/nginx.conf', 'the app’s files and both APIs, for the internet'],
  ['nginx/galx-headers.conf', 'security headers of the app’s files'],
  ['haproxy/haproxy.cfg', 'finds the primary, a replica and living APIs; the entry for the other hosts'],
  ['etcd/galx.yml', 'etcd, which decides which database leads'],
  ['patroni/config.yml', 'Patroni, which runs PostgreSQL and changes the leader'],
  ['patroni/bootstrap.sh', 'runs `bootstrap.sql` in a new database'],
  ['patroni/bootstrap.sql', 'makes the users and the database'],
  ['patroni/restore-command.sh', 'fetches a log of changes from the backups'],
  ['patroni/restore.yml', 'Patroni during `restore.sh`'],
  ['main/galx.sql', 'makes the users and the database'],
  ['main/conf.d/galx.conf', 'settings of PostgreSQL'],
  ['main/pg_hba.conf', 'who may connect to PostgreSQL, and how'],
  ['pgbackrest/galx.conf', 'where backups are, and how long they stay'],
  ['pgbouncer/pgbouncer.ini', 'shares few connections of the database among many calls'],
  ['pgbouncer/userlist.txt', 'its users'],
  ['redis/redis.conf', 'Redis, which counts the limits of the APIs'],
  ['prometheus/prometheus.yml', 'what Prometheus reads'],
  ['prometheus/galx.rules.yml', 'the alerts'],
  ['prometheus/galx.rules.test.yml', 'an example of each alert, for `promtool test rules`'],
  ['prometheus/alertmanager.yml', 'whom alerts wake'],
  ['default/prometheus*', 'parameters of one program of the monitoring'],
  ['provisioning/dashboards/galx.yml', 'tells Grafana, if it is there, where the dashboards are'],
  ['provisioning/datasources/galx.yml', 'tells Grafana, if it is there, where Prometheus is'],
  ['grafana/galx/*.json', 'a dashboard'],
  ['system/galx-*.timer', 'when the job of the same name runs'],
  ['system/galx-*.service', 'one program or job of the product'],
  ['.service.d/*.conf', 'lets Debian’s unit read the kit’s files'],
]

const PATTERNS = FILES.map(([end, what]) => {
  const [start, tail] = end.startsWith('HOST/')
    ? ['^HOST/(.*/)?', end.slice('HOST/'.length)]
    : ['(^|/|\\w)', end]
  const pattern = tail.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return [new RegExp(`${start}${pattern}$`), what] as const
})

/** @param path of a file in the kit, with HOST in place of a host's name @returns undefined if the table has no line for it */
export function meaningOf(path: string): string | undefined {
  return PATTERNS.find(([pattern]) => pattern.test(path))?.[1]
}

/** @throws Error naming a file without a line */
export function readme(plan: Plan, files: ReadonlyMap<string, RenderedFile>): string {
  const names = new Set(plan.hosts.map(({ name }) => name))
  const hostsOf = new Map<string, string[]>([
    ['README.md', []],
    ['secrets.json', []],
  ])
  for (const path of files.keys()) {
    const [first = '', ...rest] = path.split('/')
    const isOfHost = rest.length > 0 && names.has(first)
    const general = isOfHost ? `HOST/${rest.join('/')}` : path
    hostsOf.set(general, [...(hostsOf.get(general) ?? []), ...(isOfHost ? [first] : [])])
  }
  const lines = [...hostsOf].sort().map(([path, hosts]) => {
    const what = meaningOf(path)
    if (what === undefined) throw new Error(`the kit's README.md has no line for ${path}`)
    return `| \`${path}\` | ${hosts.join(', ')} | ${what} |`
  })
  return `# The kit of ${plan.settings.domain}

\`operator kit\` writes these files. To change a file, change the hosts file and run the command again. The command overwrites edits in these files. Files under \`HOST/root\` go to the
same path on the host, or in its containers.

| file | hosts | what it is |
|---|---|---|
${lines.join('\n')}

## Ports that other machines reach

| host | port | from |
|---|---|---|
${ports(plan).join('\n')}

## Calls of chain nodes, a day at most, by one machine

| program | first node | each other |
|---|---|---|
| indexer, with 480 comparisons; \`RPC_CALLS_PER_SECOND\` and \`RPC_PEER_CALLS_PER_SECOND\` lower them | 175 700 | 46 100 |
| co-signer and second engine, 8 640 each | 17 300 | 17 300 |
| both APIs, with Prometheus | 17 300 | 11 500 |
| signer, publisher: only while an epoch waits | – | – |

The callers of the APIs cause up to \`RATE_NODE_CALLS\` more calls a minute. After a backfill the indexer makes 3 more calls for every 300 accounts.

## Values that the hosts file may set

- \`apiEnvironment\`: ${words(ApiSettingsSchema.properties)}
- \`indexerEnvironment\`: ${words(IndexerSettingsSchema.properties)}
- \`app.wallets\`: ${WALLET_IDS.map((name) => `\`${name}\``).join(', ')}
`
}

function ports(plan: Plan): string[] {
  return plan.hosts.flatMap((host) =>
    openings(plan, host).flatMap(({ what, ports: open, from = ['everyone'] }) =>
      open.map((port) => `| ${host.name} | ${port} (${what}) | ${from.join(', ')} |`),
    ),
  )
}

function words(schema: object): string {
  return Object.keys(schema)
    .map((name) => `\`${name}\``)
    .join(', ')
}
