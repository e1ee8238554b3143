/** The Grafana dashboards as data: what people use, what they are paid, what lies beneath. */

/** Its lines: what each is called, `{{label}}` filled in, and its PromQL. */
type Lines = Readonly<Record<string, string>>
type Panel = { title: string; unit: string; lines: Lines }
type Board = { title: string; uid: string; panels: readonly Panel[] }

function panel(title: string, unit: string, lines: Lines): Panel {
  return { title, unit, lines }
}

const CALLS = 'galx_http_request_seconds'
const OURS = '{job=~"galx-.*"}'

const BOARDS: readonly Board[] = [
  {
    title: 'GALX: service',
    uid: 'galx-service',
    panels: [
      panel('Requests a second', 'reqps', {
        '{{api}} {{status}}': `sum by (api, status) (rate(${CALLS}_count[5m]))`,
      }),
      panel('Time of an answer', 's', {
        half: `histogram_quantile(0.5, sum by (le) (rate(${CALLS}_bucket[5m])))`,
        '99 of 100': `histogram_quantile(0.99, sum by (le) (rate(${CALLS}_bucket[5m])))`,
      }),
      panel('Refusals a second', 'ops', {
        '{{reason}}': 'sum by (reason) (rate(galx_refusals_total[5m])) > 0',
      }),
      panel('Limits: refusals a second, and processes that count for themselves', 'short', {
        '{{limit}}': 'sum by (limit) (rate(galx_limit_exceeded_total[5m]))',
        'for themselves': 'count(galx_limits_shared == 0)',
        'counted apart a second': 'sum(rate(galx_limit_counted_apart_total[5m]))',
      }),
      panel('Database and nodes as the APIs see them', 'short', {
        'database, {{instance}}': 'galx_database_up',
        'chain, {{instance}}': 'galx_chain_up',
        'revocations, {{instance}}': 'galx_revocations_synchronised',
      }),
      panel('Requests under way, and refused because there were too many', 'short', {
        '{{api}} {{instance}}': 'galx_requests_under_way',
        '{{api}} refused a second': 'sum by (api) (rate(galx_requests_shed_total[5m]))',
      }),
      panel('Delay of the event loop, 99 of 100', 's', {
        '{{job}} {{instance}}': `nodejs_eventloop_lag_p99_seconds${OURS}`,
      }),
      panel('Memory', 'bytes', { '{{job}} {{instance}}': `process_resident_memory_bytes${OURS}` }),
      panel('Open files', 'short', { '{{job}} {{instance}}': `process_open_fds${OURS}` }),
    ],
  },
  {
    title: 'GALX: chain and rewards',
    uid: 'galx-chain',
    panels: [
      panel('Rewards last', 's', { '{{kind}} {{name}}': 'min by (kind, name) (galx_budget_runway_seconds)' }),
      panel('Bonuses late', 's', {
        late: 'max(galx_bonuses_late_seconds)',
        'waits for {{reason}}': 'max by (reason) (galx_signer_waits) > 0',
        'first epoch that waits': 'max(galx_signer_late_seconds)',
      }),
      panel('Epochs', 'short', {
        signed: 'max(galx_signer_signed_epoch)',
        'computed by the second engine': 'max(galx_verdict_epoch)',
        differing: 'max(galx_epochs_differing)',
      }),
      panel('Vouchers signed a second, publications', 'short', {
        vouchers: 'sum(rate(galx_signer_vouchers_total[5m]))',
        'publications in an hour': 'sum(increase(galx_signer_publications_total[1h]))',
        'turns that failed': 'sum(rate(galx_signer_faults_total[5m]))',
      }),
      panel('Age of the tables', 's', {
        '{{instance}}': 'max by (instance) (galx_indexer_cursor_age_seconds)',
      }),
      panel('Blocks', 'short', {
        finalised: 'max(galx_indexer_finalised_block)',
        indexed: 'max(galx_indexer_indexed_block)',
        'head of {{node}}': 'max by (node) (galx_node_head_block)',
        'finalised by {{node}}': 'max by (node) (galx_node_finalised_block)',
      }),
      panel('Who leads', 'short', {
        'indexer {{instance}}': 'galx_indexer_leads',
        'signer {{instance}}': 'galx_signer_leads',
      }),
      panel('Nodes', 's', {
        'answer of {{node}}': 'max by (node) (galx_node_answer_seconds)',
        '{{kind}}': 'sum by (kind) (rate(galx_indexer_rpc_faults_total[5m])) > 0',
      }),
      panel('Indexing', 'short', {
        'events a second': 'sum(rate(galx_indexer_events_total[5m]))',
        'rows of totals a second': 'sum(rate(galx_indexer_totals_written_total[5m]))',
        'seconds of a range, 99 of 100':
          'histogram_quantile(0.99, sum by (le) (rate(galx_indexer_write_seconds_bucket[5m])))',
      }),
    ],
  },
  {
    title: 'GALX: parts',
    uid: 'galx-parts',
    panels: [
      panel('PostgreSQL: roles', 'short', {
        'primary {{instance}}': 'patroni_primary',
        'synchronous standby {{instance}}': 'patroni_sync_standby',
        'answers {{instance}}': 'pg_up',
      }),
      panel('PostgreSQL: connections', 'short', {
        '{{instance}} {{state}}': 'sum by (instance, state) (pg_stat_activity_count)',
      }),
      panel('Replicas behind', 'bytes', {
        '{{instance}}':
          'scalar(max(patroni_xlog_location)) - max by (instance) (patroni_xlog_replayed_location) unless on (instance) patroni_primary == 1',
      }),
      panel('Backups', 's', {
        'age of the newest, {{type}}': 'time() - max by (type) (galx_backup_finished_timestamp_seconds)',
        'since the log was archived': 'min(pg_stat_archiver_last_archive_age)',
      }),
      panel('Certificates last', 's', {
        '{{certificate}}': 'min by (certificate) (galx_certificate_expires_timestamp_seconds) - time()',
      }),
      panel('Disk that is free', 'percentunit', {
        '{{instance}} {{mountpoint}}':
          'node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs|overlay|squashfs|fuse.*"} / node_filesystem_size_bytes',
      }),
      panel('Memory that is free', 'percentunit', {
        '{{instance}}': 'node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes',
      }),
      panel('Servers behind HAProxy', 'short', {
        '{{instance}} {{proxy}}': 'haproxy_backend_active_servers',
      }),
    ],
  },
]

const WIDTH = 12
const HEIGHT = 8

/** File name → dashboard in Grafana's JSON. The datasource is the one that is the default. */
export function dashboards(): Map<string, ReturnType<typeof grafana>> {
  return new Map(BOARDS.map((board) => [`${board.uid}.json`, grafana(board)]))
}

/** Every expression of every dashboard. */
export function dashboardExpressions(): string[] {
  return BOARDS.flatMap(({ panels }) => panels.flatMap(({ lines }) => Object.values(lines)))
}

function grafana({ title, uid, panels }: Board) {
  return {
    title,
    uid,
    schemaVersion: 39,
    tags: ['galx'],
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    panels: panels.map(({ title: heading, unit, lines }, index) => ({
      id: index + 1,
      type: 'timeseries',
      title: heading,
      gridPos: {
        x: (index % 2) * WIDTH,
        y: Math.floor(index / 2) * HEIGHT,
        w: WIDTH,
        h: HEIGHT,
      },
      fieldConfig: { defaults: { unit }, overrides: [] },
      options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
      targets: Object.entries(lines).map(([legendFormat, expr], line) => ({
        refId: String.fromCharCode(65 + line),
        expr,
        legendFormat,
      })),
    })),
  }
}
