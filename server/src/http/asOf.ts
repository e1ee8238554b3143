/** The block up to which an answer from the chain-derived tables is complete, and the time of that block in unix seconds. */
import type { Queryable } from '../platform/database/connection.ts'

export type AsOf = { block: number; at: number }

/**
 * Call it before you read the rows. The rows then contain everything up to this block, and perhaps more.
 * @returns null before the first range of blocks
 */
export async function readAsOf(sql: Queryable): Promise<AsOf | null> {
  const [row] = await sql<AsOf[]>`select number as block, timestamp as at from galx.cursor`
  return row ?? null
}

/** Like `readAsOf`, for team totals and for hash power in lists, which are written a moment later. */
export async function readTotalsAsOf(sql: Queryable): Promise<AsOf | null> {
  const [row] = await sql<AsOf[]>`
    select block_number as block, timestamp as at from galx.totals_standing where block_number is not null`
  return row ?? null
}
