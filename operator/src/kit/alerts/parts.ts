/** Alerts about the parts below the product: PostgreSQL and its cluster, backups, certificates. */
import type { Alert } from './alert.ts'

const DAY = 86_400

export const PART_ALERTS: readonly Alert[] = [
  {
    name: 'PostgresAway',
    expr: 'pg_up == 0',
    hold: '30s',
    severity: 'critical',
    summary: 'PostgreSQL on {{ $labels.instance }} does not answer',
    page: 'The database is away',
    example: {
      series: { 'pg_up{instance="a"}': '1x4 0x20' },
      fires: '2m',
      with: [{ labels: { instance: 'a' }, summary: 'PostgreSQL on a does not answer' }],
    },
  },
  {
    name: 'PostgresConnectionsUsedUp',
    expr: 'sum by (instance) (pg_stat_activity_count) / on (instance) pg_settings_max_connections > 0.85',
    hold: '2m',
    severity: 'warning',
    summary: '{{ $value | humanizePercentage }} of the connections of {{ $labels.instance }} are used',
    page: 'The database is away',
    example: {
      series: {
        'pg_stat_activity_count{instance="a",state="active"}': '10x4 60x20',
        'pg_stat_activity_count{instance="a",state="idle"}': '30x24',
        'pg_settings_max_connections{instance="a"}': '100x24',
      },
      fires: '4m',
      with: [{ labels: { instance: 'a' }, summary: '90% of the connections of a are used' }],
    },
  },
  {
    name: 'PostgresNoPrimary',
    expr: '(sum(patroni_primary) or vector(0)) != 1',
    hold: '30s',
    severity: 'critical',
    summary: '{{ $value }} databases are primary, 1 should be',
    page: 'The database is away',
    cluster: true,
    example: {
      series: { 'patroni_primary{instance="a"}': '1x4 0x20', 'patroni_primary{instance="b"}': '0x24' },
      fires: '2m',
      with: [{ summary: '0 databases are primary, 1 should be' }],
    },
  },
  {
    name: 'PostgresNoSynchronousStandby',
    expr: '(sum(patroni_sync_standby) or vector(0)) == 0',
    hold: '2m',
    severity: 'critical',
    summary: 'an acknowledged row is on one machine only',
    page: 'The database is away',
    cluster: true,
    example: {
      series: { 'patroni_sync_standby{instance="b"}': '1x4 0x20' },
      fires: '4m',
    },
  },
  {
    name: 'PostgresReplicaLate',
    expr:
      'scalar(max(patroni_xlog_location)) - max by (instance) (patroni_xlog_replayed_location) > 256e6' +
      ' unless on (instance) patroni_primary == 1',
    hold: '2m',
    severity: 'warning',
    summary: 'the replica {{ $labels.instance }} is {{ $value | humanize1024 }}B behind',
    page: 'The database is away',
    cluster: true,
    example: {
      series: {
        'patroni_xlog_location{instance="a"}': '1073741824x24',
        'patroni_primary{instance="a"}': '1x24',
        'patroni_xlog_replayed_location{instance="b"}': '1073741824x4 536870912x20',
        'patroni_xlog_replayed_location{instance="a"}': '0x24',
        'patroni_primary{instance="b"}': '0x24',
      },
      fires: '4m',
      with: [{ labels: { instance: 'b' }, summary: 'the replica b is 512MiB behind' }],
    },
  },
  {
    name: 'EtcdNoMajority',
    expr: '(count(etcd_server_has_leader == 1) or vector(0)) <= count(up{job="etcd"}) / 2',
    hold: '30s',
    severity: 'critical',
    summary: 'etcd members that know a leader: {{ $value }}, which is not a majority',
    page: 'The database is away',
    cluster: true,
    example: {
      series: {
        'etcd_server_has_leader{instance="a"}': '1x24',
        'etcd_server_has_leader{instance="b"}': '1x4 0x20',
        'up{job="etcd",instance="a"}': '1x24',
        'up{job="etcd",instance="b"}': '1x24',
        'up{job="etcd",instance="c"}': '0x24',
      },
      fires: '2m',
      with: [{ summary: 'etcd members that know a leader: 1, which is not a majority' }],
    },
  },
  {
    name: 'ProxyWithoutServers',
    expr: 'haproxy_backend_active_servers == 0',
    hold: '15s',
    severity: 'warning',
    summary: 'HAProxy on {{ $labels.instance }} has no server for {{ $labels.proxy }}',
    page: 'The database is away',
    cluster: true,
    example: {
      series: { 'haproxy_backend_active_servers{instance="a",proxy="primary"}': '1x4 0x20' },
      fires: '2m',
      with: [
        { labels: { instance: 'a', proxy: 'primary' }, summary: 'HAProxy on a has no server for primary' },
      ],
    },
  },
  {
    name: 'ArchiveFails',
    // PostgreSQL closes no WAL file while nothing is written. So this alert also fires when another part has stopped and writes nothing: no
    // figure distinguishes a failed archive from an idle database.
    expr: 'min(pg_stat_archiver_last_archive_age) > 180',
    hold: '1m',
    severity: 'critical',
    summary:
      'the last piece of the log was archived {{ $value | humanizeDuration }} ago: changes since then could be lost',
    page: 'Backups are old',
    example: {
      series: { 'pg_stat_archiver_last_archive_age{instance="a"}': '20x4 240x20' },
      fires: '3m',
      with: [
        {
          summary: 'the last piece of the log was archived 4m 0s ago: changes since then could be lost',
        },
      ],
    },
  },
  {
    name: 'ArchiveSilent',
    // After a crash, a restore or a fail-over PostgreSQL does not know its last archiving, and the age is NaN. A comparison with `>` is
    // never true for NaN, but NaN differs from NaN. `min` is NaN only if all ages are NaN.
    expr: 'min(pg_stat_archiver_last_archive_age) != min(pg_stat_archiver_last_archive_age)',
    hold: '3m',
    severity: 'critical',
    summary:
      'no piece of the log has been archived since PostgreSQL started: changes since then could be lost',
    page: 'Backups are old',
    example: {
      series: {
        // A former primary that is now a standby has no age either.
        'pg_stat_archiver_last_archive_age{instance="a"}': `20x8 ${Array(40).fill('NaN').join(' ')}`,
        'pg_stat_archiver_last_archive_age{instance="b"}': Array(48).fill('NaN').join(' '),
      },
      quiet: '4m',
      fires: '8m',
    },
  },
  {
    name: 'BackupOld',
    expr: `time() - max(galx_backup_finished_timestamp_seconds) > ${DAY + 7_200}`,
    severity: 'critical',
    summary: 'the newest backup is {{ $value | humanizeDuration }} old',
    page: 'Backups are old',
    example: {
      series: { 'galx_backup_finished_timestamp_seconds{type="full"}': `${60 - DAY - 7_200}x20` },
      fires: '2m',
      with: [{ summary: 'the newest backup is 1d 2h 1m 0s old' }],
    },
  },
  {
    name: 'BackupUnknown',
    expr: 'absent(galx_backup_finished_timestamp_seconds)',
    hold: '30m',
    severity: 'critical',
    summary: 'no metric says whether there is a backup',
    page: 'Backups are old',
    example: {
      series: { 'galx_backup_finished_timestamp_seconds{type="full"}': '0x4 _x160' },
      fires: '38m',
    },
  },
  {
    name: 'CertificateEnds',
    expr: `min by (certificate) (galx_certificate_expires_timestamp_seconds) - time() < ${14 * DAY}`,
    severity: 'warning',
    summary: 'the certificate {{ $labels.certificate }} ends in {{ $value | humanizeDuration }}',
    page: 'Certificates end',
    example: {
      series: {
        'galx_certificate_expires_timestamp_seconds{certificate="galx.example"}': `${14 * DAY + 60}x20`,
        'galx_certificate_expires_timestamp_seconds{certificate="etcd"}': `${90 * DAY}x20`,
      },
      fires: '2m',
      with: [
        {
          labels: { certificate: 'galx.example' },
          summary: 'the certificate galx.example ends in 13d 23h 59m 0s',
        },
      ],
    },
  },
  {
    name: 'CertificateUnknown',
    expr: 'absent(galx_certificate_expires_timestamp_seconds)',
    hold: '30m',
    severity: 'warning',
    summary: 'no metric says when the certificates end',
    page: 'Certificates end',
    example: {
      series: { 'galx_certificate_expires_timestamp_seconds{certificate="etcd"}': '9999999x4 _x160' },
      fires: '38m',
    },
  },
]
