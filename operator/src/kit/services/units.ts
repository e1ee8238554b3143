/** systemd: the product's own units, and the drop-ins with which Debian's units read the kit's files. */
import type { Host, Plan } from '../plan.ts'
import type { HostFile, Service } from '../rendered.ts'
import { galxFolder } from './environments.ts'
import { partCommands } from './commands.ts'
import { etcdScript } from './etcd.ts'
import { productPrograms, productProcesses, type Program } from './productPrograms.ts'

/** Denies keys, other users' files and new privileges. */
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

/** Seconds that a process may need to end after it has aborted its work. Closing the connections to the database and Redis takes at most 8. */
const ENDING_SECONDS = 15

/** The files and connections that a process may have open. */
export const OPEN_FILES = 65_536

/** The time that systemd waits before it kills a program: the hosts file limits the APIs' time to stop (docs/runbook.md, "Stopping a process"). */
export function stopSeconds({ settings: { apiEnvironment = {} } }: Plan, { environment }: Program): number {
  const { SHUTDOWN_SERVE_SECONDS = '5', SHUTDOWN_DRAIN_SECONDS = '10' } = apiEnvironment
  const isApi = environment.includes('api')
  return Math.max(
    30,
    isApi ? Number(SHUTDOWN_SERVE_SECONDS) + Number(SHUTDOWN_DRAIN_SECONDS) + ENDING_SECONDS : 0,
  )
}

/** Every unit of a program runs the release at /opt/galx/current. */
function unit(plan: Plan, host: Host, program: Program): string {
  const { description, user, environment, run, state, halted, clears, unless, needs, answers } = program
  const once = answers === null
  const folder = galxFolder(host)
  const more = [
    ...(halted === undefined ? [] : [`RestartPreventExitStatus=${halted}`]),
    ...(state === undefined ? [] : [`StateDirectory=${state}`]),
    // As root, the owner of the file, and only after a success.
    ...(clears === undefined ? [] : [`ExecStartPost=+/bin/rm -f ${clears}`]),
  ]
  const files = environment.map((file) => `EnvironmentFile=${folder}/${file}.env`)
  return `[Unit]
Description=${description}
Wants=network-online.target
After=network-online.target postgresql.service patroni.service haproxy.service pgbouncer.service redis-server.service
${needs === undefined ? '' : `ConditionPathExists=${needs}\n`}${unless === undefined ? '' : `ConditionPathExists=!${unless}\n`}${once ? '' : 'StartLimitIntervalSec=0\n'}
[Service]
Type=${once ? 'oneshot' : 'exec'}
User=${user}
Group=${user}
WorkingDirectory=${host.directories.opt}/current
${files.join('\n')}
ExecStart=${commandLine(run)}
${once ? '' : `Restart=always\nRestartSec=1\nKillSignal=SIGTERM\nTimeoutStopSec=${stopSeconds(plan, program)}\nLimitNOFILE=${OPEN_FILES}\n`}${more.map((line) => `${line}\n`).join('')}${SANDBOX}
${once ? '' : '\n[Install]\nWantedBy=multi-user.target\n'}`
}

/** A command line for systemd, with `$` and `%` escaped. */
function commandLine(words: readonly string[]): string {
  return words
    .map((word) => {
      const plain = word.replaceAll('$', '$$$$').replaceAll('%', '%%')
      return /^[\w./@%=:,$-]+$/.test(plain) ? plain : `'${plain}'`
    })
    .join(' ')
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

/** Parts whose Debian unit does not read the kit's file by default. */
const STARTED_OTHERWISE = ['etcd', 'pgbackrest']

/** The command that replaces the command of Debian's unit. */
function instead(run: readonly string[]): string {
  return `[Service]\nExecStart=\nExecStart=${commandLine(run)}\n`
}

/** The units that install.sh enables: Debian's units once the kit's files are in place, then the product's units. */
export function enabledUnits(plan: Plan, host: Host): { parts: string[]; programs: string[] } {
  const { roles } = host
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
    programs: productProcesses(host).map(({ unit: name }) => name),
  }
}

/** The backup host. Without a backup host, each database host; only the primary then runs backups. */
export function takesBackups(plan: Plan, { roles }: Host): boolean {
  const apart = plan.hosts.some((host) => host.roles.includes('backup'))
  return roles.includes(apart ? 'backup' : 'database')
}

export const units: Service = (plan, host) => {
  const folder = `${host.directories.etc}/systemd/system`
  const scripts = galxFolder(host)
  const files: HostFile[] = []
  const add = (name: string, content: string, restarts: string[] = []) =>
    files.push({ target: `${folder}/${name}`, content, mode: 0o644, restarts })
  const addTimer = (name: string, description: string, schedule: string) =>
    add(name, timer(description, schedule), [name])
  for (const [name, program] of Object.entries(productPrograms(host)))
    add(`${name}.service`, unit(plan, host, program))
  add(
    'galx-figures.service',
    job('GALX figures of backups and certificates', 'root', `${scripts}/figures.sh`),
  )
  addTimer('galx-figures.timer', 'GALX figures every minute', 'OnBootSec=1min\nOnUnitActiveSec=1min')
  if (takesBackups(plan, host)) {
    for (const [type, schedule] of [
      ['full', 'OnCalendar=Sun 02:10'],
      ['incr', 'OnCalendar=*-*-* 00/4:40'],
    ] as const) {
      add(
        `galx-backup-${type}.service`,
        job(`GALX backup, ${type}`, 'postgres', `${scripts}/backup.sh ${type}`),
      )
      addTimer(
        `galx-backup-${type}.timer`,
        `GALX backup, ${type}`,
        `${schedule}\nPersistent=true\nRandomizedDelaySec=60`,
      )
    }
  }
  for (const command of partCommands(plan, host))
    if (STARTED_OTHERWISE.includes(command.unit))
      add(
        `${command.unit}.service.d/galx.conf`,
        instead(command.unit === 'etcd' ? [etcdScript(host)] : command.run),
        [command.unit],
      )
  if (plan.profile === 'ha')
    // The service uses no port that needs root.
    add(
      'haproxy.service.d/galx.conf',
      `[Service]
User=haproxy
Group=haproxy
RuntimeDirectory=haproxy
LimitNOFILE=65536
Environment="PIDFILE=${host.directories.run}/haproxy/haproxy.pid" "EXTRAOPTS=-S ${host.directories.run}/haproxy/master.sock"
`,
      ['haproxy'],
    )
  if (plan.profile === 'ha' && host.roles.includes('app'))
    // A program's connection is one open file, a connection to the primary another.
    add('pgbouncer.service.d/files.conf', '[Service]\nLimitNOFILE=65536\n', ['pgbouncer'])
  return files
}
