/**
 * The cost of events in batches of any size, and how far team totals and ranks lag, for single blocks and for blocks without a
 * pause. During the writes, every read of a growing table without an index is a fault.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { PAPER_DEPLOYMENT } from '../../../server/test/api/paperDeployment.ts'
import { countHistories } from '@galx/server/activity/historyLengths'
import { foldTotals } from '@galx/server/ledger/foldTotals'
import { BOARDS, MINUTE_BOARDS, rankBoard } from '@galx/server/community/ranks'
import { runTotals } from '@galx/server/indexer/engine/totals'
import { tryToLead } from '@galx/server/indexer/engine/leaderLock'
import { LARGEST_RANGE } from '@galx/server/chain/rpc/nodeLimits'
import { writeBatch } from '@galx/server/indexer/engine/writeRange'
import { readCursor, type Cursor } from '@galx/server/indexer/engine/cursor'
import { bonusEpochs } from '@galx/server/rewards/engine/epochs'
import { sourcesOf } from '@galx/server/indexer/sources'
import { connect, type Sql } from '@galx/server/platform/database/connection'
import { addressOf, CHAIN, type BigForest } from '../../../server/test/support/bigForest.ts'
import { SMALL } from '../../../server/test/support/plans.ts'
import { joinRanges, stakeRange, type Stake } from '../../../server/test/support/stakeLogs.ts'

const SIZES = [1, 10, 100, 1_000, 8_000]
const ETHER = 10n ** 18n
/** The share of the stakes that come from new accounts. A new account names an inviter. */
const NEW = 0.2
/** The share of new accounts whose inviter is the end of the chain. Others have random inviters, about 16 deep at ten million accounts. */
const DEEP = 0.1
const EPOCHS = bonusEpochs(PAPER_DEPLOYMENT)

export async function measureRanks(databaseUrl: string) {
  const sql = connect(databaseUrl, { name: 'galx scale ranks', max: 1 })
  try {
    const seconds: Record<string, number> = {}
    for (const board of BOARDS) {
      const started = performance.now()
      await rankBoard(sql, board, EPOCHS.duration)
      seconds[board] = Math.round((performance.now() - started) / 100) / 10
    }
    return seconds
  } finally {
    await sql.end()
  }
}

export type WriteOptions = {
  /** the time for all batch sizes except the first, which is written before */
  seconds: number
  /** the time of each measurement with all followers: boards reach their greatest age after more than two rounds */
  peak: number
}

export async function measureWrites(databaseUrl: string, forest: BigForest, { seconds, peak }: WriteOptions) {
  const sql = connect(databaseUrl, { name: 'galx scale leader', max: 1 })
  const folding = connect(databaseUrl, { name: 'galx scale totals', max: 1 })
  try {
    if (!(await tryToLead(sql))) throw new Error('another indexer leads')
    await sql.unsafe(`select setval(pg_get_serial_sequence('galx.pools', 'id'), 1)`)
    const writer = await startWriter(sql, forest)
    const beforeBatches = await rowsScanned([sql, folding])
    const batches = []
    for (const size of SIZES) {
      await writer.write(size)
      const started = performance.now()
      let events = 0
      while (performance.now() - started < (1000 * seconds) / 4) events += await writer.write(size)
      batches.push({ size, eventsPerSecond: Math.round((events * 1000) / (performance.now() - started)) })
    }
    await follow(folding)
    const faults = scanFaults('batches', beforeBatches, await rowsScanned([sql, folding]))
    const level = async () => {
      await follow(folding)
      for (const board of MINUTE_BOARDS) await rankBoard(folding, board, EPOCHS.duration)
      writer.reset()
    }
    await level()
    const calm = await keepUp(writer, databaseUrl, peak, CALM)
    await level()
    const oneByOne = await keepUp(writer, databaseUrl, peak, ONE_BY_ONE)
    await level()
    const beforePeak = await rowsScanned([sql, folding])
    const sustained = await sustain(writer, databaseUrl, folding, peak)
    faults.push(
      ...scanFaults('blocks without a pause', beforePeak, await rowsScanned([sql, folding]), RANKED),
    )
    return { batches, calm, oneByOne, sustained, faults }
  } finally {
    await folding.end()
    await sql.end()
  }
}

/** Waits until totals and lengths of histories include everything written. */
async function follow(sql: Sql): Promise<void> {
  for (let done = false; !done;) done = (await foldTotals(sql)).complete
  for (let done = false; !done;) done = await countHistories(sql)
}

/** Tables that every round of ranks reads as a whole. */
const RANKED = ['account_totals', 'passes', 'epoch_rows', 'epochs']
/** The number of rows that may be read without an index from a table of any size. */
const FEW = 10

