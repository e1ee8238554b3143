/**
 * An inviter with a million members costs as much as one with three: each change, each closing except for one pass over all accounts, and the
 * calculation of a bonus. The test counts rows, so that it does not depend on the machine's speed. The tests follow each other along one world.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOBODY } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import {
  ANN,
  BOB,
  BTC_POOL,
  CID,
  DAN,
  EVE,
  Story,
  storyRuleset,
} from '../../../packages/protocol/test/rewards/story.ts'
import { MEMBERS_SHOWN } from '@galx/protocol/http/bonuses'
import { listFans } from '../../src/community/fans.ts'
import type { Queryable } from '../../src/platform/database/connection.ts'
import { listDirect, membersCalculation } from '../../src/rewards/calculation/members.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { plansOf, readBy, scannedWhole } from '../support/plans.ts'
import { waitFor } from '../support/wait.ts'
import { NIGHTLY } from '../support/nightly.ts'

const MEMBERS = NIGHTLY ? 1_000_000 : 100_000
const PAGE = 21
/** Tables with a row for each member. */
const GREAT_TABLES = new Set(['accounts', 'account_totals', 'pool_accounts', 'weight_changes'])

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

const story = new Story('many members', [storyRuleset(['btc', 'node', 'promotion'])])
  .at(0)
  .stake(ANN, { amount: 10n ** 9n })
  .stake(BOB, { amount: 100n, inviter: ANN })
  .pass(1n, NOBODY, ANN)
  .at(5)
  .unstake(BOB, 0n, 1n)
  .stake(CID, { amount: 7n, inviter: ANN })
  .unstake(ANN, 0n, 1n)
  // After the first epoch.
  .at(60)
  .unstake(BOB, 0n, 1n)
  .at(65)
  .unstake(BOB, 0n, 1n)
  .stake(DAN, { amount: 3n, inviter: ANN })
  .unstake(ANN, 0n, 1n)
  // After the second epoch.
  .at(120)
  .unstake(BOB, 0n, 1n)
  .at(125)
  .unstake(BOB, 0n, 1n)
  .stake(EVE, { amount: 5n, inviter: ANN })
  .unstake(ANN, 0n, 1n)
  .world()
const [, early, firstEnd, change, secondEnd, afterwards] = story.blocks.slice(-6).map(({ number }) => number)
/** The second epoch. */
const EPOCH = Number(story.firstEpoch) + 1

/** The world up to the block with this number. */
function upTo(number: number) {
  return {
    ...story,
    blocks: story.blocks.filter((block) => block.number <= number),
    logs: story.logs.filter(({ block }) => block <= number),
  }
}

type Touched = { read: number; written: number }

/** @returns how many rows all statements of the block, and of a closing before it, have read and written, by table, by PostgreSQL's own count */
async function touchedBy(block: number): Promise<Map<string, Touched>> {
  const leader = await tables.lead()
  const count = async () => {
    // A session's counts are known after it has ended. The second session of a closing ends with the closing.
    await waitFor('the second session to end', async () => {
      const [row] = await tables.sql`
        select from pg_stat_activity where datname = current_database() and application_name = 'galx closing'`
      return row === undefined
    })
    await leader`select pg_stat_force_next_flush()`
    await leader`select 1`
    const rows = await tables.sql<({ name: string } & Touched)[]>`
      select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read,
        (n_tup_ins + n_tup_upd + n_tup_del)::bigint as written
      from pg_stat_user_tables where schemaname = 'galx'`
    return new Map(rows.map(({ name, ...touched }) => [name, touched]))
  }
  const before = await count()
  await tables.index(upTo(block), () => 1, leader)
  const after = await count()
  return new Map(
    [...after].map(([name, { read, written }]) => {
      const was = before.get(name)!
      return [name, { read: read - was.read, written: written - was.written }]
    }),
  )
}

function all(touched: ReadonlyMap<string, Touched>): number {
  return [...touched.values()].reduce((sum, { read, written }) => sum + read + written, 0)
}

/** Adds members with a wei each, as an early block would have: the rows that the fold would have left, and the resulting sums of teams. */
async function addMembers(): Promise<void> {
  const at = story.blocks.find(({ number }) => number === early)!.timestamp
  await tables.sql.begin(async (sql) => {
    // The rows are consistent by construction, so no foreign key needs a check.
    await sql`set local session_replication_role = replica`
    await sql`set local synchronous_commit = off`
    await sql`
      with ann as (select id from galx.accounts where address = ${ANN}), members as (
        insert into galx.accounts (address, inviter_id, bound_at, bound_block)
        select decode(lpad(to_hex(number), 40, '0'), 'hex'), ann.id, ${at}::bigint, ${early!}::bigint
        from ann, generate_series(1, ${MEMBERS}::integer) number returning id, inviter_id
      ), pool as (select id from galx.pools where pool = ${BTC_POOL.toString()}::numeric), weighed as (
        insert into galx.pool_accounts (account_id, pool_id, weight) select members.id, pool.id, 1 from members, pool
      ), changed as (
        insert into galx.weight_changes (block_number, log_index, account_id, pool_id, at, weight)
        select ${early!}::bigint, 1000 + members.id, members.id, pool.id, ${at}::bigint, 1 from members, pool
      )
      insert into galx.account_totals (account_id, inviter_id, own_power) select id, inviter_id, id from members`
    await sql`update galx.accounts set direct_count = direct_count + ${MEMBERS} where address = ${ANN}`
    await sql`
      update galx.points set members = members + ${MEMBERS} where program_key = 'btc'
        and account_id = (select id from galx.accounts where address = ${ANN})`
  })
  await tables.sql`vacuum analyze galx.accounts, galx.account_totals, galx.pool_accounts, galx.points, galx.weight_changes`
}

