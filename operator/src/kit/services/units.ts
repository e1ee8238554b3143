/** systemd: the product's own units, and what Debian's units need to read the kit's files. */
import type { Host, Plan } from '../plan.ts'
import type { HostFile, Service } from '../rendered.ts'
import { galxFolder } from './environments.ts'
import { pgBackRestOptions } from './pgbackrest.ts'

/** No key, no file of anybody else, no new rights. */
const SANDBOX = `NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
CapabilityBoundingSet=
UMask=0077`

type Program = {
  description: string
  user: 'galx' | 'galx-signer'
  environment: readonly string[]
  run: string
  /** further lines of [Service] */
  more?: string
  /** how it is started: with the machine, or by a person */
  wanted: boolean
  once?: boolean
}

/** Every unit of a program runs what /opt/galx/current points at. */
function unit(host: Host, { description, user, environment, run, more, wanted, once }: Program): string {
  const folder = galxFolder(host)
  const files = environment.map((file) => `EnvironmentFile=${folder}/${file}.env`)
  return `[Unit]
Description=${description}
Wants=network-online.target
After=network-online.target postgresql.service patroni.service haproxy.service pgbouncer.service redis-server.service
${once ? '' : 'StartLimitIntervalSec=0\n'}
[Service]
Type=${once ? 'oneshot' : 'exec'}
User=${user}
Group=${user}
WorkingDirectory=${host.directories.opt}/current
${files.join('\n')}
ExecStart=${run}
${once ? '' : 'Restart=always\nRestartSec=1\nKillSignal=SIGTERM\nTimeoutStopSec=30\nLimitNOFILE=65536\n'}${more === undefined ? '' : `${more}\n`}${SANDBOX}
${wanted ? '\n[Install]\nWantedBy=multi-user.target\n' : ''}`
}

const SERVER = '/usr/bin/env node server/dist/main.js'
const OPERATOR = '/usr/bin/env node stack/dist/programs/operator.js'

function programs(host: Host): Record<string, Program> {
  const { roles } = host
  const folder = galxFolder(host)
  const user = 'galx' as const
  const app: Record<string, Program> = {
    'galx-api@': {
      description: 'GALX main API, process %i',
      user,
      environment: ['api', 'api-%i'],
      run: `${SERVER} api`,
      wanted: true,
    },
    'galx-btc-api@': {
      description: 'GALX btc API, process %i',
      user,
      environment: ['api', 'btc-api-%i'],
      run: `${SERVER} btc-api`,
      wanted: true,
    },
    'galx-indexer': {
      description: 'GALX indexer, leader or stand-by',
      user,
      environment: ['indexer'],
      run: `${SERVER} indexer`,
      // 3: it has halted, and a person decides.
      more: 'RestartPreventExitStatus=3',
      wanted: true,
    },
    'galx-reindex': {
      description: 'GALX: read the whole chain again, beside what serves',
      user,
      environment: ['indexer'],
      run: `${SERVER} reindex`,
      wanted: false,
      once: true,
    },
  }
  const signer: Record<string, Program> = {
    'galx-signer': {
      description: 'GALX signer of vouchers and publisher of epochs',
      user: 'galx-signer',
      // The second file has the keys; a person writes it, on this machine alone.
      environment: ['signer', 'signer-keys'],
      run: `${SERVER} signer`,
      wanted: true,
    },
    'galx-verdicts': {
      description: 'GALX second engine',
      user,
      environment: ['verdicts'],
      // Without pipefail the pipe would look well while its first half is gone.
      run: `/bin/bash -c 'set -o pipefail; ${OPERATOR} audit --follow --deployment "$$DEPLOYMENT_FILE" | ${SERVER} verdicts'`,
      wanted: true,
    },
    'galx-audit': {
      description: 'GALX audit of every bonus, from the chain alone',
      user,
      environment: ['verdicts'],
      run: `${OPERATOR} audit --deployment ${folder}/deployment.json`,
      wanted: false,
      once: true,
    },
  }
  return { ...(roles.includes('app') ? app : {}), ...(roles.includes('signer') ? signer : {}) }
}

function timer(description: string, schedule: string): string {
  return `[Unit]
Description=${description}

[Timer]
${schedule}

[Install]
WantedBy=timers.target
`
}

