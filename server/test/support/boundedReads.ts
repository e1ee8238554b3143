/** That every read goes through as many rows as it shows, however PostgreSQL makes its plans. */
import { expect } from 'vitest'
import type { Sql } from '../../src/platform/database/connection.ts'
import type { BigForest } from './bigForest.ts'
import { readsOf } from './largeReads.ts'
import { blocksFor, blocksOf, plansOf, readBy, scannedWhole } from './plans.ts'

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
    expect(plans.length, read.name).toBeGreaterThan(0)
    expect(plans.flatMap(scannedWhole), read.name).toEqual([])
    expect(Math.max(...plans.map(readBy)), read.name).toBeLessThanOrEqual(read.rows)
    expect(Math.max(...plans.map(blocksOf)), read.name).toBeLessThanOrEqual(blocksFor(read.rows))
  }
  await sql.unsafe('reset plan_cache_mode')
}
