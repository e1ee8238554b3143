/**
 * Tests compare two runs of the indexer with `dumpTables`, so no test compares a table or a column that `dumpTables` omits. A reindex would fill
 * a table twice if no list names the table. docs/database.mmd has all tables. diagram.test.ts compares it with a migrated database.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENGINE_TABLES } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, path), 'utf8')
}

/** Columns by table. */
const TABLES = new Map(
  [...read('../../../docs/database.mmd').matchAll(/^ {2}(\w+) \{\n(.*?)^ {2}\}/gms)].map(([, name, body]) => [
    name!,
    [...body!.matchAll(/^ {4}\S+ (\w+)/gm)].map(([, column]) => column!),
  ]),
)
const statements = [...read('../support/tables.ts').matchAll(/sql`([^`]+)`/g)].map(([, text]) => text!)

/** Tables that are neither emptied nor filled again as a whole. */
const KEPT = [
  // written by users, operators and the signer; in accounts a reindex changes the columns from the chain
  'accounts',
  'sessions',
  'nonces',
  'reports',
  'open_reports',
  'report_worker',
  'announcements',
  'vouchers',
  'signer_standing',
  'engine_verdicts',
  'published_epochs',
  'epoch_hashes',
  'migrations',
  'node_limits',
  // computed from accounts and from the rows of sources; a reindex computes them in its own way
  'account_totals',
  'pending_counts',
  'totals_standing',
]

/** Columns that may differ between two runs, and the reason. */
const NOT_DUMPED: Record<string, string> = {
  'applied_ruleset.only_row': 'always true',
  'epochs.closed_at': 'the time at which this run closed the epoch',
  'levels.bought_at': 'nothing reads it',
  'pools.staking_paused': 'nothing writes it any more',
}

it('every table is emptied by a reindex, or named here', () => {
  const emptied = [...ENGINE_TABLES, ...SOURCE_TABLES]
  expect([...TABLES.keys()].filter((table) => !emptied.includes(table)).sort()).toEqual([...KEPT].sort())
  expect(emptied.filter((table) => !TABLES.has(table))).toEqual([])
})

it('every column that is filled from the chain is in dumpTables, or named here', () => {
  const missing = SOURCE_TABLES.flatMap((table) => {
    const text = statements.filter((one) => new RegExp(`\\bgalx\\.${table}\\b`).test(one)).join()
    return TABLES.get(table)!
      .filter((column) => !new RegExp(`\\b${column}\\b`).test(text))
      .map((column) => `${table}.${column}`)
  })
  expect(missing.sort()).toEqual(Object.keys(NOT_DUMPED).sort())
})
