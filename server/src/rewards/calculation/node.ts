/** The times in which an account held a live node pass, in unix seconds. */
import type { NodeCalculation } from '@galx/protocol/http/bonuses'
import type { Queryable } from '../../platform/database/connection.ts'
import type { EpochSpan } from './segments.ts'

type PassChange = { pass: bigint; at: number; live: boolean }
type PlacedChange = PassChange & { block: number; log: number }
type Interval = { from: number; to: number }

/** The largest number of changes that are read: `own` changes that gave the account a pass, and `together` changes of these passes in the epoch. */
const MOST_CHANGES = { own: 1_000, together: 5_000 }

/** An account with more changes gets no intervals, because a part of its changes would give wrong times. @param account null: not in the tables */
export async function nodeCalculation(
  sql: Queryable,
  account: number | null,
  span: EpochSpan,
): Promise<NodeCalculation> {
  if (account === null) return { rule: 'node', live: [], liveComplete: true }
  const own = await sql<{ pass: bigint }[]>`
    select pass_id as pass from galx.pass_changes where holder_id = ${account} limit ${MOST_CHANGES.own + 1}`
  const changes =
    own.length > MOST_CHANGES.own
      ? null
      : await readChanges(sql, account, [...new Set(own.map(({ pass }) => pass))], span)
  return changes === null
    ? { rule: 'node', live: [], liveComplete: false }
    : { rule: 'node', live: liveIntervals(changes, span.from, span.to), liveComplete: true }
}

/** The state of each pass when the epoch began, and the changes of the pass in the epoch, in order; null: too many changes. */
async function readChanges(
  sql: Queryable,
  account: number,
  passes: readonly bigint[],
  { firstBlock, lastBlock }: EpochSpan,
): Promise<PassChange[] | null> {
  const ids = passes.map(String)
  const live = sql`c.live and c.holder_id is not distinct from ${account} as live`
  const [before, inside] = await Promise.all([
    sql<PlacedChange[]>`
      select p.id as pass, c.at, c.block_number as block, c.log_index as log, ${live}
      from unnest(${ids}::numeric[]) as p (id) cross join lateral (
        select * from galx.pass_changes where pass_id = p.id and block_number < ${firstBlock}
        order by pass_id desc, block_number desc, log_index desc limit 1) c`,
    // Reads pass by pass, until the limit for all passes together is reached.
    sql<PlacedChange[]>`
      select p.id as pass, c.at, c.block_number as block, c.log_index as log, ${live}
      from unnest(${ids}::numeric[]) as p (id) cross join lateral (
        select * from galx.pass_changes where pass_id = p.id and block_number between ${firstBlock} and ${lastBlock}
        order by pass_id desc, block_number desc, log_index desc limit ${MOST_CHANGES.together + 1}) c
      limit ${MOST_CHANGES.together + 1}`,
  ])
  if (inside.length > MOST_CHANGES.together) return null
  return [...before, ...inside].sort((one, other) => one.block - other.block || one.log - other.log)
}

/** @param changes the changes in order; `live`: from then on the account holds the pass and the pass is live */
export function liveIntervals(changes: readonly PassChange[], from: number, to: number): Interval[] {
  const held = new Set<bigint>()
  const intervals: Interval[] = []
  let since: number | null = null
  for (const { pass, at, live } of changes) {
    if (live) held.add(pass)
    else held.delete(pass)
    if (held.size > 0) since ??= at
    else if (since !== null) {
      intervals.push({ from: since, to: at })
      since = null
    }
  }
  if (since !== null) intervals.push({ from: since, to })
  return intervals
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.from < one.to)
}
