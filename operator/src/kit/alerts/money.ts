/** Alerts about payments: budgets, epochs, the two engines, the signer. */
import type { Alert } from './alert.ts'

const DAY = 86_400
/** The reasons that waiting does not resolve. */
const STOPPED = 'disagreement|unfunded|halted|signer'

export const MONEY_ALERTS: readonly Alert[] = [
  {
    name: 'GalxBudgetShort',
    expr: `min by (kind, name) (galx_budget_runway_seconds > 0) < ${14 * DAY}`,
    hold: '10m',
    severity: 'warning',
    summary: 'the rewards of {{ $labels.kind }} {{ $labels.name }} last {{ $value | humanizeDuration }}',
    page: 'A budget ends',
    example: {
      series: {
        'galx_budget_runway_seconds{kind="pool",name="galx"}': `${15 * DAY}x4 ${13 * DAY}x60`,
        'galx_budget_runway_seconds{kind="pool",name="mcm"}': `${15 * DAY}x64`,
      },
      fires: '14m',
      with: [
        {
          labels: { kind: 'pool', name: 'galx' },
          summary: 'the rewards of pool galx last 13d 0h 0m 0s',
        },
      ],
    },
  },
  {
    name: 'GalxBudgetEnded',
    expr: 'min by (kind, name) (galx_budget_runway_seconds) == 0',
    hold: '10m',
    severity: 'critical',
    summary: '{{ $labels.kind }} {{ $labels.name }} has no rewards left',
    page: 'A budget ends',
    example: {
      series: { 'galx_budget_runway_seconds{kind="program",name="btc"}': '60x4 0x60' },
      fires: '14m',
      with: [{ labels: { kind: 'program', name: 'btc' }, summary: 'program btc has no rewards left' }],
    },
  },
  {
    name: 'GalxBudgetUnknown',
    expr: 'absent(galx_budget_runway_seconds)',
    hold: '10m',
    severity: 'warning',
    summary: 'no metric says how long the rewards last',
    page: 'A budget ends',
    example: {
      series: { 'galx_budget_runway_seconds{kind="program",name="btc"}': '60x4 _x60' },
      fires: '20m',
    },
  },
  {
    name: 'GalxBonusesLate',
    expr:
      'max by (reason) (galx_bonuses_late == 1) * on () group_left ()' +
      ' max(galx_bonuses_late_seconds) > 1800',
    hold: '1m',
    severity: 'warning',
    summary: 'bonuses are {{ $value | humanizeDuration }} late: {{ $labels.reason }}',
    page: 'Bonuses are late',
    example: {
      series: {
        'galx_bonuses_late{reason="unpublished"}': '0x4 1x20',
        'galx_bonuses_late{reason="indexing"}': '0x24',
        galx_bonuses_late_seconds: '0x4 2400x20',
      },
      fires: '3m',
      with: [{ labels: { reason: 'unpublished' }, summary: 'bonuses are 40m 0s late: unpublished' }],
    },
  },
  {
    name: 'GalxBonusesStopped',
    expr:
      `max by (reason) (galx_bonuses_late{reason=~"${STOPPED}"} == 1` +
      ` or galx_signer_waits{reason=~"${STOPPED}"} and on (instance) galx_signer_leads == 1) == 1`,
    hold: '30s',
    severity: 'critical',
    summary: 'no voucher is signed until an operator decides: {{ $labels.reason }}',
    page: 'Bonuses are late',
    example: {
      series: {
        'galx_signer_waits{instance="a",reason="unfunded"}': '0x4 1x20',
        'galx_signer_leads{instance="a"}': '1x24',
        'galx_signer_waits{instance="b",reason="signer"}': '1x24',
        'galx_signer_leads{instance="b"}': '0x24',
      },
      fires: '2m',
      with: [
        {
          labels: { reason: 'unfunded' },
          summary: 'no voucher is signed until an operator decides: unfunded',
        },
      ],
    },
  },
  {
    name: 'GalxCoSignerAway',
    expr: 'max(galx_signer_waits{reason="coSigner"} == 1 and on (instance) galx_signer_leads == 1) == 1',
    hold: '2m',
    severity: 'critical',
    summary: 'vouchers wait for the co-signer: it does not answer, refuses, or is switched off',
    page: 'The co-signer is away',
    example: {
      series: {
        'galx_signer_waits{instance="a",reason="coSigner"}': '0x4 1x20',
        'galx_signer_leads{instance="a"}': '1x24',
        'galx_signer_waits{instance="b",reason="coSigner"}': '1x24',
        'galx_signer_leads{instance="b"}': '0x24',
      },
      quiet: '2m30s',
      fires: '4m',
    },
  },
  {
    name: 'GalxBonusesUnknown',
    expr: 'absent(galx_bonuses_late_seconds)',
    hold: '10m',
    severity: 'warning',
    summary: 'no metric says whether bonuses are late',
    page: 'Bonuses are late',
    example: {
      series: { galx_bonuses_late_seconds: '0x4 _x60' },
      fires: '20m',
    },
  },
  {
    name: 'GalxEnginesDiffer',
    expr: 'max(galx_epochs_differing) > 0',
    severity: 'critical',
    summary: 'epochs for which the indexer, the second engine and EpochLog differ: {{ $value }}',
    page: 'The audit differs',
    example: {
      series: { galx_epochs_differing: '0x4 2x20' },
      fires: '1m30s',
      with: [{ summary: 'epochs for which the indexer, the second engine and EpochLog differ: 2' }],
    },
  },
  {
    name: 'GalxAuditDifference',
    expr: 'sum(increase(galx_verdict_differences_total[1h])) > 0',
    severity: 'critical',
    summary: 'the second engine found a difference',
    page: 'The audit differs',
    example: {
      series: { galx_verdict_differences_total: '0x20 1x20' },
      quiet: '5m',
      fires: '6m',
    },
  },
  {
    name: 'GalxSignerLeaders',
    expr: '(sum(galx_signer_leads) or vector(0)) != 1',
    hold: '1m',
    severity: 'critical',
    summary: '{{ $value }} signers work, 1 should',
    page: 'Nobody leads, or two',
    example: {
      series: { 'galx_signer_leads{instance="a"}': '1x4 0x20' },
      fires: '3m',
      with: [{ summary: '0 signers work, 1 should' }],
    },
  },
]