let few: { change: Map<string, Touched>; closing: Map<string, Touched> }

beforeAll(async () => {
  await tables.empty({ hashes: true })
  await tables.index(upTo(early! - 1), () => 1)
  few = { change: await touchedBy(early!), closing: await touchedBy(firstEnd!) }
  await addMembers()
}, 120_000)

it('a change of a member, of a newcomer and of the inviter touches the same few rows', async () => {
  const touched = await touchedBy(change!)
  expect(all(few.change)).toBeGreaterThan(10)
  expect(all(touched)).toBeLessThan(all(few.change) + 50)
  const [row] = await tables.sql<{ members: bigint }[]>`
    select members from galx.points where account_id = (select id from galx.accounts where address = ${ANN}) and program_key = 'btc'`
  // Bob’s 97, Cid’s 7, Dan’s 3 and a wei of each other member.
  expect(row!.members).toBe(97n + 7n + 3n + BigInt(MEMBERS))
})

it('closing the epoch touches the same few rows, except for the node program’s one read of each account and weight', async () => {
  const touched = await touchedBy(secondEnd!)
  const looks = ['accounts', 'pool_accounts'].map((name) => {
    const { read, written } = touched.get(name)!
    touched.delete(name)
    return { read, written }
  })
  expect(all(few.closing)).toBeGreaterThan(10)
  expect(all(touched)).toBeLessThan(all(few.closing) + 50)
  for (const { read, written } of looks) {
    expect(read).toBeLessThan(MEMBERS + 200)
    expect(written).toBeLessThan(5)
  }
  const points = await tables.sql<{ program: string; points: bigint; bonus: bigint }[]>`
    select program_key as program, points, bonus from galx.epoch_rows
    where epoch = ${EPOCH} and account_id = (select id from galx.accounts where address = ${ANN}) order by 1`
  // Until second 5 Bob has 98 and Cid 7. Then Bob has 97, Cid 7 and Dan 3. For Ann's pass each wei counts one and a half, rounded down.
  const [before, after] = [BigInt(MEMBERS) + 105n, BigInt(MEMBERS) + 107n]
  const [powerBefore, powerAfter] = [BigInt(MEMBERS) + 147n + 10n, BigInt(MEMBERS) + 145n + 10n + 4n]
  expect(points).toMatchObject([
    { program: 'btc', points: 5n * before + 55n * after },
    { program: 'node', points: 5n * powerBefore + 55n * powerAfter },
  ])
  for (const { bonus } of points) expect(bonus).toBeGreaterThan(0n)
})

it('a member’s stake in the next epoch touches the same few rows', async () => {
  const touched = await touchedBy(afterwards!)
  expect(all(touched)).toBeLessThan(all(few.change) + 50)
})

it('the inviter’s calculation and pages of members read only the rows that they show', async () => {
  const { sql } = tables
  const [ann] = await sql<{ id: number }[]>`select id from galx.accounts where address = ${ANN}`
  const [epoch] = await sql<{ firstBlock: number; lastBlock: number }[]>`
    select first_block as "firstBlock", block_number as "lastBlock" from galx.epochs where epoch = ${EPOCH}`
  const span = { from: EPOCH * story.epochDuration, to: (EPOCH + 1) * story.epochDuration, ...epoch! }
  const source = { pools: [BTC_POOL], vault: false }
  const calculate = async (on: Queryable) =>
    membersCalculation(on, ann!.id, await listDirect(on, ann!.id, span.to), source, span)
  const { members, memberCount } = await calculate(sql)
  expect(members).toHaveLength(MEMBERS_SHOWN)
  // Eve joined after that epoch, and counts as a current member.
  expect(memberCount).toBe(MEMBERS + 4)
  const middle = { value: String(MEMBERS / 2), id: 9 }
  const reads: [name: string, rows: number, (on: Queryable) => Promise<unknown>][] = [
    ['calculation', 4 * MEMBERS_SHOWN, calculate],
    ['newest members', 2 * PAGE, (on) => listFans(on, ANN, 'joined', null, PAGE)],
    ['members by hash power', 2 * PAGE, (on) => listFans(on, ANN, 'hashPower', null, PAGE)],
    ['members by hash power, in the middle', 2 * PAGE, (on) => listFans(on, ANN, 'hashPower', middle, PAGE)],
  ]
  for (const [name, rows, run] of reads) {
    const plans = await plansOf(sql, run)
    expect(plans.length, name).toBeGreaterThan(0)
    const whole = plans.flatMap(scannedWhole).filter((table) => GREAT_TABLES.has(table))
    expect(whole, name).toEqual([])
    expect(Math.max(...plans.map(readBy)), name).toBeLessThanOrEqual(rows)
  }
  expect(await listFans(sql, ANN, 'hashPower', middle, PAGE)).toHaveLength(PAGE)
})
