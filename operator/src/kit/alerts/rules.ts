/** The alerts as Prometheus's rule file, and their examples as the test file of promtool. JSON is YAML: both read it. */
import type { Alert, Firing } from './alert.ts'
import { CHAIN_ALERTS } from './chain.ts'
import { MACHINE_ALERTS } from './machines.ts'
import { MONEY_ALERTS } from './money.ts'
import { PART_ALERTS } from './parts.ts'
import { SERVICE_ALERTS } from './service.ts'

/** One machine, or three machines that share the work. */
export type Profile = 'single' | 'ha'

const GROUPS: Readonly<Record<string, readonly Alert[]>> = {
  'galx-service': SERVICE_ALERTS,
  'galx-chain': CHAIN_ALERTS,
  'galx-money': MONEY_ALERTS,
  'galx-parts': PART_ALERTS,
  'galx-machines': MACHINE_ALERTS,
}

type Rule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}

/** The alerts of a profile, all groups together. */
export function alertsOf(profile: Profile): Alert[] {
  return Object.values(GROUPS).flatMap((alerts) => alerts.filter((alert) => isIn(profile, alert)))
}

/**
 * The content of Prometheus's rule file.
 * @param runbook address of docs/runbook.md for the people who receive the alerts
 */
export function ruleGroups(
  profile: Profile,
  runbook = 'docs/runbook.md',
): { groups: { name: string; rules: Rule[] }[] } {
  return {
    groups: Object.entries(GROUPS).map(([name, alerts]) => ({
      name,
      rules: alerts.filter((alert) => isIn(profile, alert)).map((alert) => ruleOf(alert, runbook)),
    })),
  }
}

/**
 * The content of promtool's test file for these rules: at one time of its example each alert is quiet, and at another time it fires.
 * @param rulesFile path of the rule file, relative to the test file
 */
export function ruleTests(profile: Profile, rulesFile: string, runbook = 'docs/runbook.md') {
  return {
    rule_files: [rulesFile],
    evaluation_interval: '15s',
    tests: alertsOf(profile).map((alert) => ruleTest(alert, runbook)),
  }
}

function ruleTest(alert: Alert, runbook: string) {
  const { name: alertname, severity, example } = alert
  const { annotations } = ruleOf(alert, runbook)
  const { series, quiet = '1m', fires, with: alerts = [{ summary: alert.summary }] } = example
  const expected = alerts.map(({ labels = {}, summary }: Firing) => ({
    exp_labels: { severity, ...labels },
    exp_annotations: { ...annotations, summary },
  }))
  return {
    interval: '15s',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      { alertname, eval_time: quiet, exp_alerts: [] },
      { alertname, eval_time: fires, exp_alerts: expected },
    ],
  }
}

function isIn(profile: Profile, { cluster }: Alert): boolean {
  return profile === 'ha' || cluster === undefined
}

function ruleOf({ name, expr, hold, severity, summary, page }: Alert, runbook: string): Rule {
  return {
    alert: name,
    expr,
    ...(hold === undefined ? {} : { for: hold }),
    labels: { severity },
    annotations: { summary, runbook_url: `${runbook}#${anchorOf(page)}` },
  }
}

/** The anchor of a heading on a page made from Markdown. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')
}
