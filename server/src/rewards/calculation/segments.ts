/** Weights over an epoch's seconds, from the append-only changes. Times are unix seconds. */
import type { Queryable } from '../../platform/database/connection.ts'

export type Segment = { from: number; to: number; weight: bigint }

/** The pools whose weights are added, or the shares of the vault. */
export type WeightSource = { pools: readonly bigint[]; vault: boolean }

/** An epoch in unix seconds, and its blocks. If no block lies in the epoch, `firstBlock` is `lastBlock` + 1. */
export type EpochSpan = { from: number; to: number; firstBlock: number; lastBlock: number }

/** `complete`: the segments cover the whole time. Otherwise the segments begin where the known changes begin. */
type KnownSegments = { segments: Segment[]; complete: boolean }

/** `inside`: the change lies in the epoch, not before. */
type Change = { account: number; source: number; at: number; weight: bigint; inside: boolean }

/** Selects the rows of galx.pools that the source names. The vault is null there and 0 here. */
function chosen(sql: Queryable, { pools, vault }: WeightSource) {
  const ids = sql`select id from galx.pools where pool = any (${pools.map(String)}::numeric[])`
  return vault ? sql`(select null::smallint as pool_id)` : sql`(select id as pool_id from (${ids}) known)`
}

/**
 * The sum of each account's weights, second by second.
 * @param most the largest number of changes of an account in a pool that are read, the newest first
 * @returns by account id, and how many changes were read; an account without weight in the time is missing
 */
export async function readSegments(
  sql: Queryable,
  accounts: readonly number[],
  source: WeightSource,
  { from, to, firstBlock, lastBlock }: EpochSpan,
  most: number,
): Promise<{ known: Map<number, KnownSegments>; read: number }> {
  if (accounts.length === 0) return { known: new Map(), read: 0 }
  const same = source.vault ? sql`c.pool_id is null` : sql`c.pool_id = s.pool_id`
  // The weight after the last event of a second counts from that second on.
  const changes = await sql<Change[]>`
    select a.id as account, coalesce(s.pool_id, 0) as source, c.at, c.weight, c.inside
    from unnest(${accounts as number[]}::bigint[]) as a (id) cross join ${chosen(sql, source)} s
      cross join lateral (
        (select ${from}::bigint as at, c.weight, 0::bigint as block_number, 0 as log_index, false as inside from galx.weight_changes c
          where c.account_id = a.id and ${same} and c.block_number < ${firstBlock}
          order by c.pool_id desc, c.block_number desc, c.log_index desc limit 1)
        union all
        (select c.at, c.weight, c.block_number, c.log_index, true from galx.weight_changes c
          where c.account_id = a.id and ${same} and c.block_number between ${firstBlock} and ${lastBlock}
          order by c.pool_id desc, c.block_number desc, c.log_index desc limit ${most + 1})
      ) c
    order by account, c.at, c.block_number, c.log_index`
  const byAccount = new Map<number, Change[]>()
  for (const change of changes) {
    const own = byAccount.get(change.account)
    if (own) own.push(change)
    else byAccount.set(change.account, [change])
  }
  const known = new Map<number, KnownSegments>()
  for (const [account, own] of byAccount) {
    const since = knownSince(own, from, most)
    const segments = segmentsFrom(segmentsOf(own, from, to), since)
    const complete = since === from
    if (!complete || segments.some(({ weight }) => weight > 0n)) known.set(account, { segments, complete })
  }
  return { known, read: changes.length }
}

/** The time from which the read changes are complete. It is later than `from` if a source has more changes than were read. */
function knownSince(changes: readonly Change[], from: number, most: number): number {
  const read = new Map<number, { count: number; oldest: number }>()
  for (const { source, at, inside } of changes) {
    if (!inside) continue
    const own = read.get(source)
    if (own) own.count += 1
    else read.set(source, { count: 1, oldest: at })
  }
  let since = from
  for (const { count, oldest } of read.values()) if (count > most) since = Math.max(since, oldest)
  return since
}

/** @param changes the changes in order @returns segments without a gap from `from` to `to`; neighbours differ */
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

/** weight * seconds */
export function areaOf(segments: readonly Segment[]): bigint {
  return segments.reduce((sum, { from, to, weight }) => sum + weight * BigInt(to - from), 0n)
}

/** Each account's weight today, by account id. */
export async function latestWeights(
  sql: Queryable,
  accounts: readonly number[],
  source: WeightSource,
): Promise<Map<number, bigint>> {
  const ids = accounts as number[]
  const rows = source.vault
    ? await sql<{ account: number; weight: bigint }[]>`
        select a.id as account, weight
        from unnest(${ids}::bigint[]) as a (id) cross join lateral (
          select shares as weight from galx.vault_accounts where account_id = a.id limit 1) own`
    : await sql<{ account: number; weight: bigint }[]>`
        select a.id as account, sum(weight) as weight
        from unnest(${ids}::bigint[]) as a (id) cross join ${chosen(sql, source)} s cross join lateral (
          select weight from galx.pool_accounts where account_id = a.id and pool_id = s.pool_id limit 1) own
        group by 1`
  return new Map(rows.map(({ account, weight }) => [account, weight]))
}
