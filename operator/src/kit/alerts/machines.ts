/** Alerts about the machines, and about the alerts themselves. */
import type { Alert } from './alert.ts'

const UNDELIVERED = 'sum by (integration) (increase(alertmanager_notifications_failed_total[5m])) > 0'

export const MACHINE_ALERTS: readonly Alert[] = [
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
      fires: '8m',
      with: [{ labels: { instance: 'a' }, summary: '5% of the memory of a is free' }],
    },
  },
  {
    name: 'ClockWrong',
    expr: 'abs(node_timex_offset_seconds) > 0.5 or node_timex_sync_status == 0',
    hold: '10m',
    severity: 'warning',
    summary: 'the clock of {{ $labels.instance }} is not synchronised',
    page: 'A machine runs short',
    example: {
      series: {
        'node_timex_sync_status{instance="a"}': '1x4 0x60',
        'node_timex_offset_seconds{instance="a"}': '0.01x64',
        'node_timex_offset_seconds{instance="b"}': '-0.7x64',
        'node_timex_sync_status{instance="b"}': '1x64',
      },
      fires: '14m',
      with: [
        { labels: { instance: 'a' }, summary: 'the clock of a is not synchronised' },
        { labels: { instance: 'b' }, summary: 'the clock of b is not synchronised' },
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
      fires: '3m',
      with: [{ labels: { job: 'galx-signer', instance: 'a' }, summary: 'a of galx-signer gives no figures' }],
    },
  },
  {
    name: 'AlertsUndelivered',
    // This alert is sent through the channel that fails. The heartbeat then stops too, and an external service notices that.
    expr: UNDELIVERED,
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
    expr: `vector(1) unless on () (${UNDELIVERED})`,
    severity: 'none',
    summary: 'alerting works: have another system notify you when this alert stops',
    page: 'Figures or alerts are missing',
    example: {
      series: { 'alertmanager_notifications_failed_total{integration="webhook"}': '0+1x16 16x60' },
      quiet: '3m',
      fires: '12m',
    },
  },
]
