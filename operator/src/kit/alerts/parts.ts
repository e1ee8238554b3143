/** Alerts of the parts beneath: PostgreSQL and its cluster, backups, certificates, machines, the alerts themselves. */
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
      quiet: '1m',
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
      quiet: '1m',
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
      quiet: '1m',
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
      quiet: '1m',
      fires: '4m',
      with: [{ summary: 'an acknowledged row is on one machine only' }],
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
      quiet: '1m',
      fires: '4m',
      with: [{ labels: { instance: 'b' }, summary: 'the replica b is 512MiB behind' }],
    },
  },
  {
    name: 'EtcdNoMajority',
    expr: '(count(etcd_server_has_leader == 1) or vector(0)) < 2',
    hold: '30s',
    severity: 'critical',
    summary: '{{ $value }} members of etcd know a leader, 2 are needed',
    page: 'The database is away',
    cluster: true,
    example: {
      series: {
        'etcd_server_has_leader{instance="a"}': '1x24',
        'etcd_server_has_leader{instance="b"}': '1x4 0x20',
      },
      quiet: '1m',
      fires: '2m',
      with: [{ summary: '1 members of etcd know a leader, 2 are needed' }],
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
      quiet: '1m',
      fires: '2m',
      with: [
        { labels: { instance: 'a', proxy: 'primary' }, summary: 'HAProxy on a has no server for primary' },
      ],
    },
  },
  {
    name: 'ArchiveFails',
    expr: 'min(pg_stat_archiver_last_archive_age) > 180',
    hold: '1m',
    severity: 'critical',
    summary:
      'the last piece of the log was archived {{ $value | humanizeDuration }} ago: what came since could be lost',
    page: 'Backups are old',
    example: {
      series: { 'pg_stat_archiver_last_archive_age{instance="a"}': '20x4 240x20' },
      quiet: '1m',
      fires: '3m',
      with: [
        {
          summary: 'the last piece of the log was archived 4m 0s ago: what came since could be lost',
        },
      ],
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
      quiet: '1m',
      fires: '2m',
      with: [{ summary: 'the newest backup is 1d 2h 1m 0s old' }],
    },
  },
  {
    name: 'BackupUnknown',
    expr: 'absent(galx_backup_finished_timestamp_seconds)',
    hold: '30m',
    severity: 'critical',
    summary: 'nothing says whether there is a backup',
    page: 'Backups are old',
    example: {
      series: { 'galx_backup_finished_timestamp_seconds{type="full"}': '0x4 _x160' },
      quiet: '1m',
      fires: '38m',
      with: [{ summary: 'nothing says whether there is a backup' }],
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
      quiet: '1m',
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
    summary: 'nothing says when the certificates end',
    page: 'Certificates end',
    example: {
      series: { 'galx_certificate_expires_timestamp_seconds{certificate="etcd"}': '9999999x4 _x160' },
      quiet: '1m',
      fires: '38m',
      with: [{ summary: 'nothing says when the certificates end' }],
    },
  },
  {
    name: 'DiskFull',
    expr: 'node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs|overlay|squashfs|fuse.*"} / node_filesystem_size_bytes < 0.15',
    hold: '5m',
    severity: 'critical',
    summary:
      '{{ $value | humanizePercentage }} of {{ $labels.mountpoint }} on {{ $labels.instance }} are free',
    page: 'A machine runs short',
    example: {
      series: {
        'node_filesystem_avail_bytes{instance="a",mountpoint="/",fstype="ext4"}': '50x4 10x40',
        'node_filesystem_size_bytes{instance="a",mountpoint="/",fstype="ext4"}': '100x44',
      },
      quiet: '1m',
      fires: '8m',
      with: [
        {
          labels: { instance: 'a', mountpoint: '/', fstype: 'ext4' },
          summary: '10% of / on a are free',
        },
      ],
    },
  },
  {
    name: 'MemoryShort',
    expr: 'node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes < 0.08',
    hold: '5m',
    severity: 'warning',
    summary: '{{ $value | humanizePercentage }} of the memory of {{ $labels.instance }} is free',
    page: 'A machine runs short',
    example: {
      series: {
        'node_memory_MemAvailable_bytes{instance="a"}': '50x4 5x40',
        'node_memory_MemTotal_bytes{instance="a"}': '100x44',
      },
      quiet: '1m',
      fires: '8m',
      with: [{ labels: { instance: 'a' }, summary: '5% of the memory of a is free' }],
    },
  },
  {
    name: 'ClockWrong',
    expr: 'abs(node_timex_offset_seconds) > 0.5 or node_timex_sync_status == 0',
    hold: '10m',
    severity: 'warning',
    summary: 'the clock of {{ $labels.instance }} is not kept',
    page: 'A machine runs short',
    example: {
      series: {
        'node_timex_sync_status{instance="a"}': '1x4 0x60',
        'node_timex_offset_seconds{instance="a"}': '0.01x64',
        'node_timex_offset_seconds{instance="b"}': '-0.7x64',
        'node_timex_sync_status{instance="b"}': '1x64',
      },
      quiet: '1m',
      fires: '14m',
      with: [
        { labels: { instance: 'a' }, summary: 'the clock of a is not kept' },
        { labels: { instance: 'b' }, summary: 'the clock of b is not kept' },
      ],
    },
  },
  {
    name: 'GalxRestartsOften',
    expr: 'changes(process_start_time_seconds{job=~"galx-.*"}[15m]) > 3',
    severity: 'warning',
    summary:
      '{{ $labels.instance }} of {{ $labels.job }} has started {{ $value }} times in a quarter of an hour',
    page: 'A machine runs short',
    example: {
      series: { 'process_start_time_seconds{job="galx-api",instance="a"}': '1x8 2x2 3x2 4x2 5x40' },
      quiet: '2m',
      fires: '5m',
      with: [
        {
          labels: { job: 'galx-api', instance: 'a' },
          summary: 'a of galx-api has started 4 times in a quarter of an hour',
        },
      ],
    },
  },
  {
    name: 'TargetAway',
    expr: 'up{job!~"galx-api|galx-btc-api"} == 0',
    hold: '1m',
    severity: 'warning',
    summary: '{{ $labels.instance }} of {{ $labels.job }} gives no figures',
    page: 'Figures or alerts are missing',
    example: {
      series: { 'up{job="galx-signer",instance="a"}': '1x4 0x20', 'up{job="etcd",instance="b"}': '1x24' },
      quiet: '1m',
      fires: '3m',
      with: [{ labels: { job: 'galx-signer', instance: 'a' }, summary: 'a of galx-signer gives no figures' }],
    },
  },
  {
    name: 'AlertsUndelivered',
    expr: 'sum by (integration) (increase(alertmanager_notifications_failed_total[5m])) > 0',
    hold: '1m',
    severity: 'critical',
    summary: 'alerts do not arrive through {{ $labels.integration }}',
    page: 'Figures or alerts are missing',
    example: {
      series: { 'alertmanager_notifications_failed_total{integration="webhook"}': '0x20 3+1x40' },
      quiet: '5m',
      fires: '8m',
      with: [{ labels: { integration: 'webhook' }, summary: 'alerts do not arrive through webhook' }],
    },
  },
  {
    name: 'Heartbeat',
    expr: 'vector(1)',
    severity: 'none',
    summary: 'the alerts are alive: have somebody elsewhere complain when this stops',
    page: 'Figures or alerts are missing',
    example: {
      series: { 'up{job="galx-api",instance="a"}': '1x4' },
      quiet: null,
      fires: '1m',
      with: [{ summary: 'the alerts are alive: have somebody elsewhere complain when this stops' }],
    },
  },
]
