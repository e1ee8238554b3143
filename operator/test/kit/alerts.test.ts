/** The alert rules and dashboards: checked with their own examples, the runbook and Prometheus itself. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorOf, alertsOf, ruleGroups, ruleTests, type Profile } from '../../src/kit/alerts/rules.ts'
import { dashboardExpressions, dashboards } from '../../src/kit/dashboards/dashboards.ts'

const RUNBOOK = readFileSync(resolve(import.meta.dirname, '../../../docs/runbook.md'), 'utf8')

/** The runbook's sections: each heading with the text below it. */
const PAGES = new Map(
  RUNBOOK.split(/^#+ /m).map((page) => [page.split('\n', 1)[0]!, page.slice(page.indexOf('\n'))]),
)

/** Null if the machine has no promtool. @throws with PROMTOOL_REQUIRED, which makes promtool mandatory */
function findPromtool(): string | null {
  const names = [process.env.PROMTOOL, 'promtool'].filter((name) => name)
  const found = names.find((name) => spawnSync(name!, ['--version']).status === 0) ?? null
  if (found === null && process.env.PROMTOOL_REQUIRED)
    throw new Error('no promtool here: install prometheus, or name one in PROMTOOL')
  return found
}

const promtool = findPromtool()

describe('every alert', () => {
  it.each(alertsOf('ha').map((alert) => [alert.name, alert] as const))(
    '%s links to its page in the runbook, which names the alert',
    (name, alert) => {
      expect(PAGES.has(alert.page), `a heading "${alert.page}"`).toBe(true)
      expect(PAGES.get(alert.page)).toContain(`\`${name}\``)
    },
  )

  it('that the runbook names exists', () => {
    const named = [...RUNBOOK.matchAll(/^- `([A-Z]\w+)`: /gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(alertsOf('ha').map(({ name }) => name)))
  })

  it('has a unique name and links to a heading by its anchor', () => {
    const rules = ruleGroups('ha', 'https://galx.example/runbook').groups.flatMap((group) => group.rules)
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    const anchors = new Set([...PAGES.keys()].map(anchorOf))
    for (const { annotations } of rules) expect(anchors).toContain(annotations.runbook_url.split('#')[1])
  })

  it('of one machine uses no metric that only three machines have', () => {
    const text = JSON.stringify(ruleGroups('single'))
    expect(text).not.toMatch(/patroni|etcd_|haproxy_/)
    expect(JSON.stringify(ruleGroups('ha'))).toMatch(/patroni.*etcd_/s)
  })
})

describe.skipIf(promtool === null)('promtool', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'galx-rules-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(['single', 'ha'] satisfies Profile[])('reads the rules of the profile %s', (profile) => {
    const file = join(folder, `${profile}.json`)
    writeFileSync(file, JSON.stringify(ruleGroups(profile)))
    const said = execFileSync(promtool!, ['check', 'rules', '--lint-fatal', file], { encoding: 'utf8' })
    expect(said).toContain(`${alertsOf(profile).length} rules found`)
  })

  it('sees every alert stay quiet before its example and fire during the example', () => {
    writeFileSync(join(folder, 'rules.json'), JSON.stringify(ruleGroups('ha')))
    writeFileSync(join(folder, 'tests.json'), JSON.stringify(ruleTests('ha', 'rules.json')))
    const { status, stdout, stderr } = spawnSync(promtool!, ['test', 'rules', join(folder, 'tests.json')], {
      encoding: 'utf8',
    })
    expect(stdout + stderr).toContain('SUCCESS')
    expect(status).toBe(0)
  }, 120_000)

  it('would see an alert that does not fire', () => {
    const rules = ruleGroups('single')
    for (const group of rules.groups)
      for (const rule of group.rules)
        if (rule.alert === 'GalxHalted') rule.expr = 'max(galx_indexer_halted) == 2'
    const tests = ruleTests('single', 'broken.json')
    const only = tests.tests.filter(({ alert_rule_test: [test] }) => test!.alertname === 'GalxHalted')
    writeFileSync(join(folder, 'broken.json'), JSON.stringify(rules))
    writeFileSync(join(folder, 'brokenTests.json'), JSON.stringify({ ...tests, tests: only }))
    const { status } = spawnSync(promtool!, ['test', 'rules', join(folder, 'brokenTests.json')])
    expect(only).toHaveLength(1)
    expect(status).not.toBe(0)
  })

  it('reads every expression of the dashboards', () => {
    const rules = dashboardExpressions('ha').map((expr, index) => ({ record: `panel:${index}`, expr }))
    const file = join(folder, 'panels.json')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    expect(execFileSync(promtool!, ['check', 'rules', file], { encoding: 'utf8' })).toContain(
      `${rules.length} rules found`,
    )
  })
})

describe.each(['single', 'ha'] satisfies Profile[])('the dashboards of %s', (profile) => {
  const boards = [...dashboards(profile).values()]

  it('have unique names, and panels that do not overlap', () => {
    expect(new Set(boards.map(({ uid }) => uid)).size).toBe(boards.length)
    for (const { panels } of boards) {
      expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length)
      for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0)
    }
  })

  it('describe each panel in words', () => {
    const titles = boards.flatMap(({ panels }) => panels.map(({ title }) => title))
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/^[A-Z][A-Za-z0-9, ]+[A-Za-z0-9]$/)
  })

  it('give every line of a panel the unit of its metric', () => {
    for (const { title, targets, fieldConfig } of boards.flatMap(({ panels }) => panels))
      for (const { expr } of targets)
        expect(unitsOf(expr), `${title}: ${expr}`).toContain(fieldConfig.defaults.unit)
  })
})

/** Grafana's units that fit an expression: the names of Prometheus's metrics end with their unit. */
function unitsOf(expr: string): string[] {
  if (/\brate\(/.test(expr) && !expr.startsWith('histogram_quantile')) return ['reqps', 'ops', 'wps']
  if (/_bytes\b.*\/.*_bytes\b/.test(expr)) return ['percentunit']
  if (/_bytes\b|_location\b/.test(expr)) return ['bytes']
  if (/_seconds(?:_bucket)?\b|_age\b/.test(expr)) return ['s']
  if (/_(?:up|leads|synchronised|shared|primary|standby)$|galx_signer_waits/.test(expr))
    return ['bool_yes_no']
  return ['short', 'locale']
}
