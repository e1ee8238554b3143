/** What an answer from the chain-derived tables stands at: a block, and its time in unix seconds. */
import type { Queryable } from '../platform/database/connection.ts'

export type AsOf = { block: number; at: number }

/**
 * Ask before the rows: they then hold everything up to this block, and perhaps more.
 * @returns null before the first range of blocks
 */
export async function readAsOf(sql: Queryable): Promise<AsOf | null> {
  const [row] = await sql<AsOf[]>`select number as block, timestamp as at from galx.cursor`
  return row ?? null
}

/** The same of team totals and of hash power in lists, which follow a moment later. */
export async function readTotalsAsOf(sql: Queryable): Promise<AsOf | null> {
  const [row] = await sql<AsOf[]>`
    select block_number as block, timestamp as at from galx.totals_standing where block_number is not null`
  return row ?? null
}
