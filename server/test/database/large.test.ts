/** The cost of reads and batches must not grow with the tables: counts the rows that they read, on tables that are large enough. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { readUserInfo } from '../../src/accounts/userInfo.ts'
import { catalogueOf } from '../../src/http/context.ts'
import { foldTotals } from '../../src/ledger/foldTotals.ts'
import { listEpochRanked, ownEpochPlace, readEpochBoard } from '../../src/community/epochBoard.ts'
import {
  BOARDS,
  LISTED,
  listRanked,
  MINUTE_BOARDS,
  ownPlace,
  rankBoard,
  readBoard,
  type MinuteBoard,
} from '../../src/community/ranks.ts'
import { readCursor, type Cursor } from '../../src/indexer/engine/cursor.ts'
import { tryToLead } from '../../src/indexer/engine/leaderLock.ts'
import { indexerMetrics } from '../../src/indexer/engine/metrics.ts'
import { runTotals } from '../../src/indexer/engine/totals.ts'
import { writeBatch } from '../../src/indexer/engine/writeRange.ts'
import { bonusEpochs } from '../../src/rewards/engine/epochs.ts'
import { sourcesOf } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { DAY, OUTAGE } from '../support/bigBonuses.ts'
import { addressOf, fillForest, type BigForest } from '../support/bigForest.ts'
import { expectBoundedReads, expectBoundedWrites, PLAN_MODES } from '../support/boundedReads.ts'
import { plansOf } from '../support/plans.ts'
import { stakeRange } from '../support/stakeLogs.ts'
import { waitFor } from '../support/wait.ts'

const ACCOUNTS = 60_000
const ETHER = 10n ** 18n
/** Tables of one row or a few. */
const SMALL = new Set([
  'pools',
  'cursor',
  'totals_standing',
  'indexer_sources',
  'pending_counts',
  'applied_ruleset',
])

let database: TestDatabase
let sql: Sql
let forest: BigForest

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  // One connection: it leads, and its settings apply to every statement.
  sql = connect(database.url, { name: 'test', max: 1 })
  forest = await fillForest(sql, ACCOUNTS)
  for (const board of BOARDS) await rankBoard(sql, board, DAY)
}, 300_000)
afterAll(async () => {
  await sql?.end()
  await database?.stop()
})

describe('reads', () => {
  it.each(PLAN_MODES)(
    'read only as many rows as they show, with plans made by %s',
    async (mode) => {
      await expectBoundedReads(sql, forest, mode)
    },
    120_000,
  )
})

describe('writes of the API', () => {
  it.each(PLAN_MODES)(
    'read only their own rows, with plans made by %s, and leave no row of the test',
    async (mode) => {
      const sessions = () => sql`select count(*) as count from galx.sessions`
      const before = await sessions()
      await expectBoundedWrites(sql, forest, mode)
      expect(await sessions()).toEqual(before)
    },
    120_000,
  )

  it('without a plan are refused, but parts of a statement are not', async () => {
    await expect(plansOf(sql, (one) => one`set local work_mem = '64MB'`)).rejects.toThrow('without a plan')
    const plans = await plansOf(sql, (one) => one`select id from ${one`galx.pools`} where ${one`true`}`)
    expect(plans).toHaveLength(1)
  })
})

it('an account’s team has the block of its sums', async () => {
  const { team } = await readUserInfo(sql, catalogueOf(PAPER_DEPLOYMENT), addressOf(1), false)
  expect(team.asOf).toEqual({ block: ACCOUNTS, at: 1_700_000_000 + ACCOUNTS })
  expect(team.total).toBeGreaterThan(50)
})

