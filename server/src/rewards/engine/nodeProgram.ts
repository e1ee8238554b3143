/** The node program at the end of an epoch. Reads the tables into compact lists for nodePoints.ts, however many accounts there are. */
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Queryable } from '../../platform/database/connection.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { prefetch } from '../../platform/prefetch.ts'
import { groupForest, nodePoints, type Groups, type NodeChange } from './nodePoints.ts'
import { powerBy, readPoolIds } from './points.ts'

/** The number of accounts per statement. */
const STEP = 200_000

/** unix seconds. `firstBlock`: the first block of the epoch; null: no block lies in the epoch */
export type Span = { start: number; end: number; firstBlock: number | null }

/**
 * @param sql may be read-only. The tables show the state exactly at the epoch's end. Team totals are not read.
 * @returns wei * seconds above 0, by account id
 */
export async function readNodePoints(
  sql: Transaction,
  ruleset: Ruleset,
  span: Span,
): Promise<Map<number, bigint>> {
  await sql`select set_config('work_mem', '128MB', true), set_config('jit', 'off', true)`
  const passes = await readPassTimes(sql, span)
  const holders = [...passes].filter(([, { start, changes }]) => start > 0 || changes.length > 0)
  if (holders.length === 0) return new Map()
  const { inviters, bound } = await readInviters(sql, span)
  const groups = groupForest(
    inviters,
    holders.map(([account]) => account),
    bound.keys(),
  )
  const powers = await readGroupPowers(sql, ruleset, groups, inviters.length)
  const changes: NodeChange[] = []
  for (const [account, node] of groups.bound) changes.push({ at: bound.get(account)!, node, active: false })
  const active = [...groups.bound.values()]
  for (const [account, { start, changes: times }] of holders) {
    const node = groups.holders.get(account)!
    if (start > 0) active.push(node)
    let live = start
    for (const { at, by } of times) {
      const before = live > 0
      live += by
      if (before !== live > 0) changes.push({ at, node, active: !before })
    }
  }
  for (const change of await readPowerChanges(sql, ruleset, span)) {
    const node = groups.groupOf(change.accountId)
    if (node < 0) continue
    powers[node]! -= change.power
    changes.push({ at: change.at, node, power: change.power })
  }
  changes.sort((a, b) => a.at - b.at)
  const points = nodePoints(groups.parents, powers, active, changes, span)
  const earned = new Map<number, bigint>()
  for (const [account, node] of groups.holders) if (points[node]! > 0n) earned.set(account, points[node]!)
  return earned
}

/** The number of live passes of an account when the epoch starts, and every change of that number in the epoch. */
type PassTimes = { start: number; changes: { at: number; by: 1 | -1 }[] }

async function readPassTimes(sql: Queryable, { firstBlock }: Span): Promise<Map<number, PassTimes>> {
  const times = new Map<number, PassTimes>()
  const of = (account: number): PassTimes => {
    let found = times.get(account)
    if (!found) times.set(account, (found = { start: 0, changes: [] }))
    return found
  }
  const live = await sql<{ account: number; passes: number }[]>`
    select holder_id as account, count(*) as passes from galx.passes
    where holder_id is not null and unbonding_until is null group by 1`
  for (const { account, passes } of live) of(account).start = passes
  if (firstBlock === null) return times
  const changes = await sql<
    {
      at: number
      holder: number | null
      live: boolean
      holderBefore: number | null
      liveBefore: boolean | null
    }[]
  >`
    select c.at, c.holder_id as holder, c.live, b.holder_id as "holderBefore", b.live as "liveBefore"
    from galx.pass_changes c left join lateral (
      select holder_id, live from galx.pass_changes earlier
      where earlier.pass_id = c.pass_id and (earlier.block_number, earlier.log_index) < (c.block_number, c.log_index)
      order by earlier.block_number desc, earlier.log_index desc limit 1
    ) b on true
    where c.block_number >= ${firstBlock} order by c.block_number, c.log_index`
  for (const { at, holder, live: isLive, holderBefore, liveBefore } of changes) {
    // Computed backwards: the epoch's changes are subtracted from the count at its end.
    if (liveBefore && holderBefore !== null) {
      of(holderBefore).changes.push({ at, by: -1 })
      of(holderBefore).start += 1
    }
    if (isLive && holder !== null) {
      of(holder).changes.push({ at, by: 1 })
      of(holder).start -= 1
    }
  }
  return times
}

/** `inviters`: by account id, 0 for none. `bound`: the time of each binding in the epoch, by account. */
async function readInviters(
  sql: Queryable,
  { start }: Span,
): Promise<{ inviters: Int32Array; bound: Map<number, number> }> {
  const [last] = await sql<{ id: number | null }[]>`select max(id) as id from galx.accounts`
  const size = (last?.id ?? 0) + 1
  const inviters = new Int32Array(size)
  const bound = new Map<number, number>()
  const read = (from: number) => sql<{ pairs: string | null; bound: string | null }[]>`
    select encode(string_agg(int8send(id << 32 | inviter_id), ''), 'base64') as pairs,
      encode(string_agg(int8send(id << 32 | (bound_at - ${start}::bigint)), '')
        filter (where bound_at >= ${start}::bigint), 'base64') as bound
    from galx.accounts where id >= ${from} and id < ${from + STEP} and inviter_id is not null`
  for await (const [row] of prefetch(inSteps(size, read))) {
    for (const [id, inviter] of pairsOf(row!.pairs)) inviters[id] = inviter
    for (const [id, offset] of pairsOf(row!.bound)) bound.set(id, start + offset)
  }
  return { inviters, bound }
}

