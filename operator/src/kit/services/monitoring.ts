/** Prometheus, Alertmanager and the two exporters. */
import { ruleGroups, ruleTests } from '../alerts/rules.ts'
import { hostsWith, tlsPaths, type Host, type Plan } from '../plan.ts'
import { environmentFile, yaml, type HostFile, type Service } from '../rendered.ts'
import { alertmanager } from './alertReceivers.ts'
import { localMetrics } from './programs.ts'
import { socketFolder } from './postgresSettings.ts'

/** The folder in which node-exporter finds the files of figures.sh. */
export function figuresFolder({ directories }: Host): string {
  return `${directories.lib}/prometheus/node-exporter`
}

export const monitoring: Service = (plan, host) => [
  ...exporters(plan, host),
  ...(host.roles.includes('monitor') ? prometheus(plan, host) : []),
]

/** The files from which Debian's units read their parameters. */
function parametersLine(parameters: readonly string[]): string {
  return `ARGS="${parameters.join(' ')}"\n`
}

export function nodeExporterParameters(host: Host): string[] {
  return [
    `--web.listen-address=127.0.0.1:${host.ports.nodeExporter}`,
    `--collector.textfile.directory=${figuresFolder(host)}`,
  ]
}

export function postgresExporterParameters({ ports }: Host): string[] {
  return [`--web.listen-address=127.0.0.1:${ports.postgresExporter}`]
}

export function prometheusParameters({ directories, ports }: Host): string[] {
  return [
    `--config.file=${directories.etc}/prometheus/prometheus.yml`,
    `--storage.tsdb.path=${directories.lib}/prometheus/metrics2`,
    '--storage.tsdb.retention.time=30d',
    `--web.listen-address=127.0.0.1:${ports.prometheus}`,
  ]
}

export function alertmanagerParameters({ directories, ports }: Host): string[] {
  return [
    `--config.file=${directories.etc}/prometheus/alertmanager.yml`,
    `--storage.path=${directories.lib}/prometheus/alertmanager`,
    `--web.listen-address=127.0.0.1:${ports.alertmanager}`,
    '--cluster.listen-address=',
  ]
}

/** Debian's units start each program with $ARGS of these files. */
function exporters({ secrets }: Plan, host: Host): HostFile[] {
  const { directories, ports, roles } = host
  const folder = `${directories.etc}/default`
  const files: HostFile[] = [
    {
      target: `${folder}/prometheus-node-exporter`,
      content: parametersLine(nodeExporterParameters(host)),
      mode: 0o644,
      restarts: ['prometheus-node-exporter'],
    },
  ]
  if (roles.includes('database')) {
    const source = `user=monitor password=${secrets.passwords.monitor} host=${socketFolder(host)} port=${ports.postgres} dbname=postgres`
    files.push({
      target: `${folder}/prometheus-postgres-exporter`,
      content: `${environmentFile({ DATA_SOURCE_NAME: source })}${parametersLine(postgresExporterParameters(host))}`,
      restarts: ['prometheus-postgres-exporter'],
    })
  }
  return files
}

function prometheus(plan: Plan, host: Host): HostFile[] {
  const { directories, ports } = host
  const { settings } = plan
  const folder = `${directories.etc}/prometheus`
  const rules = `${folder}/galx.rules.yml`
  const { authority, certificate, key } = tlsPaths(host, 'prometheus')
  const security = {
    scheme: 'https',
    tls_config: { ca_file: authority, cert_file: certificate, key_file: key },
  }
  const configuration = {
    global: { scrape_interval: '10s', evaluation_interval: '10s' },
    rule_files: [rules],
    alerting: {
      alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${ports.alertmanager}`] }] }],
    },
    scrape_configs: [
      {
        job_name: 'local',
        ...(plan.profile === 'ha' ? security : {}),
        // In `single` Prometheus does not read the figures of the co-signer's host.
        static_configs: (plan.profile === 'ha' ? plan.hosts : [host]).flatMap((other) =>
          localMetrics(plan, other).map(({ name, job, port }) =>
            plan.profile === 'ha'
              ? {
                  targets: [`${other.address}:${other.ports.internal}`],
                  labels: { job, instance: `${other.name}/${name}`, __metrics_path__: `/metrics/${name}` },
                }
              : { targets: [`127.0.0.1:${port}`], labels: { job, instance: `${other.name}/${name}` } },
          ),
        ),
      },
      ...(plan.profile === 'ha'
        ? [
            direct('patroni', security, hostsWith(plan, 'database'), 'patroni'),
            direct('etcd', security, hostsWith(plan, 'etcd'), 'etcdClient'),
          ]
        : []),
      own('prometheus', host, ports.prometheus),
      own('alertmanager', host, ports.alertmanager),
    ],
  }
  const owner = 'prometheus'
  return [
    {
      target: `${folder}/prometheus.yml`,
      content: yaml(configuration),
      mode: 0o644,
      reloads: ['prometheus'],
    },
    {
      target: rules,
      content: yaml(ruleGroups(plan.profile, settings.alerts.runbook)),
      mode: 0o644,
      reloads: ['prometheus'],
    },
    {
      target: `${folder}/galx.rules.test.yml`,
      content: yaml(ruleTests(plan.profile, 'galx.rules.yml', settings.alerts.runbook)),
      mode: 0o644,
    },
    // Anybody who knows a webhook's address or a token may be able to write there.
    {
      target: `${folder}/alertmanager.yml`,
      content: yaml(alertmanager(plan)),
      owner,
      reloads: ['prometheus-alertmanager'],
    },
    {
      target: `${directories.etc}/default/prometheus`,
      content: parametersLine(prometheusParameters(host)),
      mode: 0o644,
      restarts: ['prometheus'],
    },
    {
      target: `${directories.etc}/default/prometheus-alertmanager`,
      content: parametersLine(alertmanagerParameters(host)),
      mode: 0o644,
      restarts: ['prometheus-alertmanager'],
    },
  ]
}

function direct(job: string, security: object, hosts: readonly Host[], port: 'patroni' | 'etcdClient') {
  return {
    job_name: job,
    ...security,
    static_configs: hosts.map(({ name, address, ports }) => ({
      targets: [`${address}:${ports[port]}`],
      labels: { instance: name },
    })),
  }
}

function own(job: string, { name }: Host, port: number) {
  return {
    job_name: job,
    static_configs: [{ targets: [`127.0.0.1:${port}`], labels: { instance: name } }],
  }
}
