/** Pages of a board that is made again between two of them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { RankData } from '@galx/protocol/http/rank'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import type { ApiContext } from '../../src/http/context.ts'
import { rankBoard } from '../../src/community/ranks.ts'
import { getRank } from '../../src/community/routes/getRank.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { DAY } from '../support/bigBonuses.ts'
import { addressOf } from '../support/bigForest.ts'

let database: TestDatabase
let sql: Sql
let block = 0

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 2 })
})
afterAll(async () => {
  await sql?.end()
  await database?.stop()
})
beforeEach(() => sql`truncate galx.accounts, galx.account_totals, galx.rank_chunks, galx.rank_boards cascade`)

/** Adds accounts with these own powers in wei, in the order of their ids from `from` on. */
async function add(from: number, powers: readonly bigint[]): Promise<void> {
  const ids = powers.map((_, index) => from + index)
  await sql`
    insert into galx.accounts (id, address) overriding system value
    select * from unnest(${ids}::bigint[], ${ids.map(addressOf)}::bytea[])`
  await sql`
    insert into galx.account_totals (account_id, own_power, team_power, team_count)
    select id, power, 0, 0 from unnest(${ids}::bigint[], ${powers.map(String)}::numeric[]) as one (id, power)`
}

/** Makes the board again, as after another range of blocks. */
async function remake(): Promise<void> {
  block += 1
  await sql`update galx.totals_standing set block_number = ${block}, timestamp = ${block}`
  await rankBoard(sql, 'staker', DAY)
}

async function page(limit: number, cursor?: string): Promise<RankData> {
  const context = { read: sql, deployment: PAPER_DEPLOYMENT } as ApiContext
  const query = { type: 'staker', limit, ...(cursor === undefined ? {} : { cursor }) }
  return (await getRank.handle(context, { query } as never)) as RankData
}

function addressesOf({ list }: RankData) {
  return list.map(({ address }) => address)
}

it('the next page begins after the last account of the previous page, even if accounts above it came or went', async () => {
  await add(1, [60n, 50n, 40n, 30n, 20n])
  await remake()
  const first = await page(2)
  expect(addressesOf(first)).toEqual([1, 2].map(addressOf))
  await add(6, [70n])
  await remake()
  const second = await page(2, first.nextCursor!)
  expect(second.list).toMatchObject([
    { rank: 4, address: addressOf(3) },
    { rank: 5, address: addressOf(4) },
  ])
  // The last account of the page has left the board, and so has one above it.
  await sql`update galx.account_totals set own_power = 0 where account_id in (1, 4)`
  await remake()
  const third = await page(2, second.nextCursor!)
  expect(third).toMatchObject({ list: [{ rank: 4, address: addressOf(5) }], nextCursor: null })
})

it('also works among any number of equal powers', async () => {
  const count = 2_500
  await add(
    1,
    Array.from({ length: count }, () => 5n),
  )
  await remake()
  const seen: string[] = []
  for (let cursor: string | null | undefined, gone = 1; cursor !== null; gone += 1) {
    const found: RankData = await page(100, cursor)
    seen.push(...addressesOf(found))
    expect(new Set(found.list.map(({ rank }) => rank))).toEqual(new Set([1]))
    cursor = found.nextCursor
    await sql`update galx.account_totals set own_power = 0 where account_id = ${gone}`
    await remake()
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => addressOf(index + 1)))
})

it('ends when nothing is left after the last account', async () => {
  await add(1, [60n, 50n, 40n])
  await remake()
  const { nextCursor } = await page(2)
  await sql`update galx.account_totals set own_power = 90 where account_id = 3`
  await remake()
  expect(await page(2, nextCursor!)).toMatchObject({ list: [], nextCursor: null, total: 3 })
})
