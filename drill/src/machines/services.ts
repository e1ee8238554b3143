/** Redis, nginx, Prometheus and Alertmanager of one host. */
import { EDGES, HOSTS, type HostName } from './place.ts'
import { unitOf, writeHostFile, yaml, type Machines } from './database.ts'
import type { Unit } from './processes.ts'
import { quickRules } from '../alerts.ts'

export function redisUnit(machines: Machines, host: HostName): Unit {
  const { place, passwords } = machines
  const file = writeHostFile(
    machines,
    host,
    'redis.conf',
    `bind 127.0.0.1
port ${place.port(host, 'redis')}
protected-mode yes
requirepass ${passwords.redis}
save ""
appendonly no
maxmemory 64mb
maxmemory-policy volatile-ttl
dir ${place.make(host, 'redis')}
`,
  )
  return unitOf(machines, host, 'redis', 'redis-server', [file])
}

/** The host's own processes first; those of the other edges when none of them answers. */
export function nginxUnit(machines: Machines, host: HostName): Unit {
  const { place } = machines
  const folder = (name: string) => place.make(host, 'nginx', name)
  const others = EDGES.filter((one) => one !== host)
  const apis = [
    ...(['api', 'apiSecond'] as const).map(
      (name) => `    server ${place.address(host, name)} max_fails=1 fail_timeout=2s;`,
    ),
    ...others.map((one) => `    server ${place.address(one, 'api')} backup;`),
  ].join('\n')
  const btcApis = [
    `    server ${place.address(host, 'btcApi')} max_fails=1 fail_timeout=2s;`,
    ...others.map((one) => `    server ${place.address(one, 'btcApi')} backup;`),
  ].join('\n')
  const file = writeHostFile(
    machines,
    host,
    'nginx.conf',
    `daemon off;
worker_processes 1;
pid ${folder('run')}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder('body')}; proxy_temp_path ${folder('proxy')};
  fastcgi_temp_path ${folder('fastcgi')}; uwsgi_temp_path ${folder('uwsgi')}; scgi_temp_path ${folder('scgi')};
  client_max_body_size 64k;
  upstream api {
    zone api 64k;
${apis}
    keepalive 32;
    keepalive_timeout 30s;
  }
  upstream btc_api {
    zone btc_api 64k;
${btcApis}
    keepalive 32;
    keepalive_timeout 30s;
  }
  server {
    listen ${place.address(host, 'edge')};
    server_name localhost;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_connect_timeout 1s;
    proxy_read_timeout 25s;
    proxy_next_upstream error timeout http_503;
    proxy_next_upstream_tries 3;
    proxy_next_upstream_timeout 5s;
    location /metrics { return 404; }
    location /health/ { return 404; }
    location /btc/ { proxy_pass http://btc_api/; }
    location / { proxy_pass http://api; }
    error_page 502 504 @away;
    location @away {
      internal;
      default_type application/json;
      add_header Access-Control-Allow-Origin $http_origin always;
      add_header Retry-After 2 always;
      return 503 '{"code":503,"message":"unavailable","data":null}';
    }
  }
}
`,
  )
  return {
    ...unitOf(machines, host, 'nginx', 'nginx', [
      '-e',
      'stderr',
      '-c',
      file,
      '-p',
      place.make(host, 'nginx'),
    ]),
    graceMs: 3_000,
  }
}

export function prometheusUnit(machines: Machines, host: HostName, rules: unknown): Unit {
  const { place } = machines
  const rulesFile = writeHostFile(machines, host, 'galx.rules.yml', yaml(rules))
  const job = (name: string, targets: readonly string[]) => ({
    job_name: name,
    static_configs: [{ targets }],
  })
  const edges = (...names: ('apiMetrics' | 'apiSecondMetrics' | 'btcApiMetrics' | 'indexer' | 'signer')[]) =>
    EDGES.flatMap((one) => names.map((name) => place.address(one, name)))
  const all = (name: 'patroni' | 'etcd' | 'haproxyStats') => HOSTS.map((one) => place.address(one, name))
  const file = writeHostFile(
    machines,
    host,
    'prometheus.yml',
    yaml({
      global: { scrape_interval: '2s', evaluation_interval: '2s', scrape_timeout: '2s' },
      rule_files: [rulesFile],
      alerting: {
        alertmanagers: [{ static_configs: [{ targets: [place.address(host, 'alertmanager')] }] }],
      },
      scrape_configs: [
        job('galx-api', edges('apiMetrics', 'apiSecondMetrics')),
        job('galx-btc-api', edges('btcApiMetrics')),
        job('galx-indexer', edges('indexer')),
        job('galx-signer', edges('signer')),
        job('patroni', all('patroni')),
        job('haproxy', all('haproxyStats').slice(0, EDGES.length)),
        job('etcd', all('etcd')),
      ],
    }),
  )
  return unitOf(machines, host, 'prometheus', 'prometheus', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${place.make(host, 'prometheus')}`,
    `--web.listen-address=${place.address(host, 'prometheus')}`,
  ])
}

export function alertmanagerUnit(machines: Machines, host: HostName): Unit {
  const { place } = machines
  const file = writeHostFile(
    machines,
    host,
    'alertmanager.yml',
    yaml({
      route: {
        receiver: 'operator',
        group_by: ['alertname'],
        group_wait: '0s',
        group_interval: '1s',
        repeat_interval: '4h',
      },
      receivers: [
        {
          name: 'operator',
          webhook_configs: [{ url: `http://${place.address(host, 'webhook')}/`, send_resolved: true }],
        },
      ],
    }),
  )
  return unitOf(machines, host, 'alertmanager', 'prometheus-alertmanager', [
    `--config.file=${file}`,
    `--storage.path=${place.make(host, 'alertmanager')}`,
    `--web.listen-address=${place.address(host, 'alertmanager')}`,
    '--cluster.listen-address=',
  ])
}

/** A second Prometheus that reads examples of the alerts' series, and sends to the same Alertmanager. */
export function exampleUnit(machines: Machines, host: HostName, port: number): Unit {
  const { place } = machines
  const rules = writeHostFile(machines, host, 'examples.rules.yml', yaml(quickRules('0s')))
  const file = writeHostFile(
    machines,
    host,
    'examples.yml',
    yaml({
      global: { scrape_interval: '500ms', evaluation_interval: '500ms', scrape_timeout: '500ms' },
      rule_files: [rules],
      alerting: {
        alertmanagers: [{ static_configs: [{ targets: [place.address(host, 'alertmanager')] }] }],
      },
      scrape_configs: [
        { job_name: 'examples', honor_labels: true, static_configs: [{ targets: [`127.0.0.1:${port}`] }] },
      ],
    }),
  )
  return unitOf(machines, host, 'examples', 'prometheus', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${place.make(host, 'examples')}`,
    `--web.listen-address=${place.address(host, 'secondNode')}`,
  ])
}
