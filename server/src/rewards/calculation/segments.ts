/** Weights over an epoch's seconds, out of the append-only changes. Times are unix seconds. */
import type { Queryable } from '../../platform/database/connection.ts'

export type Segment = { from: number; to: number; weight: bigint }

/** Pools whose weights are summed, or the vault's shares. */
export type WeightSource = { pools: readonly bigint[]; vault: boolean }

type Change = { account: number; source: number; at: number; weight: bigint }

/** Of what `source` names, by row of galx.pools; the vault is null there and 0 here. */
function chosen(sql: Queryable, { pools, vault }: WeightSource) {
  const ids = sql`select id from galx.pools where pool = any (${pools.map(String)}::numeric[])`
  return vault ? sql`(select null::smallint as pool_id)` : sql`(select id as pool_id from (${ids}) known)`
}

/**
 * The sum of each account's weights, second by second.
 * @returns by account id; an account without weight in the time is missing
 */
export async function readSegments(
  sql: Queryable,
  accounts: readonly number[],
  source: WeightSource,
  from: number,
  to: number,
): Promise<Map<number, Segment[]>> {
  if (accounts.length === 0) return new Map()
  const same = source.vault ? sql`c.pool_id is null` : sql`c.pool_id = s.pool_id`
  // What holds after the last event of a second holds from that second on.
  const changes = await sql<Change[]>`
    select a.id as account, coalesce(s.pool_id, 0) as source, c.at, c.weight
    from unnest(${accounts as number[]}::bigint[]) as a (id) cross join ${chosen(sql, source)} s
      cross join lateral (
        (select ${from}::bigint as at, c.weight, 0::bigint as block_number, 0 as log_index from galx.weight_changes c
          where c.account_id = a.id and ${same} and c.at <= ${from}
          order by c.block_number desc, c.log_index desc limit 1)
        union all
        (select c.at, c.weight, c.block_number, c.log_index from galx.weight_changes c
          where c.account_id = a.id and ${same} and c.at > ${from} and c.at < ${to})
      ) c
    order by account, c.at, c.block_number, c.log_index`
  const byAccount = new Map<number, Change[]>()
  for (const change of changes) {
    const own = byAccount.get(change.account)
    if (own) own.push(change)
    else byAccount.set(change.account, [change])
  }
  return new Map(
    [...byAccount]
      .map(([account, own]) => [account, segmentsOf(own, from, to)] as const)
      .filter(([, segments]) => segments.some(({ weight }) => weight > 0n)),
  )
}

/** @param changes in their order @returns no gap from `from` to `to`; neighbours differ */
export function segmentsOf(
  changes: readonly Pick<Change, 'source' | 'at' | 'weight'>[],
  from: number,
  to: number,
): Segment[] {
  const weights = new Map<number, bigint>()
  const segments: Segment[] = [{ from, to, weight: 0n }]
  for (const { source, at, weight } of changes) {
    weights.set(source, weight)
    const sum = [...weights.values()].reduce((total, one) => total + one, 0n)
    const last = segments.at(-1)!
    if (last.from === at) last.weight = sum
    else if (last.weight !== sum) {
      last.to = at
      segments.push({ from: at, to, weight: sum })
    }
    const [before, now] = segments.slice(-2)
    if (now !== undefined && before !== undefined && before.weight === now.weight) {
      before.to = to
      segments.pop()
    }
  }
  return segments
}

/** The part of the segments from `since` on. */
export function segmentsFrom(segments: readonly Segment[], since: number): Segment[] {
  return segments
    .filter(({ to }) => to > since)
    .map((segment) => ({ ...segment, from: Math.max(segment.from, since) }))
}

/** weight × seconds */
export function areaOf(segments: readonly Segment[]): bigint {
  return segments.reduce((sum, { from, to, weight }) => sum + weight * BigInt(to - from), 0n)
}

/** What each account has now, by account id. */
export async function latestWeights(
  sql: Queryable,
  accounts: readonly number[],
  source: WeightSource,
): Promise<Map<number, bigint>> {
  const ids = accounts as number[]
  const rows = source.vault
    ? await sql<{ account: number; weight: bigint }[]>`
        select account_id as account, shares as weight from galx.vault_accounts where account_id = any (${ids}::bigint[])`
    : await sql<{ account: number; weight: bigint }[]>`
        select account_id as account, sum(weight) as weight from galx.pool_accounts
        where account_id = any (${ids}::bigint[]) and pool_id in (select pool_id from ${chosen(sql, source)} s)
        group by 1`
  return new Map(rows.map(({ account, weight }) => [account, weight]))
}
