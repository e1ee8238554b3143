/** Checks that every read goes through only the rows that it shows, and every write only through its own rows, however PostgreSQL plans. */
import { expect } from 'vitest'
import type { Sql } from '../../src/platform/database/connection.ts'
import type { BigForest } from './bigForest.ts'
import { readsOf } from './largeReads.ts'
import { writesOf } from './largeWrites.ts'
import { blocksFor, blocksOf, plansOf, plansOfWrites, readBy, scannedWhole, type Plan } from './plans.ts'

/** PostgreSQL's own choice, a plan for the values, and a generic plan, like behind PgBouncer and after some calls. */
export const PLAN_MODES = ['auto', 'force_custom_plan', 'force_generic_plan'] as const

/** @param sql one connection */
export async function expectBoundedReads(
  sql: Sql,
  forest: BigForest,
  mode: (typeof PLAN_MODES)[number],
): Promise<void> {
  await sql.unsafe(`set plan_cache_mode = ${mode}`)
  for (const read of readsOf(forest)) {
    // Two pages: one from somewhere in the history, and one after its last row.
    const plans = [
      ...(await plansOf(sql, (one) => read.run(one, 7))),
      ...(await plansOf(sql, (one) => read.run(one, 0))),
    ]
    expectBounded(read, plans)
  }
  await sql.unsafe('reset plan_cache_mode')
}

/** @param sql one connection */
export async function expectBoundedWrites(
  sql: Sql,
  forest: BigForest,
  mode: (typeof PLAN_MODES)[number],
): Promise<void> {
  await sql.unsafe(`set plan_cache_mode = ${mode}`)
  for (const write of writesOf(forest)) {
    // The first call also plans functions and foreign keys, which reads the catalogue.
    await plansOfWrites(sql, write.run)
    expectBounded(write, await plansOfWrites(sql, write.run))
  }
  await sql.unsafe('reset plan_cache_mode')
}

function expectBounded({ name, rows }: { name: string; rows: number }, plans: readonly Plan[]): void {
  expect(plans.length, name).toBeGreaterThan(0)
  expect(plans.flatMap(scannedWhole), name).toEqual([])
  expect(Math.max(...plans.map(readBy)), name).toBeLessThanOrEqual(rows)
  expect(Math.max(...plans.map(blocksOf)), name).toBeLessThanOrEqual(blocksFor(rows))
}
