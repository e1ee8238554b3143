/** That every read goes through as many rows as it shows, and every write through those that it is about, however PostgreSQL makes its plans. */
import { expect } from 'vitest'
import type { Sql } from '../../src/platform/database/connection.ts'
import type { BigForest } from './bigForest.ts'
import { readsOf } from './largeReads.ts'
import { writesOf } from './largeWrites.ts'
import { blocksFor, blocksOf, plansOf, plansOfWrites, readBy, scannedWhole, type Plan } from './plans.ts'

/** As it sees fit, for the values, and for any values, as behind PgBouncer and after some calls. */
export const PLAN_MODES = ['auto', 'force_custom_plan', 'force_generic_plan'] as const

/** @param sql one connection */
export async function expectBoundedReads(
  sql: Sql,
  forest: BigForest,
  mode: (typeof PLAN_MODES)[number],
): Promise<void> {
  await sql.unsafe(`set plan_cache_mode = ${mode}`)
  for (const read of readsOf(forest)) {
    // Where a page may begin: somewhere, and of a history behind its last row.
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
    // The first time the plans of a function and of what tables refer to are made, which reads the catalogue.
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
