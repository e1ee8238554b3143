/** The Grafana dashboards as data: what people use, what they are paid, what lies beneath. */

type Line = { expr: string; legend?: string }
type Panel = { title: string; unit: string; lines: readonly Line[] }
type Board = { title: string; uid: string; panels: readonly Panel[] }

function panel(title: string, unit: string, ...lines: (string | Line)[]): Panel {
  return { title, unit, lines: lines.map((line) => (typeof line === 'string' ? { expr: line } : line)) }
}

const CALLS = 'galx_http_request_seconds'
const OURS = '{job=~"galx-.*"}'

const BOARDS: readonly Board[] = [
  {
    title: 'GALX: service',
    uid: 'galx-service',
    panels: [
      panel('Requests a second', 'reqps', {
        expr: `sum by (api, status) (rate(${CALLS}_count[5m]))`,
        legend: '{{api}} {{status}}',
      }),
      panel(
        'Time of an answer',
        's',
        { expr: `histogram_quantile(0.5, sum by (le) (rate(${CALLS}_bucket[5m])))`, legend: 'half' },
        { expr: `histogram_quantile(0.99, sum by (le) (rate(${CALLS}_bucket[5m])))`, legend: '99 of 100' },
      ),
      panel('Refusals a second', 'ops', {
        expr: 'sum by (reason) (rate(galx_refusals_total[5m])) > 0',
        legend: '{{reason}}',
      }),
      panel(
        'Limits: refusals a second, and processes that count for themselves',
        'short',
        { expr: 'sum by (limit) (rate(galx_limit_exceeded_total[5m]))', legend: '{{limit}}' },
        { expr: 'count(galx_limits_shared == 0)', legend: 'for themselves' },
        {
          expr: 'sum(rate(galx_limit_counted_apart_total[5m]))',
          legend: 'counted apart a second',
        },
      ),
      panel(
        'Database and nodes as the APIs see them',
        'short',
        { expr: 'galx_database_up', legend: 'database, {{instance}}' },
        { expr: 'galx_chain_up', legend: 'chain, {{instance}}' },
        { expr: 'galx_revocations_synchronised', legend: 'revocations, {{instance}}' },
      ),
      panel(
        'Requests under way, and refused because there were too many',
        'short',
        { expr: 'galx_requests_under_way', legend: '{{api}} {{instance}}' },
        { expr: 'sum by (api) (rate(galx_requests_shed_total[5m]))', legend: '{{api}} refused a second' },
      ),
      panel('Delay of the event loop, 99 of 100', 's', {
        expr: `nodejs_eventloop_lag_p99_seconds${OURS}`,
        legend: '{{job}} {{instance}}',
      }),
      panel('Memory', 'bytes', {
        expr: `process_resident_memory_bytes${OURS}`,
        legend: '{{job}} {{instance}}',
      }),
      panel('Open files', 'short', { expr: `process_open_fds${OURS}`, legend: '{{job}} {{instance}}' }),
    ],
  },
  {
    title: 'GALX: chain and rewards',
    uid: 'galx-chain',
    panels: [
      panel('Rewards last', 's', {
        expr: 'min by (kind, name) (galx_budget_runway_seconds)',
        legend: '{{kind}} {{name}}',
      }),
      panel(
        'Bonuses late',
        's',
        { expr: 'max(galx_bonuses_late_seconds)', legend: 'late' },
        { expr: 'max by (reason) (galx_signer_waits) > 0', legend: 'waits for {{reason}}' },
        { expr: 'max(galx_signer_late_seconds)', legend: 'first epoch that waits' },
      ),
      panel(
        'Epochs',
        'short',
        { expr: 'max(galx_signer_signed_epoch)', legend: 'signed' },
        { expr: 'max(galx_verdict_epoch)', legend: 'computed by the second engine' },
        { expr: 'max(galx_epochs_differing)', legend: 'differing' },
      ),
      panel(
        'Vouchers signed a second, publications',
        'short',
        { expr: 'sum(rate(galx_signer_vouchers_total[5m]))', legend: 'vouchers' },
        { expr: 'sum(increase(galx_signer_publications_total[1h]))', legend: 'publications in an hour' },
        { expr: 'sum(rate(galx_signer_faults_total[5m]))', legend: 'turns that failed' },
      ),
      panel('Age of the tables', 's', {
        expr: 'max by (instance) (galx_indexer_cursor_age_seconds)',
        legend: '{{instance}}',
      }),
      panel(
        'Blocks',
        'short',
        { expr: 'max(galx_indexer_finalised_block)', legend: 'finalised' },
        { expr: 'max(galx_indexer_indexed_block)', legend: 'indexed' },
        { expr: 'max by (node) (galx_node_head_block)', legend: 'head of {{node}}' },
        { expr: 'max by (node) (galx_node_finalised_block)', legend: 'finalised by {{node}}' },
      ),
      panel(
        'Who leads',
        'short',
        { expr: 'galx_indexer_leads', legend: 'indexer {{instance}}' },
        { expr: 'galx_signer_leads', legend: 'signer {{instance}}' },
      ),
      panel(
        'Nodes',
        's',
        { expr: 'max by (node) (galx_node_answer_seconds)', legend: 'answer of {{node}}' },
        { expr: 'sum by (kind) (rate(galx_indexer_rpc_faults_total[5m])) > 0', legend: '{{kind}}' },
      ),
      panel(
        'Indexing',
        'short',
        { expr: 'sum(rate(galx_indexer_events_total[5m]))', legend: 'events a second' },
        { expr: 'sum(rate(galx_indexer_totals_written_total[5m]))', legend: 'rows of totals a second' },
        {
          expr: 'histogram_quantile(0.99, sum by (le) (rate(galx_indexer_write_seconds_bucket[5m])))',
          legend: 'seconds of a range, 99 of 100',
        },
      ),
    ],
  },
  {
    title: 'GALX: parts',
    uid: 'galx-parts',
    panels: [
      panel(
        'PostgreSQL: roles',
        'short',
        { expr: 'patroni_primary', legend: 'primary {{instance}}' },
        { expr: 'patroni_sync_standby', legend: 'synchronous standby {{instance}}' },
        { expr: 'pg_up', legend: 'answers {{instance}}' },
      ),
      panel('PostgreSQL: connections', 'short', {
        expr: 'sum by (instance, state) (pg_stat_activity_count)',
        legend: '{{instance}} {{state}}',
      }),
      panel('Replicas behind', 'bytes', {
        expr: 'scalar(max(patroni_xlog_location)) - max by (instance) (patroni_xlog_replayed_location) unless on (instance) patroni_primary == 1',
        legend: '{{instance}}',
      }),
      panel(
        'Backups',
        's',
        {
          expr: 'time() - max by (type) (galx_backup_finished_timestamp_seconds)',
          legend: 'age of the newest, {{type}}',
        },
        { expr: 'min(pg_stat_archiver_last_archive_age)', legend: 'since the log was archived' },
      ),
      panel('Certificates last', 's', {
        expr: 'min by (certificate) (galx_certificate_expires_timestamp_seconds) - time()',
        legend: '{{certificate}}',
      }),
      panel('Disk that is free', 'percentunit', {
        expr: 'node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs|overlay|squashfs|fuse.*"} / node_filesystem_size_bytes',
        legend: '{{instance}} {{mountpoint}}',
      }),
      panel('Memory that is free', 'percentunit', {
        expr: 'node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes',
        legend: '{{instance}}',
      }),
      panel('Servers behind HAProxy', 'short', {
        expr: 'haproxy_backend_active_servers',
        legend: '{{instance}} {{proxy}}',
      }),
    ],
  },
]

const WIDTH = 12
const HEIGHT = 8

/** File name → dashboard in Grafana's JSON. The datasource is the one that is the default. */
export function dashboards(): Map<string, unknown> {
  return new Map(BOARDS.map((board) => [`${board.uid}.json`, grafana(board)]))
}

/** Every expression of every dashboard. */
export function dashboardExpressions(): string[] {
  return BOARDS.flatMap(({ panels }) => panels.flatMap(({ lines }) => lines.map(({ expr }) => expr)))
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
      targets: lines.map(({ expr, legend }, line) => ({
        refId: String.fromCharCode(65 + line),
        expr,
        ...(legend === undefined ? {} : { legendFormat: legend }),
      })),
    })),
  }
}