describe('ranks', () => {
  const orders: Record<MinuteBoard, string> = {
    staker: 'select account_id, own_power as power from galx.account_totals where own_power > 0',
    community: 'select account_id, team_power as power from galx.account_totals where team_power > 0',
    node: `select account_id, team_power as power from galx.account_totals
      where team_power > 0 and account_id in (select holder_id from galx.passes where unbonding_until is null)`,
  }

  it.each(MINUTE_BOARDS)('on the board %s equal a count, and equal powers share a rank', async (board) => {
    type Counted = {
      address: `0x${string}`
      rank: number
      power: bigint
      members: number
      pass: bigint | null
    }
    const rows = await sql.unsafe<Counted[]>(`
      select address, rank, power, account_totals.team_count as members, (select min(id) from galx.passes where holder_id = account_id) as pass
      from (
        select account_id, power, rank() over (order by power desc) as rank from (${orders[board]}) entries
      ) ranked join galx.accounts on id = account_id join galx.account_totals using (account_id) order by rank, account_id`)
    const counted = rows.map(({ pass, ...row }) => ({
      ...row,
      node: pass === null ? null : { id: pass, name: 'pass' },
    }))
    expect(await readBoard(sql, board)).toMatchObject({ ranked: counted.length, block: ACCOUNTS })
    const step = Math.max(1, Math.floor(counted.length / 40))
    for (let index = 0; index < counted.length; index += step) {
      const { address, ...own } = counted[index]!
      const above = counted.findLast(({ power }) => power > own.power)
      const next = above === undefined ? null : { rank: above.rank, power: above.power }
      expect(await ownPlace(sql, board, address)).toEqual({ ...own, next })
    }
    for (const offset of [0, 1, 990, Math.min(counted.length, LISTED) - 15])
      expect(await listRanked(sql, board, Math.max(0, offset), 15)).toEqual(
        counted.slice(Math.max(0, offset), Math.max(0, offset) + 15).map((row) => ({ ...row })),
      )
  })

  it('of the last epoch equal a count of its rows, with averages and bonuses, and equal points share a rank', async () => {
    type Counted = { address: `0x${string}`; rank: number; points: bigint; bonus: bigint }
    const counted = await sql<Counted[]>`
      select address, rank() over (order by points desc) as rank, points, bonus
      from galx.epoch_rows join galx.accounts on id = account_id
      where epoch = ${forest.lastEpoch} and program_key = 'node' order by points desc, account_id`
    const board = (await readEpochBoard(sql, DAY))!
    expect(board).toMatchObject({
      ranked: counted.length,
      epoch: forest.lastEpoch,
      block: ACCOUNTS - OUTAGE - 1,
    })
    expect(counted.length).toBeGreaterThan(5_000)
    const shown = ({ address, rank, points, bonus }: Counted) => ({
      address,
      rank,
      power: points / BigInt(DAY),
      bonus,
    })
    for (let index = 0; index < counted.length; index += 150) {
      const { address, ...own } = shown(counted[index]!)
      const above = counted.findLast(({ points }) => points > counted[index]!.points)
      const next = above === undefined ? null : { rank: above.rank, power: above.points / BigInt(DAY) }
      expect(await ownEpochPlace(sql, board, address)).toMatchObject({ ...own, next })
    }
    for (const offset of [0, 1, 990, counted.length - 15])
      expect(await listEpochRanked(sql, board, offset, 15)).toMatchObject(
        counted.slice(offset, offset + 15).map(shown),
      )
  })

  it('are null without power, and stay unchanged while nothing changes', async () => {
    const [nobody] = await sql<{ address: `0x${string}` }[]>`
      select address from galx.account_totals totals join galx.accounts on id = account_id
      where totals.own_power = 0 and totals.team_power = 0 limit 1`
    for (const board of MINUTE_BOARDS) {
      const { ranked } = (await readBoard(sql, board))!
      // To enter the board, the account needs as much power as the last account of the board.
      const next = { rank: expect.any(Number), power: expect.any(BigInt) }
      const place = await ownPlace(sql, board, nobody!.address)
      expect(place).toMatchObject({ rank: null, power: 0n, next })
      expect(place.next!.rank).toBeLessThanOrEqual(ranked)
    }
    const version = () => sql`select xmin::text from galx.rank_chunks order by board, above`
    const before = await version()
    for (const board of BOARDS) await rankBoard(sql, board, DAY)
    expect(await version()).toEqual(before)
  })

  it('a board writes only the rows whose places have changed, and removes the rest', async () => {
    const rows = () => sql<{ above: number; version: string }[]>`
      select above, xmin::text as version from galx.rank_chunks where board = 'staker' order by above`
    const before = await rows()
    expect(before.length).toBeGreaterThan(5)
    const step = async (change: PromiseLike<unknown>) => {
      await change
      await sql`update galx.totals_standing set block_number = block_number + 1`
      await rankBoard(sql, 'staker', DAY)
      return rows()
    }
    // The last account gains a little power, and passes at most accounts of equal power. The rows above stay unchanged.
    const [last] = await sql<{ id: number }[]>`
      select account_id as id from galx.account_totals where own_power > 0 order by own_power, account_id desc limit 1`
    const gained = await step(
      sql`update galx.account_totals set own_power = own_power + 1 where account_id = ${last!.id}`,
    )
    const changed = gained.filter(({ version }, index) => version !== before[index]!.version)
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.length).toBeLessThan(4)
    // Everybody except the first thousand leaves the board, and returns.
    await sql`create temporary table left_out as
      select account_id, own_power from galx.account_totals where own_power > 0 order by own_power desc, account_id offset 1000`
    const fewer = await step(sql`
      update galx.account_totals t set own_power = 0 from left_out l where l.account_id = t.account_id`)
    expect(fewer).toEqual(before.slice(0, 1))
    expect(await readBoard(sql, 'staker')).toMatchObject({ ranked: 1_000 })
    await step(sql`
      update galx.account_totals t set own_power = l.own_power from left_out l where l.account_id = t.account_id`)
    const order =
      await sql`select array_agg(own_power order by own_power desc) as powers from galx.account_totals where own_power > 0`
    const kept = await sql`
      select array_agg(power order by above, place) as powers
      from galx.rank_chunks, unnest(powers) with ordinality as one (power, place) where board = 'staker'`
    expect([...kept]).toEqual([...order])
    await sql`update galx.totals_standing set block_number = block_number - 3`
  })
})

