/** Alerts about the services that people use: the APIs, their database, sign-in, limits. */
import type { Alert } from './alert.ts'

const SIGN_IN = '/api/user/public/auth/:address'
const REFUSED_SIGN_INS = 'signatureInvalid|nonceUnknown|nonceExpired'

export const SERVICE_ALERTS: readonly Alert[] = [
  {
    name: 'GalxApiAway',
    expr: 'up{job=~"galx-api|galx-btc-api"} == 0',
    hold: '30s',
    severity: 'warning',
    summary: '{{ $labels.instance }} of {{ $labels.job }} does not answer',
    page: 'An API process is away',
    example: {
      series: { 'up{job="galx-api",instance="a"}': '1x4 0x20', 'up{job="galx-api",instance="b"}': '1x24' },
      fires: '2m30s',
      with: [{ labels: { job: 'galx-api', instance: 'a' }, summary: 'a of galx-api does not answer' }],
    },
  },
  {
    name: 'GalxApiAllAway',
    expr: 'max by (job) (up{job=~"galx-api|galx-btc-api"}) == 0',
    hold: '15s',
    severity: 'critical',
    summary: 'no process of {{ $labels.job }} answers',
    page: 'An API process is away',
    example: {
      series: {
        'up{job="galx-api",instance="a"}': '1x4 0x20',
        'up{job="galx-api",instance="b"}': '1x8 0x20',
        'up{job="galx-btc-api",instance="a"}': '1x24',
      },
      quiet: '2m',
      fires: '3m',
      with: [{ labels: { job: 'galx-api' }, summary: 'no process of galx-api answers' }],
    },
  },
  {
    name: 'GalxApiFails',
    expr:
      'sum by (api) (rate(galx_http_request_seconds_count{status=~"5..",route!~"/health/.*"}[5m]))' +
      ' / sum by (api) (rate(galx_http_request_seconds_count{route!~"/health/.*"}[5m])) > 0.02',
    hold: '1m',
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of the answers of {{ $labels.api }} are faults',
    page: 'An API process is away',
    example: {
      series: {
        'galx_http_request_seconds_count{api="api",route="/api/x",status="200"}': '0+90x40',
        'galx_http_request_seconds_count{api="api",route="/api/x",status="500"}': '0x20 10+10x20',
      },
      quiet: '5m',
      fires: '10m',
      with: [{ labels: { api: 'api' }, summary: '10% of the answers of api are faults' }],
    },
  },
  {
    name: 'GalxApiSlow',
    expr:
      'histogram_quantile(0.99, sum by (api, le)' +
      ' (rate(galx_http_request_seconds_bucket{route!~"/health/.*|.*[cC]sv.*"}[5m]))) > 1',
    hold: '5m',
    severity: 'warning',
    summary: 'one answer of {{ $labels.api }} in a hundred takes {{ $value | humanizeDuration }} or longer',
    page: 'An API process is away',
    example: {
      series: {
        'galx_http_request_seconds_bucket{api="api",route="/api/x",le="1"}': '0+100x12 1200x60',
        'galx_http_request_seconds_bucket{api="api",route="/api/x",le="2.5"}': '0+100x72',
        'galx_http_request_seconds_bucket{api="api",route="/api/x",le="+Inf"}': '0+100x72',
      },
      quiet: '3m',
      fires: '15m',
      with: [{ labels: { api: 'api' }, summary: 'one answer of api in a hundred takes 2.485s or longer' }],
    },
  },
  {
    name: 'GalxDatabaseAway',
    expr: 'max(galx_database_up) == 0',
    hold: '10s',
    severity: 'critical',
    summary: 'no API process reaches the database',
    page: 'The database is away',
    example: {
      series: { 'galx_database_up{instance="a"}': '1x4 0x20', 'galx_database_up{instance="b"}': '1x4 0x20' },
      fires: '2m',
    },
  },
  {
    name: 'GalxDatabaseAwayHere',
    expr: 'galx_database_up == 0',
    hold: '1m',
    severity: 'warning',
    summary: '{{ $labels.instance }} does not reach one of its databases',
    page: 'The database is away',
    example: {
      series: { 'galx_database_up{instance="a"}': '1x4 0x20', 'galx_database_up{instance="b"}': '1x24' },
      quiet: '2m',
      fires: '3m',
      with: [{ labels: { instance: 'a' }, summary: 'a does not reach one of its databases' }],
    },
  },
  {
    name: 'GalxRevocationsUnheard',
    expr: 'galx_revocations_synchronised == 0',
    hold: '1m',
    severity: 'warning',
    summary: '{{ $labels.instance }} asks the database about the session at every request',
    page: 'The database is away',
    example: {
      series: { 'galx_revocations_synchronised{instance="a"}': '1x4 0x20' },
      quiet: '2m',
      fires: '3m',
      with: [
        { labels: { instance: 'a' }, summary: 'a asks the database about the session at every request' },
      ],
    },
  },
  {
    name: 'GalxSignInsFail',
    expr:
      `sum(rate(galx_refusals_total{reason=~"${REFUSED_SIGN_INS}"}[10m]))` +
      ` / (sum(rate(galx_http_request_seconds_count{route="${SIGN_IN}"}[10m])) > 0.05) > 0.5`,
    hold: '5m',
    severity: 'warning',
    summary: '{{ $value | humanizePercentage }} of the sign-ins are refused',
    page: 'Sign-ins fail',
    example: {
      series: {
        'galx_refusals_total{reason="signatureInvalid"}': '0x20 12+12x80',
        [`galx_http_request_seconds_count{route="${SIGN_IN}",status="200"}`]: '0+15x100',
      },
      quiet: '5m',
      fires: '20m',
      with: [{ summary: '80% of the sign-ins are refused' }],
    },
  },
  {
    name: 'GalxLimitsReached',
    expr: 'sum by (limit) (rate(galx_limit_exceeded_total{limit!="nodes"}[5m])) > 1',
    hold: '5m',
    severity: 'warning',
    summary: 'the limit {{ $labels.limit }} refuses {{ $value | humanize }} requests a second',
    page: 'Limits are reached',
    example: {
      series: { 'galx_limit_exceeded_total{limit="network"}': '0x20 30+30x60' },
      quiet: '5m',
      fires: '16m',
      with: [{ labels: { limit: 'network' }, summary: 'the limit network refuses 2 requests a second' }],
    },
  },
  {
    name: 'GalxRequestsShed',
    expr: 'sum by (api) (rate(galx_requests_shed_total[2m])) > 0',
    hold: '1m',
    severity: 'critical',
    summary:
      '{{ $labels.api }} refuses {{ $value | humanize }} requests a second: it has more than it can answer',
    page: 'Limits are reached',
    example: {
      series: { 'galx_requests_shed_total{api="api"}': '0x8 300+300x40' },
      quiet: '2m',
      fires: '6m',
      with: [
        {
          labels: { api: 'api' },
          summary: 'api refuses 20 requests a second: it has more than it can answer',
        },
      ],
    },
  },
  {
    name: 'GalxNodeRequestsUsedUp',
    expr: 'sum(increase(galx_limit_exceeded_total{limit="nodes"}[5m])) > 0',
    severity: 'warning',
    summary: 'callers have used up the requests to nodes of a minute',
    page: 'Limits are reached',
    example: {
      series: { 'galx_limit_exceeded_total{limit="nodes"}': '0x20 1x20' },
      quiet: '5m',
      fires: '6m',
    },
  },
  {
    name: 'GalxLimitsApart',
    expr: 'galx_limits_shared == 0',
    hold: '15s',
    severity: 'warning',
    summary: '{{ $labels.instance }} counts limits for itself: Redis does not answer',
    page: 'Limits are not shared',
    example: {
      series: { 'galx_limits_shared{instance="a"}': '1x4 0x20' },
      fires: '2m',
      with: [{ labels: { instance: 'a' }, summary: 'a counts limits for itself: Redis does not answer' }],
    },
  },
]