/** Reads the accounts in steps. @param size the highest id + 1 */
async function* inSteps<Row>(
  size: number,
  read: (from: number) => PromiseLike<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < size; from += STEP) yield await read(from)
}

/** @param encoded the pairs in base64, which is shorter than PostgreSQL's own text form of bytes, and faster to read */
function* pairsOf(encoded: string | null): Generator<[number, number]> {
  if (encoded === null) return
  const bytes = Buffer.from(encoded, 'base64')
  for (let at = 0; at < bytes.length; at += 8) yield [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)]
}

/** The largest number of groups of four decimal digits in an amount. */
const LIMBS = 24
const LIMB = 10_000n

/** @returns each group's exact power at the end of the epoch, wei of GALX: the sum over its accounts */
async function readGroupPowers(
  sql: Queryable,
  ruleset: Ruleset,
  { parents, groupOf }: Groups,
  size: number,
): Promise<bigint[]> {
  // PostgreSQL's base-10000 digits are added place by place, so that no single account's amount becomes a bigint.
  const limbs = new Float64Array(parents.length * LIMBS)
  const coefficients = coefficientsOf(ruleset, await readPoolIds(sql))
  const read = (from: number) => sql<{ powers: string | null }[]>`
    select encode(string_agg(int4send(account_id::integer)
      || numeric_send(div(weight * (${coefficients}::numeric[])[pool_id], 10000)), ''), 'base64') as powers
    from galx.pool_accounts where account_id >= ${from} and account_id < ${from + STEP} and weight > 0
    union all
    select encode(string_agg(int4send(account_id::integer)
      || numeric_send(div(shares * ${ruleset.vaultCoefficient.toString()}::numeric, 10000000000000000)), ''), 'base64')
    from galx.vault_accounts where account_id >= ${from} and account_id < ${from + STEP} and shares > 0`
  for await (const rows of prefetch(inSteps(size, read)))
    for (const { powers } of rows) if (powers !== null) addPowers(limbs, groupOf, powers)
  return parents.map((_, node) => {
    let sum = 0n
    for (let limb = LIMBS - 1; limb >= 0; limb -= 1) sum = sum * LIMB + BigInt(limbs[node * LIMBS + limb]!)
    return sum
  })
}

/** By the id of the pool's row, from 1, because an array look-up is faster than a join. Null: no coefficient, left out of sums. */
function coefficientsOf({ power }: Ruleset, pools: ReadonlyMap<number, bigint>): (string | null)[] {
  const byPool = new Map(power.map(({ pool, coefficient }) => [pool, coefficient]))
  const coefficients = new Array<string | null>(Math.max(0, ...pools.keys())).fill(null)
  for (const [id, pool] of pools) coefficients[id - 1] = byPool.get(pool)?.toString() ?? null
  return coefficients
}

/** @param encoded base64 of pairs of an account id and a whole number in PostgreSQL's binary form */
function addPowers(limbs: Float64Array, groupOf: Groups['groupOf'], encoded: string): void {
  const bytes = Buffer.from(encoded, 'base64')
  for (let at = 0; at < bytes.length;) {
    const node = groupOf(bytes.readInt32BE(at))
    const digits = bytes.readInt16BE(at + 4)
    // The weight of the first digit: how many digits follow before the decimal point.
    const weight = bytes.readInt16BE(at + 6)
    at += 12
    if (weight >= LIMBS) throw new RangeError('a power has more digits than the sum has places')
    if (node >= 0)
      for (let digit = 0; digit < digits; digit += 1)
        limbs[node * LIMBS + weight - digit]! += bytes.readInt16BE(at + 2 * digit)
    at += 2 * digits
  }
}

/** Every change of an account's power in the epoch, in order. */
async function readPowerChanges(
  sql: Queryable,
  ruleset: Ruleset,
  { firstBlock }: Span,
): Promise<{ accountId: number; at: number; power: bigint }[]> {
  if (firstBlock === null) return []
  const powerOf = powerBy(ruleset, await readPoolIds(sql))
  const rows = await sql<
    { accountId: number; poolId: number | null; at: number; weight: bigint; before: bigint }[]
  >`
    select c.account_id as "accountId", c.pool_id as "poolId", c.at, c.weight, coalesce(
      lag(c.weight) over (partition by c.account_id, c.pool_id order by c.block_number, c.log_index),
      case when c.pool_id is null then (
        select w.weight from galx.weight_changes w
        where w.account_id = c.account_id and w.pool_id is null and w.block_number < ${firstBlock}
        order by w.block_number desc, w.log_index desc limit 1)
      else (
        select w.weight from galx.weight_changes w
        where w.account_id = c.account_id and w.pool_id = c.pool_id and w.block_number < ${firstBlock}
        order by w.block_number desc, w.log_index desc limit 1) end,
      0) as before
    from galx.weight_changes c where c.block_number >= ${firstBlock} order by c.block_number, c.log_index`
  return rows.map(({ accountId, poolId, at, weight, before }) => ({
    accountId,
    at,
    power: powerOf(poolId, weight) - powerOf(poolId, before),
  }))
}
