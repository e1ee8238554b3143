/** The Grafana dashboards as data: services, payments, and the parts below. */
import type { Profile } from '../hostsFile.ts'

/** The lines of a panel: PromQL by the line's name, in which Grafana fills in `{{label}}`. */
type Lines = Readonly<Record<string, string>>
/** Grafana's names for shares of 1, rates per second, 1 and 0 as Yes and No, and numbers with all digits. */
type Unit = 'bool_yes_no' | 'bytes' | 'locale' | 'ops' | 'percentunit' | 'reqps' | 's' | 'short' | 'wps'
type Panel = {
  title: string
  /** the unit of all lines */
  unit: Unit
  lines: Lines
  /** only for three machines that share the work */
  cluster: boolean
}
type Board = { title: string; uid: string; panels: readonly Panel[] }

function panel(title: string, unit: Unit, lines: Lines): Panel {
  return { title, unit, lines, cluster: false }
}
function ofCluster(title: string, unit: Unit, lines: Lines): Panel {
  return { title, unit, lines, cluster: true }
}

const CALLS = 'galx_http_request_seconds'
const OURS = '{job=~"galx-.*"}'

const BOARDS: readonly Board[] = [
  {
    title: 'GALX: service',
    uid: 'galx-service',
    panels: [
      panel('Requests a second', 'reqps', {
        '{{api}}, status {{status}}': `sum by (api, status) (rate(${CALLS}_count[5m]))`,
      }),
      panel('Time until an answer', 's', {
        median: `histogram_quantile(0.5, sum by (le) (rate(${CALLS}_bucket[5m])))`,
        '99 of 100': `histogram_quantile(0.99, sum by (le) (rate(${CALLS}_bucket[5m])))`,
      }),
      panel('Requests refused a second', 'reqps', {
        '{{reason}}': 'sum by (reason) (rate(galx_refusals_total[5m])) > 0',
      }),
      panel('Requests refused by limits a second', 'reqps', {
        '{{limit}}': 'sum by (limit) (rate(galx_limit_exceeded_total[5m]))',
      }),
      panel('Requests counted by one process alone a second', 'reqps', {
        '{{limit}}': 'sum by (limit) (rate(galx_limit_counted_apart_total[5m]))',
      }),
      panel('Whether limits count for all processes', 'bool_yes_no', {
        '{{job}} {{instance}}': 'galx_limits_shared',
      }),
      panel('What each API process reaches', 'bool_yes_no', {
        'database, {{instance}}': 'galx_database_up',
        'chain, {{instance}}': 'galx_chain_up',
        'news of revoked sessions, {{instance}}': 'galx_revocations_synchronised',
      }),
      panel('Requests under way', 'short', { '{{api}} {{instance}}': 'galx_requests_under_way' }),
      panel('Requests refused because too many were under way, a second', 'reqps', {
        '{{api}}': 'sum by (api) (rate(galx_requests_shed_total[5m]))',
      }),
      panel('Delay of the event loop, 99 of 100', 's', {
        '{{job}} {{instance}}': `nodejs_eventloop_lag_p99_seconds${OURS}`,
      }),
      panel('Memory of each process', 'bytes', {
        '{{job}} {{instance}}': `process_resident_memory_bytes${OURS}`,
      }),
      panel('Open files of each process', 'short', { '{{job}} {{instance}}': `process_open_fds${OURS}` }),
    ],
  },
  {
    title: 'GALX: chain and rewards',
    uid: 'galx-chain',
    panels: [
      panel('How long rewards last', 's', {
        '{{kind}} {{name}}': 'min by (kind, name) (galx_budget_runway_seconds)',
      }),
      panel('How late bonuses are', 's', {
        'until they can be claimed': 'max(galx_bonuses_late_seconds)',
        'until the signer signs them': 'max(galx_signer_late_seconds)',
      }),
      panel('What the signer waits for', 'bool_yes_no', {
        '{{reason}}': 'max by (reason) (galx_signer_waits)',
      }),
      panel('Newest epoch', 'locale', {
        signed: 'max(galx_signer_signed_epoch)',
        'computed by the second engine': 'max(galx_verdict_epoch)',
      }),
      panel('Epochs about which the engines differ', 'short', { epochs: 'max(galx_epochs_differing)' }),
      panel('Vouchers signed a second', 'ops', { vouchers: 'sum(rate(galx_signer_vouchers_total[5m]))' }),
      panel('Publications in an hour', 'short', {
        publications: 'sum(increase(galx_signer_publications_total[1h]))',
      }),
      panel('Failed turns of the signer in an hour', 'short', {
        turns: 'sum(increase(galx_signer_faults_total[1h]))',
      }),
      panel('Age of the tables', 's', {
        '{{instance}}': 'max by (instance) (galx_indexer_cursor_age_seconds)',
      }),
      panel('Newest block', 'locale', {
        finalised: 'max(galx_indexer_finalised_block)',
        indexed: 'max(galx_indexer_indexed_block)',
        'head of {{node}}': 'max by (node) (galx_node_head_block)',
        'finalised by {{node}}': 'max by (node) (galx_node_finalised_block)',
      }),
      panel('Who leads', 'bool_yes_no', {
        'indexer {{instance}}': 'galx_indexer_leads',
        'signer {{instance}}': 'galx_signer_leads',
      }),
      panel('Time until a node answers', 's', { '{{node}}': 'max by (node) (galx_node_answer_seconds)' }),
      panel('Faults of nodes in an hour', 'short', {
        '{{kind}}': 'sum by (kind) (increase(galx_indexer_rpc_faults_total[1h])) > 0',
      }),
      panel('Events indexed a second', 'ops', { events: 'sum(rate(galx_indexer_events_total[5m]))' }),
      panel('Rows of totals written a second', 'wps', {
        rows: 'sum(rate(galx_indexer_totals_written_total[5m]))',
      }),
      panel('Time to write a range of blocks, 99 of 100', 's', {
        range: 'histogram_quantile(0.99, sum by (le) (rate(galx_indexer_write_seconds_bucket[5m])))',
      }),
    ],
  },
  {
    title: 'GALX: parts',
    uid: 'galx-parts',
    panels: [
      panel('Whether PostgreSQL answers', 'bool_yes_no', { '{{instance}}': 'pg_up' }),
      ofCluster('Which PostgreSQL leads', 'bool_yes_no', {
        'primary {{instance}}': 'patroni_primary',
        'synchronous standby {{instance}}': 'patroni_sync_standby',
      }),
      panel('Connections to PostgreSQL', 'short', {
        '{{instance}} {{state}}': 'sum by (instance, state) (pg_stat_activity_count)',
      }),
      ofCluster('How far replicas are behind the primary', 'bytes', {
        '{{instance}}':
          'scalar(max(patroni_xlog_location)) - max by (instance) (patroni_xlog_replayed_location) unless on (instance) patroni_primary == 1',
      }),
      panel('Age of the newest backup', 's', {
        '{{type}}': 'time() - max by (type) (galx_backup_finished_timestamp_seconds)',
      }),
      panel('Time since the log was archived', 's', {
        'last piece': 'min(pg_stat_archiver_last_archive_age)',
      }),
      panel('Time until certificates end', 's', {
        '{{certificate}}': 'min by (certificate) (galx_certificate_expires_timestamp_seconds) - time()',
      }),
      panel('Free disk space', 'percentunit', {
        '{{instance}} {{mountpoint}}':
          'node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs|overlay|squashfs|fuse.*"} / node_filesystem_size_bytes',
      }),
      panel('Free memory', 'percentunit', {
        '{{instance}}': 'node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes',
      }),
      ofCluster('Servers behind HAProxy', 'short', {
        '{{instance}} {{proxy}}': 'haproxy_backend_active_servers',
      }),
    ],
  },
]

/** The dashboards of a profile. */
function boardsOf(profile: Profile): Board[] {
  return BOARDS.map((board) => ({
    ...board,
    panels: board.panels.filter(({ cluster }) => profile === 'ha' || !cluster),
  }))
}

const WIDTH = 12
const HEIGHT = 8

/** File name → dashboard in Grafana's JSON. The datasource is Grafana's default datasource. */
export function dashboards(profile: Profile): Map<string, ReturnType<typeof grafana>> {
  return new Map(boardsOf(profile).map((board) => [`${board.uid}.json`, grafana(board)]))
}

/** Every expression of every dashboard. */
export function dashboardExpressions(profile: Profile): string[] {
  return boardsOf(profile).flatMap(({ panels }) => panels.flatMap(({ lines }) => Object.values(lines)))
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
