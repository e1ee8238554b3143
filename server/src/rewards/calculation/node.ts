/** While an account held a live node pass. Times are unix seconds. */
import type { NodeCalculation } from '@galx/protocol/http/bonuses'
import type { Queryable } from '../../platform/database/connection.ts'

type PassChange = { pass: bigint; at: number; live: boolean }
type Interval = { from: number; to: number }

export async function nodeCalculation(
  sql: Queryable,
  account: number | null,
  from: number,
  to: number,
): Promise<NodeCalculation> {
  if (account === null) return { rule: 'node', live: [] }
  const changes = await sql<PassChange[]>`
    select pass_id as pass, at, live and holder_id is not distinct from ${account} as live from galx.pass_changes
    where pass_id in (select pass_id from galx.pass_changes where holder_id = ${account}) and at < ${to}
    order by block_number, log_index`
  return { rule: 'node', live: liveIntervals(changes, from, to) }
}

/** @param changes in their order; `live`: from then on the account holds it alive */
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