function job(description: string, user: string, run: string): string {
  return `[Unit]
Description=${description}

[Service]
Type=oneshot
User=${user}
ExecStart=${run}
`
}

/** What Debian's unit starts, in place of its own line. */
function instead(line: string): string {
  return `[Service]\nExecStart=\nExecStart=${line}\n`
}

/** Which units install.sh switches on: Debian's after the kit's files are there, then the product's. */
export function enabledUnits(plan: Plan, host: Host): { parts: string[]; programs: string[] } {
  const { roles, ports } = host
  const has = (role: (typeof roles)[number], ...units: string[]) => (roles.includes(role) ? units : [])
  const ha = (...units: string[]) => (plan.profile === 'ha' ? units : [])
  return {
    parts: [
      ...has('etcd', 'etcd'),
      ...(takesBackups(plan, host) || roles.includes('database') ? ha('pgbackrest') : []),
      ...has('database', plan.profile === 'ha' ? 'patroni' : 'postgresql'),
      ...ha('haproxy'),
      ...(roles.includes('app') ? ha('pgbouncer') : []),
      ...has('redis', 'redis-server'),
      ...has('edge', 'nginx'),
      ...has('monitor', 'prometheus', 'prometheus-alertmanager'),
      ...has('database', 'prometheus-postgres-exporter'),
      'prometheus-node-exporter',
      'galx-figures.timer',
      ...(takesBackups(plan, host) ? ['galx-backup-full.timer', 'galx-backup-incr.timer'] : []),
    ],
    programs: [
      ...has('app', ...ports.api.map((_, index) => `galx-api@${index + 1}`)),
      ...has('app', ...ports.btcApi.map((_, index) => `galx-btc-api@${index + 1}`)),
      ...has('app', 'galx-indexer'),
      ...has('signer', 'galx-verdicts', 'galx-signer'),
    ],
  }
}

/** The backup host, else each database host, of which the primary alone does it. */
export function takesBackups(plan: Plan, { roles }: Host): boolean {
  const apart = plan.hosts.some((host) => host.roles.includes('backup'))
  return roles.includes(apart ? 'backup' : 'database')
}

export const units: Service = (plan, host) => {
  const folder = `${host.directories.etc}/systemd/system`
  const scripts = galxFolder(host)
  const { roles } = host
  const files: HostFile[] = []
  const add = (name: string, content: string) =>
    files.push({ target: `${folder}/${name}`, content, mode: 0o644 })
  for (const [name, program] of Object.entries(programs(host))) add(`${name}.service`, unit(host, program))
  add(
    'galx-figures.service',
    job('GALX figures of backups and certificates', 'root', `${scripts}/figures.sh`),
  )
  add('galx-figures.timer', timer('GALX figures every minute', 'OnBootSec=1min\nOnUnitActiveSec=1min'))
  if (takesBackups(plan, host)) {
    for (const [type, schedule] of [
      ['full', 'OnCalendar=Sun 02:10'],
      ['incr', 'OnCalendar=*-*-* 00/4:40'],
    ] as const) {
      add(
        `galx-backup-${type}.service`,
        job(`GALX backup, ${type}`, 'postgres', `${scripts}/backup.sh ${type}`),
      )
      add(
        `galx-backup-${type}.timer`,
        timer(`GALX backup, ${type}`, `${schedule}\nPersistent=true\nRandomizedDelaySec=60`),
      )
    }
  }
  if (roles.includes('etcd'))
    add(
      'etcd.service.d/galx.conf',
      instead(`/usr/bin/etcd --config-file ${host.directories.etc}/etcd/galx.yml`),
    )
  if (plan.profile === 'ha')
    // None of its ports needs root.
    add(
      'haproxy.service.d/galx.conf',
      `[Service]
User=haproxy
Group=haproxy
RuntimeDirectory=haproxy
LimitNOFILE=65536
Environment="PIDFILE=${host.directories.run}/haproxy/haproxy.pid" "EXTRAOPTS=-S ${host.directories.run}/haproxy/master.sock"
`,
    )
  if (plan.profile === 'ha' && (roles.includes('database') || roles.includes('backup')))
    add(
      'pgbackrest.service.d/galx.conf',
      instead(`/usr/bin/pgbackrest server ${pgBackRestOptions(plan, host)}`),
    )
  return files
}
