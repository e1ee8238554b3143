/** Batches that begin in the transaction of the batch before them: what they leave, and what is left of them after a fault. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import { bonusEpochs } from '../../src/bonuses/epochs.ts'
import type { BlockRange } from '../../src/chain/rpc/fetchRange.ts'
import { readCursor, type Cursor } from '../../src/indexer/engine/cursor.ts'
import { tryToLead } from '../../src/indexer/engine/leaderLock.ts'
import { Lookahead } from '../../src/indexer/engine/lookahead.ts'
import { InconsistentEvents, type Source } from '../../src/indexer/engine/source.ts'
import { writeBatch } from '../../src/indexer/engine/writeBatch.ts'
import { SOURCE_TABLES, sourcesOf } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { ROWS_AT_ONCE } from '../../src/activity/activityRows.ts'
import { TOPICS } from '../../src/staking/events.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { stakeRange, type Stake } from '../support/stakeLogs.ts'
import { dumpTables } from '../support/tables.ts'
import { waitFor } from '../support/wait.ts'

const ETHER = 10n ** 18n
const POOLS = PAPER_DEPLOYMENT.contracts.StakingPools.address
const sources = sourcesOf(PAPER_DEPLOYMENT)
const epochs = bonusEpochs(PAPER_DEPLOYMENT)
const [A, B, C] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]

/** Has a row before a test's blocks. */
const STORED = `0x${'d'.repeat(40)}`

/** Counts the batches that had begun. */
class CountingLookahead extends Lookahead {
  begun = 0

  override take(range: BlockRange) {
    const batch = super.take(range)
    if (batch !== null) this.begun += 1
    return batch
  }
}

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

