/** Histories: their parts in one order, their exact lengths at every moment, and the reports of their transactions. */
import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import {
  countActivity,
  listActivity,
  walkActivity,
  countOfProduct,
  listOfProduct,
  type Part,
} from '../../src/activity/activityList.ts'
import { countHistories } from '../../src/activity/historyLengths.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { markIfIndexed, markIndexed } from '../../src/activity/reports/reports.ts'
import { expectShortPages } from '../support/longHistory.ts'

const PEOPLE = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}` as Address)
const PARTS: readonly Part[] = [
  { contract: 'StakingPools', pool: 1n },
  { contract: 'StakingPools', pool: 2n },
  { contract: 'ZnVault', pool: null },
  { contract: 'Levels', pool: null },
]
type Event = { block: number; person: number; part: number }

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 3 })
  await sql`insert into galx.accounts (id, address) select * from unnest(${[1, 2, 3]}::bigint[], ${PEOPLE}::bytea[])`
  await sql`
    insert into galx.pools (id, pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
    select id, id, ${PEOPLE[0]!}, ${PEOPLE[0]!}, 0, 1, '[]', 1, 1 from unnest(${[1, 2]}::smallint[]) id`
}, 60_000)
beforeEach(async () => {
  await sql`
    truncate galx.activity, galx.history_lengths, galx.history_standing, galx.cursor, galx.open_reports, galx.reports`
})
afterAll(async () => {
  await sql?.end()
  await database?.stop()
})

function hashAt(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** Each event has its own log in its block. */
async function put(events: readonly Event[]): Promise<void> {
  for (const [index, { block, person, part }] of events.entries()) {
    const { contract, pool } = PARTS[part]!
    await sql`
      insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, amount, tx_hash, at)
      values (${block}, ${index}, ${person + 1}, ${contract}, ${contract === 'StakingPools' ? 'claim' : 'level'},
        ${pool === null ? null : Number(pool)}, 1, ${hashAt(index + 1)}, ${block})`
  }
}

async function standAt(block: number): Promise<void> {
  await sql`
    insert into galx.cursor (number, hash, timestamp, genesis_hash) values (${block}, ${hashAt(1)}, 1, ${hashAt(1)})
    on conflict (only_row) do update set number = excluded.number`
}

const events = fc.array(
  fc.record({ block: fc.integer({ min: 1, max: 12 }), person: fc.nat(2), part: fc.nat(3) }),
  { maxLength: 40 },
)

test('a history has all its parts in one order, page by page, and each part alone', async () => {
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 1, max: 7 }), async (all, limit) => {
      await sql`truncate galx.activity`
      await put(all)
      for (const [person, address] of PEOPLE.entries()) {
        const own = all
          .map((event, logIndex) => ({ ...event, logIndex }))
          .filter((event) => event.person === person)
          .sort((a, b) => b.block - a.block || b.logIndex - a.logIndex)
        const placesOf = (rows: readonly { blockNumber: number; logIndex: number }[]) =>
          rows.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])
        const wanted = own.map(({ block, logIndex }) => [block, logIndex])
        const pages: [number, number][] = []
        for await (const rows of walkActivity(sql, address, limit)) {
          expect(rows.length).toBeLessThanOrEqual(limit)
          pages.push(...(placesOf(rows) as [number, number][]))
        }
        expect(pages).toEqual(wanted)
        for (const [index, part] of PARTS.entries()) {
          const ofPart = own.filter((event) => event.part === index)
          const rows = await listOfProduct(sql, address, part, null, 100)
          expect(placesOf(rows)).toEqual(ofPart.map(({ block, logIndex }) => [block, logIndex]))
          expect(rows.every(({ contract, pool }) => contract === part.contract && pool === part.pool)).toBe(
            true,
          )
        }
      }
    }),
    { numRuns: 15 },
  )
})

test('lengths are exact before, between and after counts of any size, and nothing is counted twice', async () => {
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 1, max: 5 }), async (all, atOnce) => {
      await sql`truncate galx.activity, galx.history_lengths, galx.history_standing, galx.cursor`
      const check = async (upTo: number) => {
        for (const [person, address] of PEOPLE.entries()) {
          const own = all.filter((event) => event.person === person && event.block <= upTo)
          expect(await countActivity(sql, address)).toBe(own.length)
          for (const [index, part] of PARTS.entries())
            expect(await countOfProduct(sql, address, part)).toBe(
              own.filter(({ part }) => part === index).length,
            )
        }
      }
      const ordered = [...all].sort((a, b) => a.block - b.block)
      await check(0)
      for (const block of [3, 7, 12]) {
        const from = (await sql<{ number: number }[]>`select number from galx.cursor`)[0]?.number ?? 0
        await put(ordered.map((event) => event).filter((event) => event.block > from && event.block <= block))
        await standAt(block)
        await check(block)
        // Two counts run at once: one counts, the other finds the rest or nothing.
        const [complete] = await Promise.all([countHistories(sql, atOnce), countHistories(sql, atOnce)])
        await check(block)
        for (let done = complete; !done;) {
          done = await countHistories(sql, atOnce)
          await check(block)
        }
      }
      const [row] = await sql<
        { rows: number }[]
      >`select coalesce(sum(rows), 0)::integer as rows from galx.history_lengths`
      expect(row!.rows).toBe(all.length)
    }),
    { numRuns: 10 },
  )
})

test('a page costs as little if the account has a long history in another part', async () => {
  await expectShortPages(sql, { id: 1, address: PEOPLE[0]! })
})

test('a pool that was never made has an empty history', async () => {
  const part: Part = { contract: 'StakingPools', pool: 77n }
  expect(await listOfProduct(sql, PEOPLE[0]!, part, null, 5)).toEqual([])
  expect(await countOfProduct(sql, PEOPLE[0]!, part)).toBe(0)
  expect(await listActivity(sql, `0x${'9'.repeat(40)}`, null, 5)).toEqual([])
  expect(await countActivity(sql, `0x${'9'.repeat(40)}`)).toBe(0)
})

async function report(number: number): Promise<void> {
  await sql`
    insert into galx.reports (tx_hash, account_id, call, contract, kind, reported_at)
    values (${hashAt(number)}, 1, 'znStake', 'ZnVault', 'deposit', 1)`
  await sql`insert into galx.open_reports (tx_hash, reported_at, next_look_at) values (${hashAt(number)}, 1, 1)`
}
async function indexedReports(): Promise<string[]> {
  return (
    await sql<{ hash: string }[]>`select tx_hash as hash from galx.reports where indexed order by 1`
  ).map(({ hash }) => hash)
}

test('an open report is marked when its transaction is in the history, without a request to a node', async () => {
  await standAt(10)
  await markIndexed(sql)
  await report(1)
  await report(2)
  await standAt(12)
  await put([{ block: 11, person: 0, part: 2 }])
  // Several processes may set the marks at the same time.
  await Promise.all([markIndexed(sql), markIndexed(sql), markIndexed(sql)])
  expect(await indexedReports()).toEqual([hashAt(1)])
  // While old blocks are indexed, the marks follow in steps.
  await sql`update galx.activity set tx_hash = ${hashAt(2)}, block_number = 2000`
  await standAt(3000)
  for (let turn = 0; turn < 6; turn += 1) await markIndexed(sql)
  expect(await indexedReports()).toEqual([hashAt(1), hashAt(2)])
})

test('blocks are skipped while no report is open; a later report is marked by its own block', async () => {
  await standAt(10)
  await markIndexed(sql)
  await standAt(5000)
  await markIndexed(sql)
  expect((await sql`select looked_block from galx.report_worker`)[0]).toEqual({ looked_block: 5000 })
  await put([{ block: 40, person: 0, part: 2 }])
  await report(1)
  await markIndexed(sql)
  expect(await indexedReports()).toEqual([])
  expect(await markIfIndexed(sql, hashAt(1), 39)).toBe(false)
  expect(await markIfIndexed(sql, hashAt(1), 40)).toBe(true)
  expect(await indexedReports()).toEqual([hashAt(1)])
  // While the chain is read again, the tables stand before the blocks that were already searched.
  await standAt(3)
  await markIndexed(sql)
  expect((await sql`select looked_block from galx.report_worker`)[0]).toEqual({ looked_block: 3 })
})