/** Rows that statements have read without an index so far, by table. @param connections report their counts first */
async function rowsScanned(connections: readonly Sql[]): Promise<Map<string, number>> {
  for (const one of connections) await one`select pg_stat_force_next_flush()`
  const rows = await connections[0]!<{ table: string; scanned: number }[]>`
    select relname as "table", coalesce(seq_tup_read, 0) as scanned from pg_stat_user_tables where schemaname = 'galx'`
  return new Map(rows.map(({ table, scanned }) => [table, scanned]))
}

/** Growing tables that were read without an index between `before` and `after`. @param apart the tables that may be read without an index */
function scanFaults(
  during: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  apart: readonly string[] = [],
): string[] {
  return [...after].flatMap(([table, scanned]) => {
    const more = scanned - (before.get(table) ?? 0)
    const isFine = more <= FEW || SMALL.includes(table) || apart.includes(table)
    return isFine ? [] : [`${during}: read ${more} rows of ${table} without an index`]
  })
}

/** Milliseconds between two checks of the followers. */
const POLL_INTERVAL = 100

/** The work of the followers: `written` rows in `folds` transactions, the longest transaction, and the greatest lags, in seconds. */
type Followed = {
  written: number
  folds: number
  longestFoldSeconds: number
  totalsBehindSeconds: number
  oldestBoardSeconds: number
}

/**
 * Runs the indexer's other work (totals, lengths of histories and ranks) while `work` writes. Meanwhile measures the age of the first written
 * block that the totals lack, and the age of the oldest board of the present.
 */
async function withFollowers<Result extends object>(
  writer: Writer,
  databaseUrl: string,
  work: (followed: Followed) => Promise<Result>,
): Promise<Result & Followed> {
  const followed = {
    written: 0,
    folds: 0,
    longestFoldSeconds: 0,
    totalsBehindSeconds: 0,
    oldestBoardSeconds: 0,
  }
  const sql = connect(databaseUrl, { name: 'galx scale looks', max: 1 })
  const stopping = new AbortController()
  const keeping = runTotals({
    databaseUrl,
    // The followers collect changes only far from the head, and the written blocks are at the head.
    distance: { blocks: 0, seenAt: performance.now() },
    epochs: EPOCHS,
    log: pino({ level: 'warn' }, pino.destination(2)),
    metrics: {
      totalsWritten: { inc: (rows) => (followed.written += rows) },
      totalsSeconds: {
        observe: (seconds) => {
          followed.folds += 1
          followed.longestFoldSeconds = Math.max(followed.longestFoldSeconds, seconds)
        },
      },
    },
    signal: stopping.signal,
  })
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const { totals, boards } = await progressOf(sql)
      followed.totalsBehindSeconds = Math.max(followed.totalsBehindSeconds, writer.secondsBehind(totals))
      followed.oldestBoardSeconds = Math.max(followed.oldestBoardSeconds, writer.secondsBehind(boards))
      await pause(POLL_INTERVAL)
    }
  })()
  try {
    const result = await Promise.race([work(followed), keeping, looking])
    if (result === undefined) throw new Error('nothing follows the writing any more')
    return { ...result, ...followed }
  } finally {
    stopping.abort()
    await Promise.allSettled([keeping, looking])
    await sql.end()
  }
}

/** The block up to which the totals are complete, and the block of the oldest board of the present. */
async function progressOf(sql: Sql): Promise<{ totals: number; boards: number }> {
  const [row] = await sql<{ totals: number; boards: number }[]>`
    select block_number as totals,
      (select min(block_number) from galx.rank_boards where board = any (${[...MINUTE_BOARDS]}::text[])) as boards
    from galx.totals_standing`
  return row!
}

type Pace = { blocksASecond: number; eventsInABlock: number }

/** A pace with more blocks than the chain has, and about nine million events a day. */
const CALM: Pace = { blocksASecond: 2, eventsInABlock: 50 }
/** A pace with a thousand times the chain's blocks, and as many events as the chain could have if all events were ours (docs/scale.md). */
const ONE_BY_ONE: Pace = { blocksASecond: 2_000, eventsInABlock: 1 }