describe('a batch of events', () => {
  type Counters = { table: string; scanned: number; fetched: number }

  /** Rows that statements have read so far, by table. */
  async function counters(): Promise<Map<string, Counters>> {
    await sql`select pg_stat_force_next_flush()`
    const rows = await sql<Counters[]>`
      select relname as "table", seq_tup_read as scanned, coalesce(idx_tup_fetch, 0) as fetched
      from pg_stat_user_tables where schemaname = 'galx'`
    return new Map(rows.map((row) => [row.table, row]))
  }

  it.each([1, 50, 500])('of %i stakes reads the rows that it touches, and no whole table', async (size) => {
    await sql.unsafe(`select setval(pg_get_serial_sequence('galx.pools', 'id'), 1)`)
    expect(await tryToLead(sql)).toBe(true)
    const cursor = await readCursor(sql)
    const contract = PAPER_DEPLOYMENT.contracts.StakingPools.address
    const stakes = Array.from({ length: size }, (_, index) => ({
      account: addressOf(size * 1_000_000 + index),
      // The account at the end of the chain of inviters, so that each new account has sixty ancestors.
      inviter: addressOf(60),
      position: 0,
      amount: ETHER,
      weight: ETHER,
    }))
    const before = await counters()
    await writeBatch(
      sql,
      cursor,
      stakeRange(contract, cursor!.number + 1, stakes),
      '',
      sourcesOf(PAPER_DEPLOYMENT),
      bonusEpochs(PAPER_DEPLOYMENT),
    )
    const after = await waitFor('the counters', async () => {
      const now = await counters()
      return now.get('accounts')!.fetched > before.get('accounts')!.fetched && now
    })
    let fetched = 0
    for (const [table, { scanned, fetched: total }] of after) {
      if (SMALL.has(table)) continue
      expect(scanned - before.get(table)!.scanned, table).toBe(0)
      fetched += total - before.get(table)!.fetched
    }
    expect(fetched).toBeLessThanOrEqual(12 * size + 30)

    const folded = await foldTotals(sql)
    expect(folded).toMatchObject({ changes: size, complete: true })
    // The fold writes each new account once, and each of the sixty ancestors once.
    expect(folded.written).toBe(size + 60)
    const [standing] = await sql`select block_number from galx.totals_standing`
    expect(standing).toEqual({ block_number: cursor!.number + 1 })
  })

  it('changes the sums of ancestors in one fold for each batch', async () => {
    const cursor = await readCursor(sql)
    const contract = PAPER_DEPLOYMENT.contracts.StakingPools.address
    const totals = async () => {
      const rows = await sql<{ power: bigint; count: number }[]>`
        select team_power as power, team_count as count from galx.account_totals where account_id in (1, 60) order by account_id`
      return rows.map((row) => ({ ...row }))
    }
    const [top, end] = await totals()
    let at: Cursor = cursor!
    for (let batch = 0; batch < 3; batch += 1) {
      const account = addressOf(9_000_000 + batch)
      const stake = { account, inviter: addressOf(60), position: 0, amount: ETHER, weight: ETHER }
      at = await writeBatch(
        sql,
        at,
        stakeRange(contract, at.number + 1, [stake]),
        '',
        sourcesOf(PAPER_DEPLOYMENT),
        bonusEpochs(PAPER_DEPLOYMENT),
      )
    }
    for (let complete = false; !complete;) complete = (await foldTotals(sql, 0)).complete
    expect(await totals()).toEqual([
      { power: top!.power + 3n * ETHER, count: top!.count + 3 },
      { power: end!.power + 3n * ETHER, count: end!.count + 3 },
    ])
  })

  it('follows the tables at once when the head is near again', async () => {
    const contract = PAPER_DEPLOYMENT.contracts.StakingPools.address
    const write = async () => {
      const at = (await readCursor(sql))!
      const stake = { account: addressOf(9_100_000 + at.number), position: 0, amount: ETHER, weight: ETHER }
      const range = stakeRange(contract, at.number + 1, [{ ...stake, inviter: addressOf(60) }])
      return writeBatch(sql, at, range, '', sourcesOf(PAPER_DEPLOYMENT), bonusEpochs(PAPER_DEPLOYMENT))
    }
    const standsAt = async ({ number }: Cursor) => {
      const [row] = await sql<{ block: number }[]>`select block_number as block from galx.totals_standing`
      return row!.block === number
    }
    const distance = { blocks: 10_000, seenAt: performance.now() }
    const stopping = new AbortController()
    const first = await write()
    const options = {
      databaseUrl: database.url,
      distance,
      ranks: false,
      metrics: indexerMetrics(),
      epochs: bonusEpochs(PAPER_DEPLOYMENT),
    }
    const keeping = runTotals({ ...options, log: pino({ level: 'silent' }), signal: stopping.signal })
    try {
      // The first fold comes at once, however far away the head is.
      await waitFor('the first fold', () => standsAt(first))
      const second = await write()
      distance.blocks = 0
      await waitFor('the fold near the head', () => standsAt(second), 10_000)
    } finally {
      stopping.abort()
      await keeping
    }
  })
})
