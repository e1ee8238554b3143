/** The start command of each program on a host, as data. The kit's own units are rendered from it, and a trial on one machine uses it too. */
import type { Host, Plan } from '../plan.ts'
import { galxFolder } from './environments.ts'
import {
  alertmanagerParameters,
  nodeExporterParameters,
  postgresExporterParameters,
  prometheusParameters,
} from './monitoring.ts'
import { patroniFolder } from './patroni.ts'
import { pgBackRestOptions } from './pgbackrest.ts'
import { productPrograms, productProcesses } from './productPrograms.ts'

export type Command = {
  /** systemd's unit, without `.service` */
  unit: string
  /** program and parameters; no shell reads them */
  run: readonly string[]
  /** env files that are read first, in this order */
  environment: readonly string[]
  /** the working directory; null if it does not matter */
  folder: string | null
  /** whether it runs all the time, instead of once on demand */
  stays: boolean
}

/** The programs in start order: a program comes after the programs on which it depends. */
export function commandsOf(plan: Plan, host: Host): Command[] {
  return [...partCommands(plan, host), ...productCommands(host)]
}

/** Programs of Debian's packages, with Debian's units. Except for etcd and pgBackRest, the units contain the same command as here. */
export function partCommands(plan: Plan, host: Host): Command[] {
  const { directories, roles } = host
  const { etc, run } = directories
  const ha = plan.profile === 'ha'
  const commands: Command[] = []
  const add = (isThere: boolean, unit: string, command: readonly string[], environment: string[] = []) => {
    if (isThere) commands.push({ unit, run: command, environment, folder: null, stays: true })
  }
  add(ha && roles.includes('etcd'), 'etcd', ['/usr/bin/etcd', '--config-file', `${etc}/etcd/galx.yml`])
  add(ha && (roles.includes('database') || roles.includes('backup')), 'pgbackrest', [
    '/usr/bin/pgbackrest',
    'server',
    ...pgBackRestOptions(plan, host).split(' '),
  ])
  add(ha && roles.includes('database'), 'patroni', ['/usr/bin/patroni', `${patroniFolder(host)}/config.yml`])
  add(ha, 'haproxy', [
    '/usr/sbin/haproxy',
    '-Ws',
    '-f',
    `${etc}/haproxy/haproxy.cfg`,
    '-p',
    `${run}/haproxy/haproxy.pid`,
    '-S',
    `${run}/haproxy/master.sock`,
  ])
  add(ha && roles.includes('app'), 'pgbouncer', ['/usr/sbin/pgbouncer', `${etc}/pgbouncer/pgbouncer.ini`])
  add(roles.includes('redis'), 'redis-server', ['/usr/bin/redis-server', `${etc}/redis/redis.conf`])
  add(roles.includes('edge'), 'nginx', [
    '/usr/sbin/nginx',
    '-c',
    `${etc}/nginx/nginx.conf`,
    '-g',
    'daemon off;',
  ])
  add(roles.includes('monitor'), 'prometheus', ['/usr/bin/prometheus', ...prometheusParameters(host)])
  add(roles.includes('monitor'), 'prometheus-alertmanager', [
    '/usr/bin/prometheus-alertmanager',
    ...alertmanagerParameters(host),
  ])
  add(
    roles.includes('database'),
    'prometheus-postgres-exporter',
    ['/usr/bin/prometheus-postgres-exporter', ...postgresExporterParameters(host)],
    [`${etc}/default/prometheus-postgres-exporter`],
  )
  add(true, 'prometheus-node-exporter', [
    '/usr/bin/prometheus-node-exporter',
    ...nodeExporterParameters(host),
  ])
  return commands
}

/** The product's own programs. */
export function productCommands(host: Host): Command[] {
  const folder = galxFolder(host)
  const processes = productProcesses(host)
  return Object.entries(productPrograms(host)).flatMap(([program, { run, environment, answers }]) => {
    const command = (unit: string): Command => ({
      unit,
      run,
      environment: environment.map(
        (file) => `${folder}/${file.replace('%i', unit.slice(program.length))}.env`,
      ),
      folder: `${host.directories.opt}/current`,
      stays: answers !== null,
    })
    if (answers === null) return [command(program)]
    return processes.filter((one) => one.program === program).map(({ unit }) => command(unit))
  })
}
