/** Ranges that one node gave while no other node answered. No decision may rely on them before another node has confirmed them. */
import type { Queryable } from '../../platform/database/connection.ts'
import { LeadershipLostError } from './cursor.ts'
import { holdsLeaderLock } from './leaderLock.ts'
import { InconsistentEventsError } from '../../ledger/source.ts'

export type Unconfirmed = { from: number; to: number; node: string; digest: string }

/** @throws InconsistentEventsError if an earlier answer of one node alone for this range was different */
export async function insertUnconfirmed(
  sql: Queryable,
  { from, to, node, digest }: Unconfirmed,
): Promise<void> {
  const { count } = await sql`
    insert into galx.unconfirmed_ranges as u (from_block, to_block, node, digest)
    values (${from}, ${to}, ${node}, ${digest})
    on conflict (from_block) do update set node = excluded.node
    where u.to_block = excluded.to_block and u.digest = excluded.digest`
  if (count !== 1)
    throw new InconsistentEventsError(`a node gave other logs for the blocks ${from} to ${to} before`)
}

/** @returns the oldest unconfirmed range; null if there is none */
export async function readUnconfirmed(sql: Queryable): Promise<Unconfirmed | null> {
  const [row] = await sql<Unconfirmed[]>`
    select from_block as "from", to_block as "to", node, digest from galx.unconfirmed_ranges
    order by from_block limit 1`
  return row ?? null
}

/**
 * @throws LeadershipLostError if the range no longer belongs to this leader: other tables may have the names now, with a range of the same
 * first block
 */
export async function removeUnconfirmed(sql: Queryable, { from, digest }: Unconfirmed): Promise<void> {
  const removed = await sql`
    delete from galx.unconfirmed_ranges
    where from_block = ${from} and digest = ${digest} and ${holdsLeaderLock(sql)}`
  if (removed.count !== 1)
    throw new LeadershipLostError(
      `the range from block ${from} no longer waits for confirmation in these tables`,
    )
}