/** Writes blocks that arrive at an even pace. All waiting blocks are written in one transaction, like in the indexer. */
async function keepUp(
  writer: Writer,
  databaseUrl: string,
  seconds: number,
  { blocksASecond, eventsInABlock }: Pace,
) {
  const measured = await withFollowers(writer, databaseUrl, async () => {
    let [blocks, batches, mostWaiting] = [0, 0, 0]
    const started = performance.now()
    const passed = () => (performance.now() - started) / 1000
    while (passed() < seconds) {
      const waiting = Math.floor(passed() * blocksASecond) - blocks
      mostWaiting = Math.max(mostWaiting, waiting)
      const taken = Math.min(waiting, LARGEST_RANGE)
      if (taken === 0) await pause(1)
      else {
        await writer.write(eventsInABlock, taken)
        blocks += taken
        batches += 1
      }
    }
    const events = blocks * eventsInABlock
    return {
      eventsPerSecond: Math.round(events / passed()),
      eventsPerBatch: Math.round((10 * events) / batches) / 10,
      longestWaitSeconds: Math.round((1000 * mostWaiting) / blocksASecond) / 1000,
    }
  })
  const { eventsPerSecond, eventsPerBatch, longestWaitSeconds } = measured
  return {
    eventsPerSecond,
    eventsPerBatch,
    longestWaitSeconds,
    totalsBehindSeconds: tenths(measured.totalsBehindSeconds),
    oldestBoardSeconds: tenths(measured.oldestBoardSeconds),
  }
}

/** Writes blocks of a thousand events without a pause while all followers run. The writer and the followers compete for the machine. */
async function sustain(writer: Writer, databaseUrl: string, looking: Sql, seconds: number) {
  const measured = await withFollowers(writer, databaseUrl, async (followed) => {
    let events = 0
    const started = performance.now()
    while (performance.now() - started < 1000 * seconds) events += await writer.write(1_000)
    const took = (performance.now() - started) / 1000
    const written = Math.round(followed.written / took)
    const catchingUp = performance.now()
    while (writer.secondsBehind((await progressOf(looking)).totals) > 0) await pause(POLL_INTERVAL)
    return {
      seconds: Math.round(took),
      eventsPerSecond: Math.round(events / took),
      totalsWrittenPerSecond: written,
      secondsUntilTotalsStoodAtTheEnd: tenths((performance.now() - catchingUp) / 1000),
    }
  })
  const { written: _inAll, longestFoldSeconds, totalsBehindSeconds, oldestBoardSeconds, ...rest } = measured
  return {
    ...rest,
    longestFoldSeconds: tenths(longestFoldSeconds),
    totalsBehindSeconds: tenths(totalsBehindSeconds),
    oldestBoardSeconds: tenths(oldestBoardSeconds),
  }
}

function tenths(seconds: number): number {
  return Math.round(10 * seconds) / 10
}

type Writer = {
  /** @param size events of a block @returns the number of written events, in one transaction */
  write(size: number, blocks?: number): Promise<number>
  /** The age of the first block that was written after `block`; 0 if there is none. */
  secondsBehind(block: number): number
  /** Forgets earlier writes, which all followers now include. */
  reset(): void
}

async function startWriter(sql: Sql, { accounts }: BigForest): Promise<Writer> {
  const sources = sourcesOf(PAPER_DEPLOYMENT)
  const contract = PAPER_DEPLOYMENT.contracts.StakingPools.address
  let cursor: Cursor | null = await readCursor(sql)
  let [next, position] = [accounts + 1, 1]
  const inviterOfNew = () => (Math.random() < DEEP ? CHAIN : 1 + Math.floor(Math.random() * accounts))
  /** the last block of each batch, and the time of its write */
  let written: { block: number; at: number }[] = []
  /** weights of the new accounts, wei */
  const weights = new Map<number, bigint>()
  const stakes = (size: number): Stake[] =>
    Array.from({ length: size }, () => {
      const fresh = Math.random() < NEW
      const id = fresh ? (next += 1) : 1 + Math.floor(Math.random() * accounts)
      // The account's present weight is not read. A weight far above all present weights, which then rises, has the same cost.
      const weight = (weights.get(id) ?? 10n ** 25n) + ETHER
      weights.set(id, weight)
      return {
        account: addressOf(id),
        inviter: fresh ? addressOf(inviterOfNew()) : null,
        position: (position += 1),
        amount: ETHER,
        weight,
      }
    })
  return {
    async write(size, blocks = 1) {
      const first = cursor!.number + 1
      const range = joinRanges(
        Array.from({ length: blocks }, (_, index) => stakeRange(contract, first + index, stakes(size))),
      )
      cursor = await writeBatch(sql, cursor, range, '', sources, EPOCHS)
      written.push({ block: cursor.number, at: performance.now() })
      return size * blocks
    },
    secondsBehind(block) {
      const first = written.find((batch) => batch.block > block)
      return first === undefined ? 0 : (performance.now() - first.at) / 1000
    },
    reset() {
      written = []
    },
  }
}
