/** Ranges taken from one node while all others were away. Nobody may build on them before another node has confirmed them. */
import type { Queryable } from '../../platform/database/connection.ts'

export type Unconfirmed = { from: number; to: number; node: string; digest: string }

export async function insertUnconfirmed(
  sql: Queryable,
  { from, to, node, digest }: Unconfirmed,
): Promise<void> {
  await sql`
    insert into galx.unconfirmed_ranges (from_block, to_block, node, digest)
    values (${from}, ${to}, ${node}, ${digest})`
}

/** @returns the oldest one; null when all is confirmed */
export async function readUnconfirmed(sql: Queryable): Promise<Unconfirmed | null> {
  const [row] = await sql<Unconfirmed[]>`
    select from_block as "from", to_block as "to", node, digest from galx.unconfirmed_ranges
    order by from_block limit 1`
  return row ?? null
}

export async function removeUnconfirmed(sql: Queryable, from: number): Promise<void> {
  await sql`delete from galx.unconfirmed_ranges where from_block = ${from}`
}
