/** What events cost at any size of batch, and how far team totals and ranks are behind while they come without a pause. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { PAPER_DEPLOYMENT } from '../test/api/paperDeployment.ts'
import { countHistories } from '../src/activity/historyLengths.ts'
import { foldTotals } from '../src/community/foldTotals.ts'
import { BOARDS, rankBoard } from '../src/community/ranks.ts'
import { pauseAfter } from '../src/indexer/engine/totals.ts'
import { tryToLead } from '../src/indexer/engine/leaderLock.ts'
import { LARGEST_RANGE } from '../src/indexer/engine/rangeSize.ts'
import { writeBatch } from '../src/indexer/engine/writeBatch.ts'
import { readCursor, type Cursor } from '../src/indexer/engine/cursor.ts'
import { bonusEpochs } from '../src/bonuses/epochs.ts'
import { sourcesOf } from '../src/indexer/sources.ts'
import { connect, type Sql } from '../src/platform/database/connection.ts'
import { addressOf, type BigForest } from '../test/support/bigForest.ts'
import { joinRanges, stakeRange, type Stake } from '../test/support/stakeLogs.ts'

const SIZES = [1, 10, 100, 1_000, 8_000]
const ETHER = 10n ** 18n
/** Of the stakes, those of somebody new, who names an inviter. */
const NEW = 0.2

export async function measureRanks(databaseUrl: string) {
  const sql = connect(databaseUrl, { name: 'galx scale ranks', max: 1 })
  try {
    const seconds: Record<string, number> = {}
    for (const board of BOARDS) {
      const started = performance.now()
      await rankBoard(sql, board, 86_400)
      seconds[board] = Math.round((performance.now() - started) / 100) / 10
    }
    return seconds
  } finally {
    await sql.end()
  }
}

export async function measureWrites(databaseUrl: string, forest: BigForest, seconds: number) {
  const sql = connect(databaseUrl, { name: 'galx scale leader', max: 1 })
  const folding = connect(databaseUrl, { name: 'galx scale totals', max: 1 })
  try {
    if (!(await tryToLead(sql))) throw new Error('another indexer leads')
    await sql.unsafe(`select setval(pg_get_serial_sequence('galx.pools', 'id'), 1)`)
    const writer = await startWriter(sql, forest)
    const batches = []
    for (const size of SIZES) {
      await writer.write(size)
      const started = performance.now()
      let events = 0
      while (performance.now() - started < (1000 * seconds) / 4) events += await writer.write(size)
      batches.push({ size, eventsPerSecond: Math.round((events * 1000) / (performance.now() - started)) })
    }
    const oneByOne = await keepUp(writer, seconds)
    for (let done = false; !done;) done = (await foldTotals(folding)).complete
    return { batches, oneByOne, sustained: await sustain(writer, folding, seconds) }
  } finally {
    await folding.end()
    await sql.end()
  }
}

/** Blocks a second, each with one event: a thousand times as many as the chain makes. */
const BLOCKS_A_SECOND = 2_000

/** Blocks that come at an even pace. What waits is written in one transaction, as the indexer does it. */
async function keepUp(writer: Writer, seconds: number) {
  let [blocks, batches, mostWaiting] = [0, 0, 0]
  const started = performance.now()
  const passed = () => (performance.now() - started) / 1000
  while (passed() < seconds) {
    const waiting = Math.floor(passed() * BLOCKS_A_SECOND) - blocks
    mostWaiting = Math.max(mostWaiting, waiting)
    const taken = Math.min(waiting, LARGEST_RANGE)
    if (taken === 0) await turn()
    else {
      blocks += await writer.write(1, taken)
      batches += 1
    }
  }
  return {
    eventsPerSecond: Math.round(blocks / passed()),
    eventsPerBatch: Math.round((10 * blocks) / batches) / 10,
    longestWaitSeconds: Math.round((1000 * mostWaiting) / BLOCKS_A_SECOND) / 1000,
  }
}

/** Blocks of a thousand events without a pause, and totals and lengths of histories beside them: all get what they can. */
async function sustain(writer: Writer, folding: Sql, seconds: number) {
  let [events, written, folds, behind] = [0, 0, 0, 0]
  let running = true
  const totals = (async () => {
    while (running) {
      const started = performance.now()
      const folded = await foldTotals(folding)
      behind = Math.max(behind, performance.now() - started)
      written += folded.written
      folds += 1
      await countHistories(folding)
      await pause(pauseAfter(performance.now() - started, folded.complete))
    }
  })()
  const started = performance.now()
  while (performance.now() - started < 1000 * seconds) events += await writer.write(1_000)
  const took = (performance.now() - started) / 1000
  running = false
  await totals
  const catchingUp = performance.now()
  for (let done = false; !done;) done = (await foldTotals(folding)).complete
  return {
    eventsPerSecond: Math.round(events / took),
    totalsWrittenPerSecond: Math.round(written / took),
    folds,
    longestFoldSeconds: Math.round(behind / 100) / 10,
    secondsUntilTotalsStoodAtTheEnd: Math.round((performance.now() - catchingUp) / 100) / 10,
  }
}

/** `size`: events of a block. @returns events written, in one transaction */
type Writer = { write(size: number, blocks?: number): Promise<number> }

async function startWriter(sql: Sql, { accounts }: BigForest): Promise<Writer> {
  const sources = sourcesOf(PAPER_DEPLOYMENT)
  const contract = PAPER_DEPLOYMENT.contracts.StakingPools.address
  let cursor: Cursor | null = await readCursor(sql)
  let [next, position] = [accounts + 1, 1]
  /** weights of accounts met here, wei */
  const weights = new Map<number, bigint>()
  const stakes = (size: number): Stake[] =>
    Array.from({ length: size }, () => {
      const fresh = Math.random() < NEW
      const id = fresh ? (next += 1) : 1 + Math.floor(Math.random() * accounts)
      // Nobody's weight is asked for: one far above all others is as good, and rises.
      const weight = (weights.get(id) ?? 10n ** 25n) + ETHER
      weights.set(id, weight)
      return {
        account: addressOf(id),
        inviter: fresh ? addressOf(1 + Math.floor(Math.random() * accounts)) : null,
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
      cursor = await writeBatch(sql, cursor, range, '', sources, bonusEpochs(PAPER_DEPLOYMENT))
      return size * blocks
    },
  }
}
