/**
 * The members that were qualified for the promotion at the end of any closed epoch. Starts from today's positions and adds later withdrawals back.
 * Reads accounts by their keys, and limits the rows of each account so that an answer stays small.
 */
import { QUALIFYING_EPOCHS, type Ruleset } from '@galx/protocol/rulesets'
import type { Queryable } from '../../platform/database/connection.ts'
import type { EpochSpan } from './segments.ts'

/**
 * `since`: the opening time of the oldest position that was large enough, unix seconds; null if no position was large enough, or if an older
 * position may have been. `qualified` is null if the limits on rows do not suffice for an answer.
 */
type Qualification = { qualified: boolean | null; since: number | null }

/** The largest number of rows that are read: of a member in a pool, and of all members together. */
export const MOST_LOOKED_AT = { positions: 100, events: 1_000, together: 50_000 }
/** The number of members whose rows one statement reads. */
const BATCH = 100

const UNKNOWN: Qualification = { qualified: null, since: null }

type Held = {
  account: number
  /** row of galx.pools */
  pool: number
  /** wei: the amount that qualifies, and the amount in the position today */
  least: bigint
  amount: bigint
  position: bigint
  openedAt: number
  closedAt: number | null
}

/** `taken`: wei withdrawn from the position since the end of the epoch; `position` null: other events */
type Taken = { account: number; pool: number; position: bigint | null; taken: bigint; looked: number }

/** @returns by account id, with an entry for each of `members` */
export async function qualificationsOf(
  sql: Queryable,
  members: readonly number[],
  qualifying: Ruleset['qualifying'],
  span: EpochSpan,
): Promise<Map<number, Qualification>> {
  const found = new Map<number, Qualification>()
  let looked = 0
  for (let start = 0; start < members.length; start += BATCH) {
    const some = members.slice(start, start + BATCH)
    if (looked > MOST_LOOKED_AT.together) {
      for (const id of some) found.set(id, UNKNOWN)
      continue
    }
    const held = await readPositions(sql, some, qualifying)
    const later = await readTaken(sql, placesToLookAt(held, span), span)
    const [heldBy, takenBy] = [byAccount(held), byAccount(later)]
    for (const id of some) found.set(id, qualificationOf(heldBy.get(id) ?? [], takenBy.get(id) ?? [], span))
    looked += held.length + later.reduce((sum, one) => sum + one.looked, 0)
  }
  return found
}

/** The oldest positions of each account in each pool that qualifies. Ids order positions by age, except positions received from another account. */
function readPositions(
  sql: Queryable,
  accounts: readonly number[],
  qualifying: Ruleset['qualifying'],
): Promise<Held[]> {
  return sql<Held[]>`
    select a.id as account, k.pool, k.least, p.position, p.amount, p.opened_at as "openedAt", p.closed_at as "closedAt"
    from unnest(${accounts as number[]}::bigint[]) as a (id) cross join (
        select pools.id as pool, named.least from galx.pools join unnest(
          ${qualifying.map(({ pool }) => pool.toString())}::numeric[], ${qualifying.map(({ amount }) => amount.toString())}::numeric[]
        ) as named (pool, least) on named.pool = pools.pool
      ) k cross join lateral (
        select position, amount, opened_at, closed_at from galx.positions
        where account_id = a.id and pool_id = k.pool order by position limit ${MOST_LOOKED_AT.positions + 1}
      ) p`
}

/** Whether the position was open at the end of the epoch, with any amount. */
function wasOpen({ openedAt, closedAt }: Held, { to }: EpochSpan): boolean {
  return openedAt < to && (closedAt === null || closedAt >= to)
}

/** A position's amount never grows. If it is enough today, it was enough at the end of the epoch. */
function isEnough({ amount, least }: Held): boolean {
  return amount >= least
}

function oldest(held: readonly Held[]): number | null {
  return held.length === 0 ? null : Math.min(...held.map(({ openedAt }) => openedAt))
}

function byAccount<Row extends { account: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) {
    const own = found.get(row.account)
    if (own) own.push(row)
    else found.set(row.account, [row])
  }
  return found
}

function placeOf({ account, pool }: { account: number; pool: number }): string {
  return `${account} ${pool}`
}

/**
 * Accounts and pools with a position that may have been large enough at the end of the epoch, and is older than any position that is large
 * enough today.
 */
function placesToLookAt(all: readonly Held[], span: EpochSpan): { account: number; pool: number }[] {
  const open = all.filter((held) => wasOpen(held, span))
  const oldestOf = new Map<number, number>()
  for (const { account, openedAt } of open.filter(isEnough))
    oldestOf.set(account, Math.min(openedAt, oldestOf.get(account) ?? openedAt))
  const wanted = open.filter(
    (held) => !isEnough(held) && held.openedAt < (oldestOf.get(held.account) ?? span.to),
  )
  return [...new Map(wanted.map((held) => [placeOf(held), held])).values()]
}

async function readTaken(
  sql: Queryable,
  places: readonly { account: number; pool: number }[],
  { lastBlock }: EpochSpan,
): Promise<Taken[]> {
  if (places.length === 0) return []
  // The order is the order of the index activity_account_part, so that only later events are read.
  return sql<Taken[]>`
    select w.account, w.pool, e.position, coalesce(sum(e.amount) filter (where e.kind in ('unstake', 'exit')), 0) as taken,
      count(*)::integer as looked
    from unnest(${places.map(({ account }) => account)}::bigint[], ${places.map(({ pool }) => pool)}::smallint[]) as w (account, pool)
      cross join lateral (
        select kind, position, amount from galx.activity
        where contract = 'StakingPools' and coalesce(pool_id, 0::smallint) = w.pool and account_id = w.account
          and block_number > ${lastBlock}
        order by account_id, contract, coalesce(pool_id, 0::smallint), block_number, log_index
        limit ${MOST_LOOKED_AT.events + 1}
      ) e
    group by 1, 2, 3`
}

/** @param held, taken the rows of this account */
function qualificationOf(held: readonly Held[], taken: readonly Taken[], span: EpochSpan): Qualification {
  const then = held
    .filter((one) => wasOpen(one, span))
    .map((one) => {
      const same = taken.find(({ pool, position }) => pool === one.pool && position === one.position)
      return { ...one, amount: one.amount + (same?.taken ?? 0n) }
    })
  const cut = [...new Set(held.map(({ pool }) => pool))].some((pool) => {
    const events = taken.filter((one) => one.pool === pool).reduce((sum, { looked }) => sum + looked, 0)
    const positions = held.filter((one) => one.pool === pool).length
    return positions > MOST_LOOKED_AT.positions || events > MOST_LOOKED_AT.events
  })
  const since = oldest(then.filter(isEnough))
  const qualified = since !== null && since <= span.to - QUALIFYING_EPOCHS * (span.to - span.from)
  if (cut) return qualified ? { qualified, since: null } : UNKNOWN
  return { qualified, since }
}
