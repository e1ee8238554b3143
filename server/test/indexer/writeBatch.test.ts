/** One range of events is written into the tables completely or not at all. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import { bonusEpochs } from '../../src/rewards/engine/epochs.ts'
import type { BlockRange } from '../../src/chain/rpc/fetchRange.ts'
import { readCursor } from '../../src/indexer/engine/cursor.ts'
import { tryToLead } from '../../src/indexer/engine/leaderLock.ts'
import { InconsistentEventsError } from '../../src/ledger/source.ts'
import { writeBatch } from '../../src/indexer/engine/writeRange.ts'
import { SOURCE_TABLES, sourcesOf } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { ROWS_AT_ONCE } from '../../src/ledger/activityRows.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { stakeRange, type Stake } from '../support/stakeLogs.ts'
import { dumpTables } from '../support/tables.ts'

const ETHER = 10n ** 18n
const POOLS = PAPER_DEPLOYMENT.contracts.StakingPools.address
const sources = sourcesOf(PAPER_DEPLOYMENT)
const epochs = bonusEpochs(PAPER_DEPLOYMENT)
const GENESIS = `0x${'0'.repeat(64)}`
const [A, B, C] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]

/** An account that is in the table `accounts` before a test writes its blocks. */
const STORED = `0x${'d'.repeat(40)}`

let database: Awaited<ReturnType<typeof copyDatabase>>
let sql: Sql
let leader: Sql

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 2 })
  leader = connect(database.url, { name: 'test leader', max: 1 })
  expect(await tryToLead(leader)).toBe(true)
}, 120_000)
afterAll(async () => {
  await Promise.all([sql?.end(), leader?.end()])
  await database?.stop()
})
beforeEach(async () => {
  const tables = [
    ...SOURCE_TABLES,
    'cursor',
    'indexer_sources',
    'activity',
    'history_lengths',
    'history_standing',
    'weight_changes',
  ]
  await sql.unsafe(
    `truncate ${[...tables, 'team_changes', 'account_totals', 'pending_counts', 'accounts']
      .map((table) => `galx.${table}`)
      .join()} restart identity cascade`,
  )
  await sql`
    insert into galx.pools (pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
    values (1, ${A}, ${A}, 0, 1, ${sql.json([{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }])}, 1, 1)`
})

function stake(account: string, position: number, weight: bigint, inviter: string | null = null): Stake {
  return { account, inviter, position, amount: ETHER, weight }
}

it('new accounts that invite one another in one block get the inviters that they have on the chain, and each is counted once as a member', async () => {
  const [top, middle, low] = [A, B, C]
  const range = stakeRange(POOLS, 1, [
    stake(low, 0, ETHER, middle),
    stake(middle, 0, ETHER, top),
    stake(top, 0, ETHER, STORED),
  ])
  await sql`insert into galx.accounts (address) values (${STORED})`
  await writeBatch(leader, null, range, GENESIS, sources, epochs)
  const rows = await sql`
    select account.address, inviter.address as inviter, account.bound_block as block, account.direct_count as members
    from galx.accounts account left join galx.accounts inviter on inviter.id = account.inviter_id order by account.address`
  expect([...rows]).toEqual([
    { address: top, inviter: STORED, block: 1, members: 1 },
    { address: middle, inviter: top, block: 1, members: 1 },
    { address: low, inviter: middle, block: 1, members: 0 },
    { address: STORED, inviter: null, block: null, members: 1 },
  ])
})

/** Three ranges: an account that stakes, or is invited, in one of them appears again in the next. */
function threeRanges(): BlockRange[] {
  return [
    [stake(A, 0, ETHER), stake(B, 0, ETHER, A)],
    [stake(A, 1, 2n * ETHER, C), stake(C, 0, ETHER, B), stake(B, 1, 2n * ETHER)],
    [stake(C, 1, 2n * ETHER, A), stake(A, 2, 3n * ETHER)],
  ].map((stakes, index) => stakeRange(POOLS, 1 + index, stakes))
}

it('writes a row for each event of a batch that needs several statements', async () => {
  const events = 2 * ROWS_AT_ONCE + 500
  const stakes = Array.from({ length: events }, (_, index) =>
    stake([A, B, C][index % 3]!, Math.floor(index / 3), BigInt(Math.floor(index / 3) + 1) * ETHER),
  )
  await writeBatch(leader, null, stakeRange(POOLS, 1, stakes), GENESIS, sources, epochs)
  const rows = await sql<{ index: number; address: string; position: bigint; penalty: bigint | null }[]>`
    select log_index as index, address, position, penalty
    from galx.activity join galx.accounts on id = account_id order by log_index`
  expect([...rows]).toEqual(
    stakes.map(({ account, position }, index) => ({
      index,
      address: account,
      position: BigInt(position),
      penalty: null,
    })),
  )
})

it('throws when it writes a range with a fault; the range written before stays', async () => {
  const [first, second] = threeRanges()
  const twice = stakeRange(POOLS, 2, [stake(A, 0, 2n * ETHER)])
  twice.logs.push({ ...twice.logs[0]!, logIndex: 1 })
  const cursor = await writeBatch(leader, null, first!, GENESIS, sources, epochs)
  expect(cursor.number).toBe(1)
  const before = await dumpTables(sql)
  await expect(writeBatch(leader, cursor, twice, GENESIS, sources, epochs)).rejects.toThrow(
    InconsistentEventsError,
  )
  expect(await dumpTables(sql)).toEqual(before)
  await writeBatch(leader, cursor, second!, GENESIS, sources, epochs)
  expect((await readCursor(leader))!.number).toBe(2)
})

/** `count` stakes of A and B in turn; their position numbers begin at `from`. */
function stakesOf(block: number, count: number, from = 0) {
  return stakeRange(
    POOLS,
    block,
    Array.from({ length: count }, (_, index) => {
      const position = from + Math.floor(index / 2)
      return stake([A, B][index % 2]!, position, BigInt(position + 1) * ETHER)
    }),
  )
}

it('if one of many statements fails, the next attempt writes every row exactly once', async () => {
  const second = stakesOf(2, 3_000, 2_250)
  const refused = 2 * ROWS_AT_ONCE + 100
  await sql.unsafe(
    `alter table galx.activity add constraint refuse check (log_index <> ${refused}) not valid`,
  )
  try {
    await expect(writeBatch(leader, null, stakesOf(1, 4_500), GENESIS, sources, epochs)).rejects.toThrow(
      'refuse',
    )
  } finally {
    await sql.unsafe('alter table galx.activity drop constraint refuse')
  }
  const cursor = await writeBatch(leader, null, stakesOf(1, 4_500), GENESIS, sources, epochs)
  await writeBatch(leader, cursor, second, GENESIS, sources, epochs)
  expect(await sql`select distinct block_number, log_index from galx.activity`).toHaveLength(7_500)
  expect(await sql`select 1 from galx.positions`).toHaveLength(7_500)
})
