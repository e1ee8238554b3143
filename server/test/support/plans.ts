/** The real reads of statements: their plans, with the rows of each node. */
import type { Queryable, Sql } from '../../src/platform/database/connection.ts'
import { savepoint, transact, type Transaction } from '../../src/platform/database/transaction.ts'

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

/** Plans a statement by running it. @param on the connection or transaction */
type Explain = (on: Queryable) => Promise<Plan>
/** Starts a transaction, or a part of one. */
type Start = (work: (inner: Transaction) => Promise<unknown>) => Promise<unknown>

/**
 * The plan of every statement that `work` runs. A part of a statement never runs alone, so it does not count as a statement.
 * @throws if a statement has no plan, such as `set`
 */
export async function plansOf(sql: Sql, work: (sql: Queryable) => Promise<unknown>): Promise<Plan[]> {
  const plans: Promise<Plan>[] = []
  await work(
    watched(sql, (explain) => {
      const plan = explain(sql)
      plans.push(plan)
      return plan
    }),
  )
  return Promise.all(plans)
}

/** The plans of statements that write, one after another. All writes are rolled back. */
export async function plansOfWrites(sql: Sql, work: (sql: Sql) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  await undone((write) =>
    // The tested code begins its own transactions. Here they are parts of this transaction.
    transact(sql, (transaction) => write(() => work(watchedIn(transaction, plans) as Queryable as Sql))),
  )
  return plans
}

function watchedIn(transaction: Transaction, plans: Plan[]): Transaction {
  const plan = (explain: Explain) =>
    undone((once) =>
      savepoint(transaction, (inner) => once(async () => void plans.push(await explain(inner)))),
    )
  return watched(transaction, plan, (work) => transaction.savepoint((inner) => work(watchedIn(inner, plans))))
}

/** Thrown to roll back the surrounding transaction. It is not a fault. */
class RollbackError extends Error {}

/** @param within runs its argument in a transaction, or a part of one, which is then rolled back */
async function undone(within: (write: (work: () => Promise<unknown>) => Promise<never>) => Promise<unknown>) {
  const write = async (work: () => Promise<unknown>): Promise<never> => {
    await work()
    throw new RollbackError()
  }
  await within(write).catch((error: unknown) => {
    if (!(error instanceof RollbackError)) throw error
  })
}

/**
 * A handle that does the same as `handle`, but calls `before` with each statement, and awaits it, before the statement runs.
 * @param start replaces `begin` and `savepoint` of the handle; absent for a handle that only reads
 */
function watched<Handle extends Queryable>(
  handle: Handle,
  before: (explain: Explain) => Promise<unknown>,
  start?: Start,
): Handle {
  return new Proxy(handle, {
    get: (target, name) =>
      start && (name === 'begin' || name === 'savepoint') ? start : (Reflect.get(target, name) as unknown),
    apply: (_target, _this, [strings, ...values]: [TemplateStringsArray, ...never[]]) => {
      const query = handle(strings, ...values)
      const run = query.then.bind(query) as () => Promise<unknown>
      let outcome: Promise<unknown> | null = null
      // The driver sends a statement when something awaits it, and nothing awaits a part of a statement.
      query.then = ((...settled: Parameters<Promise<unknown>['then']>) => {
        outcome ??= before((on) => explain(on, strings, values)).then(() => run())
        return outcome.then(...settled)
      }) as typeof query.then
      return query
    },
  })
}

async function explain(on: Queryable, strings: TemplateStringsArray, values: never[]): Promise<Plan> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(strings[0]!))
    throw new Error(`a statement without a plan: ${strings.join('…')}`)
  const explained: TemplateStringsArray = Object.assign(
    ['explain (analyze, buffers, format json) ' + strings[0]!, ...strings.slice(1)],
    { raw: strings.raw },
  )
  const [row] = await on<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(explained, ...values)
  return row!['QUERY PLAN'][0]!.Plan
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Tables that do not grow with accounts or events. Only `rank_chunks` grows, by a row per thousand accounts, and `readBy` counts these rows. */
export const SMALL: readonly string[] = [
  'indexer_sources',
  'pools',
  'cursor',
  'totals_standing',
  'history_standing',
  'indexer_halt',
  'rank_boards',
  'rank_chunks',
  'applied_ruleset',
  'report_worker',
]

/** The growing tables that are read as a whole. */
export function scannedWhole(plan: Plan): string[] {
  return nodesOf(plan)
    .filter((node) => node['Node Type'].endsWith('Seq Scan') && !SMALL.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '')
}

/** Pages of tables and indexes that the whole plan read, including pages of an index without a match, which count as no rows. */
export function blocksOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

/**
 * The greatest number of pages for a read of this many rows. Each row is found alone in an index of ten million rows, and read from its table
 * together with its related rows. A needless scan of an index needs more pages.
 */
export function blocksFor(rows: number): number {
  return 10 * rows + 100
}

/** The greatest number of rows that one node of the plan read. */
export function readBy(plan: Plan): number {
  return Math.max(...nodesOf(plan).map(rowsOf))
}

/** The greatest number of rows of a table that one node of the plan returned, without the rows that a scan of a small table skips. */
export function rowsHandedOn(plan: Plan, table: string): number {
  const nodes = nodesOf(plan).filter((node) => node['Relation Name'] === table)
  return Math.max(0, ...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))
}

function rowsOf(node: Plan): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}
