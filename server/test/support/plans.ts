/** What statements really read: their plans, with the rows that each node went through. */
import type { Queryable, Sql } from '../../src/platform/database/connection.ts'

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** Every plan of a select that `work` runs. */
export async function plansOf(sql: Sql, work: (sql: Queryable) => Promise<unknown>): Promise<Plan[]> {
  const queries: Promise<Plan>[] = []
  const explaining = ((strings: TemplateStringsArray, ...values: never[]) => {
    // A part of a statement runs within the statement that takes it; those begin elsewhere than on a line of their own.
    if (!/^\s*\n\s*(select|with)\b/.test(strings[0]!)) return sql(strings, ...values)
    const explained: TemplateStringsArray = Object.assign(
      ['explain (analyze, buffers, format json) ' + strings[0]!, ...strings.slice(1)],
      { raw: strings.raw },
    )
    const answer = sql<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(explained, ...values)
    queries.push(answer.then(([row]) => row!['QUERY PLAN'][0]!.Plan))
    return sql(strings, ...values)
  }) as unknown as Queryable
  await work(explaining)
  return Promise.all(queries)
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Tables that do not grow with accounts or events; `rank_chunks` has a row for a thousand accounts, which `readBy` shows. */
export const SMALL: readonly string[] = [
  ...['indexer_sources', 'pools', 'cursor', 'totals_standing', 'history_standing', 'indexer_halt'],
  ...['rank_boards', 'rank_chunks', 'applied_ruleset'],
]

/** The growing tables that are read from end to end. */
export function scannedWhole(plan: Plan): string[] {
  return nodesOf(plan)
    .filter((node) => node['Node Type'].endsWith('Seq Scan') && !SMALL.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '')
}

/** Pages of tables and indexes that the whole plan went through: also those of an index that had nothing for it, which no node counts as rows. */
export function blocksOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

/**
 * Pages that a read of so many rows may go through: each row by itself, found in an index of ten million rows and read from its table, with what
 * belongs to it. An index that is gone through for nothing needs more.
 */
export function blocksFor(rows: number): number {
  return 10 * rows + 100
}

/** The most rows that one node of the plan went through. */
export function readBy(plan: Plan): number {
  return Math.max(...nodesOf(plan).map(rowsOf))
}

/** The most rows of a table that one node of the plan handed on: without those that a small table's end-to-end read passes over. */
export function rowsHandedOn(plan: Plan, table: string): number {
  const nodes = nodesOf(plan).filter((node) => node['Relation Name'] === table)
  return Math.max(0, ...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))
}

function rowsOf(node: Plan): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}
