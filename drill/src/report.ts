/** The drill's table: printed, and kept in docs/drill.md. */
import { loadavg, cpus } from 'node:os'
import type { Check } from './checks/finally.ts'

export type Line = {
  event: string
  goal: string
  measured: string
  /** `passed`, `missed`, or `not proven` with the reason in `measured` */
  result: 'passed' | 'missed' | 'not proven'
  date: string
}

/** `load 3.1 on 2 processors` */
export function loadWords(): string {
  return `load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Rows of an older table whose event this run did not go through stay. */
export function mergeLines(old: string, fresh: readonly Line[], order: readonly string[]): Line[] {
  const known = new Map<string, Line>()
  for (const row of old.split('\n').filter((text) => /^\| .* \|$/.test(text))) {
    const [event, goal, measured, result, date] = row
      .slice(2, -2)
      .split(/ (?<!\\)\| /)
      .map((text) => text.replaceAll('\\|', '|'))
    if (order.includes(event ?? '') && date !== undefined)
      known.set(event!, {
        event: event!,
        goal: goal!,
        measured: measured!,
        result: result as Line['result'],
        date,
      })
  }
  for (const line of fresh) known.set(line.event, line)
  return order.flatMap((event) => known.get(event) ?? [])
}

export function document(lines: readonly Line[], checks: readonly Check[], date: string): string {
  return `# What the product survives

\`npm run drill\` writes this page. It renders the kit of three machines (\`operator kit --profile ha\`) for three hosts on one machine, each a
folder and a range of ports, and starts everything with exactly the kit's files and command lines, TLS included: etcd, PostgreSQL with
Patroni, HAProxy, PgBouncer, Redis, nginx, pgBackRest, Prometheus with its exporters and Alertmanager from Debian's packages, and the product's
own programs. The chain is the embedded one, behind three nodes. Of the kit's files only waiting times of Prometheus and Alertmanager are
shortened: an alert that must hold for minutes elsewhere holds for seconds here.

People sign in, read and stake all the while, and rows are written straight to the database. Every event comes under this load, but for the restore:
before it the load ends, and what was acknowledged to it is looked for afterwards. \`npm run drill -- EVENT…\` goes through some events alone.

A result is *passed*, *missed*, or *not proven* where the machine lacks what the event needs. A time without a write is measured between two
acknowledged writes, and so includes the interval between two attempts.

${table(
  ['event', 'goal', 'measured', 'result', 'date'],
  lines.map(({ event, goal, measured, result, date: on }) => [event, goal, measured, result, on]),
)}
${checks.length === 0 ? '' : `\nAfter the last run’s events (${date}):\n\n${tableOf(checks)}\n`}`
}

function tableOf(checks: readonly Check[]): string {
  return table(
    ['must be true', 'found', 'result'],
    checks.map(({ what, found, passed }) => [what, found, passed ? 'passed' : 'missed']),
  )
}