it('new accounts that invite one another in one block are written as the chain says, and counted once', async () => {
  const [top, middle, low] = [A, B, C]
  const range = stakeRange(POOLS, 1, [
    stake(low, 0, ETHER, middle),
    stake(middle, 0, ETHER, top),
    stake(top, 0, ETHER, STORED),
  ])
  await sql`insert into galx.accounts (address) values (${STORED})`
  await write([range], () => new Lookahead(() => null))
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

/** Three ranges: who stakes, and is invited, in one of them is met again in the next. */
function threeRanges(): BlockRange[] {
  return [
    [stake(A, 0, ETHER), stake(B, 0, ETHER, A)],
    [stake(A, 1, 2n * ETHER, C), stake(C, 0, ETHER, B), stake(B, 1, 2n * ETHER)],
    [stake(C, 1, 2n * ETHER, A), stake(A, 2, 3n * ETHER)],
  ].map((stakes, index) => stakeRange(POOLS, 1 + index, stakes))
}

/** @param lookahead given the range that follows */
async function write(
  ranges: readonly BlockRange[],
  lookaheadOf: (following: () => BlockRange | null) => Lookahead,
) {
  let next = 0
  const lookahead = lookaheadOf(() => ranges[next] ?? null)
  let cursor: Cursor | null = await readCursor(leader)
  while (next < ranges.length) {
    const range = ranges[next]!
    next += 1
    cursor = await writeBatch(leader, cursor, range, `0x${'0'.repeat(64)}`, sources, epochs, lookahead)
  }
  return lookahead
}

it('leaves the tables that batches leave which were written one by one', async () => {
  await write(threeRanges(), () => new Lookahead(() => null))
  const alone = await dumpTables(sql)
  await sql.unsafe('truncate galx.cursor, galx.indexer_sources, galx.activity, galx.weight_changes')
  await sql.unsafe(
    'truncate galx.positions, galx.pool_accounts, galx.pool_accruals, galx.points, galx.team_changes',
  )
  await sql.unsafe('truncate galx.accounts restart identity cascade')
  const lookahead = (await write(
    threeRanges(),
    (following) => new CountingLookahead(following),
  )) as CountingLookahead
  expect(lookahead.begun).toBe(2)
  expect(await dumpTables(sql)).toEqual(alone)
})

it('writes a batch that takes several statements event by event', async () => {
  const events = 2 * ROWS_AT_ONCE + 500
  const stakes = Array.from({ length: events }, (_, index) =>
    stake([A, B, C][index % 3]!, Math.floor(index / 3), BigInt(Math.floor(index / 3) + 1) * ETHER),
  )
  await write([stakeRange(POOLS, 1, stakes)], () => new Lookahead(() => null))
  const rows = await sql<{ index: number; address: string; position: bigint; penalty: bigint | null }[]>`
    select log_index as index, address, position, penalty
    from galx.activity join galx.accounts on id = account_id order by log_index`
  expect([...rows]).toEqual(
    stakes.map(({ account, position }, index) => ({
      ...{ index, address: account, position: BigInt(position), penalty: null },
    })),
  )
})

it('throws what is wrong with a range where its turn has come; the one before it stays', async () => {
  const [first, second] = threeRanges()
  const twice = stakeRange(POOLS, 2, [stake(A, 0, 2n * ETHER)])
  twice.logs.push({ ...twice.logs[0]!, logIndex: 1 })
  const ranges = [first!, twice]
  const lookahead = new Lookahead(() => ranges[1]!)
  const cursor = await writeBatch(leader, null, first!, `0x${'0'.repeat(64)}`, sources, epochs, lookahead)
  expect(cursor.number).toBe(1)
  const before = await dumpTables(sql)
  await expect(
    writeBatch(leader, cursor, twice, `0x${'0'.repeat(64)}`, sources, epochs, lookahead),
  ).rejects.toThrow(InconsistentEvents)
  expect(await dumpTables(sql)).toEqual(before)
  await writeBatch(leader, cursor, second!, `0x${'0'.repeat(64)}`, sources, epochs, lookahead)
  expect((await readCursor(leader))!.number).toBe(2)
})

/** So many stakes of A and B in turn, from a position on. */
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

it('throws what cannot be decoded far in the range that follows where its turn has come', async () => {
  const genesis = `0x${'0'.repeat(64)}`
  const wrong = stakesOf(2, 1_500, 1)
  wrong.logs[1_400] = { ...wrong.logs[1_400]!, data: '0x' }
  const lookahead = new Lookahead(() => wrong)
  const cursor = await writeBatch(leader, null, stakesOf(1, 2), genesis, sources, epochs, lookahead)
  await expect(writeBatch(leader, cursor, wrong, genesis, sources, epochs, lookahead)).rejects.toThrow(
    'log 1400 of block 2 has 3 topics',
  )
  await writeBatch(leader, cursor, stakesOf(2, 2, 1), genesis, sources, epochs, lookahead)
  expect(await sql`select 1 from galx.activity`).toHaveLength(4)
})

it('writes every row once where a statement among many failed, with the next range half made', async () => {
  const genesis = `0x${'0'.repeat(64)}`
  const second = stakesOf(2, 3_000, 2_250)
  const lookahead = new Lookahead(() => second)
  const refused = 2 * ROWS_AT_ONCE + 100
  await sql.unsafe(
    `alter table galx.activity add constraint refuse check (log_index <> ${refused}) not valid`,
  )
  try {
    await expect(
      writeBatch(leader, null, stakesOf(1, 4_500), genesis, sources, epochs, lookahead),
    ).rejects.toThrow('refuse')
  } finally {
    await sql.unsafe('alter table galx.activity drop constraint refuse')
  }
  expect(lookahead.take(second)).toBeNull()
  const cursor = await writeBatch(leader, null, stakesOf(1, 4_500), genesis, sources, epochs, lookahead)
  await writeBatch(leader, cursor, second, genesis, sources, epochs, lookahead)
  expect(await sql`select distinct block_number, log_index from galx.activity`).toHaveLength(7_500)
  expect(await sql`select 1 from galx.positions`).toHaveLength(7_500)
})

it('forgets what has been made in a transaction that was not committed', async () => {
  const [first, second] = threeRanges()
  // What is refused at the commit alone.
  await sql.unsafe(`
    create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$;
    create constraint trigger refuse after insert on galx.cursor deferrable initially deferred
      for each row execute function public.refuse()`)
  const genesis = `0x${'0'.repeat(64)}`
  let made = 0
  class WatchedLookahead extends Lookahead {
    override async begin(...given: Parameters<Lookahead['begin']>) {
      await super.begin(...given)
      made += 1
    }
  }
  const lookahead = new WatchedLookahead(() => second!)
  try {
    await expect(writeBatch(leader, null, first!, genesis, sources, epochs, lookahead)).rejects.toThrow(
      'no commit',
    )
  } finally {
    await sql.unsafe('drop trigger refuse on galx.cursor; drop function public.refuse()')
  }
  expect(made).toBe(1)
  expect(lookahead.take(second!)).toBeNull()
})

it('takes the row of an account that signed in between a batch’s beginning and its writing', async () => {
  const first = stakeRange(POOLS, 1, [stake(A, 0, ETHER)])
  const second = stakeRange(POOLS, 2, [stake(B, 0, ETHER, A)])
  const lookahead = new CountingLookahead(() => second)
  const genesis = `0x${'0'.repeat(64)}`
  const cursor = await writeBatch(leader, null, first, genesis, sources, epochs, lookahead)
  const [row] = await sql<{ id: number }[]>`insert into galx.accounts (address) values (${B}) returning id`
  await writeBatch(leader, cursor, second, genesis, sources, epochs, lookahead)
  expect(lookahead.begun).toBe(1)
  const [bound] = await sql`select account_id as account from galx.positions where opened_block = 2`
  expect(bound).toEqual({ account: row!.id })
})

it('does not begin a range that changes a pool, nor one behind an epoch’s end', async () => {
  const genesis = `0x${'0'.repeat(64)}`
  const [first] = threeRanges()
  const paused = stakeRange(POOLS, 2, [stake(B, 1, 2n * ETHER)])
  paused.logs.push({
    ...paused.logs[0]!,
    logIndex: 1,
    topics: [TOPICS.stakingPauseSet, `0x${'0'.repeat(63)}1`],
    data: `0x${'0'.repeat(63)}9`,
  })
  const lookahead = new CountingLookahead(() => paused)
  const cursor = await writeBatch(leader, null, first!, genesis, sources, epochs, lookahead)
  expect(lookahead.take(paused)).toBeNull()
  await writeBatch(leader, cursor, paused, genesis, sources, epochs, lookahead)

  const later = stakeRange(POOLS, 3, [stake(A, 1, 2n * ETHER)])
  later.headers[0]!.timestamp += 10 * epochs.duration
  const behind = new CountingLookahead(() => later)
  const next = stakeRange(POOLS, 3, [stake(A, 1, 2n * ETHER)])
  await writeBatch(leader, await readCursor(leader), next, genesis, sources, epochs, behind)
  expect(behind.take(later)).toBeNull()
})

it('holds no batch that has been written, however many follow one another', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held: WeakRef<object>[] = []
  const watched: Source[] = sources.map((source) => ({
    ...source,
    async begin(...given) {
      held.push(new WeakRef(given[1]))
      return source.begin(...given)
    },
  }))
  const genesis = `0x${'0'.repeat(64)}`
  const ranges = Array.from({ length: 6 }, (_, index) =>
    stakeRange(POOLS, 1 + index, [stake(A, index, BigInt(index + 1) * ETHER)]),
  )
  let next = 0
  const lookahead = new CountingLookahead(() => ranges[next] ?? null)
  let cursor: Cursor | null = null
  while (next < ranges.length) {
    next += 1
    cursor = await writeBatch(leader, cursor, ranges[next - 1]!, genesis, watched, epochs, lookahead)
  }
  expect(lookahead.begun).toBe(5)
  expect(held).toHaveLength(6)
  // The last one may still be in sight of the driver.
  await waitFor('the batches to be collected', () => {
    collect()
    return Promise.resolve(held.slice(0, -1).every((one) => one.deref() === undefined))
  })
})
