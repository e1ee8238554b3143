/**
 * Updates the accounts' totals and the lengths of their histories from the indexed blocks, and the ranks from the totals. This runs beside
 * the leader's loop on separate connections, so indexing does not wait. Answers with totals or ranks name the block of these figures.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { countHistories } from '../../activity/historyLengths.ts'
import { foldTotals } from '../../ledger/foldTotals.ts'
import { BOARDS, rankBoard } from '../../community/ranks.ts'
import { connect, type Sql } from '../../platform/database/connection.ts'
import type { Rename } from '../../platform/database/renaming.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { RetryableError } from '../../platform/faults.ts'
import type { Distance } from './distance.ts'
import type { Epochs } from '../../ledger/epochs.ts'

export type TotalsOptions = {
  databaseUrl: string
  /** renames the tables */
  rename?: Rename
  distance: Distance
  epochs: Pick<Epochs, 'duration'>
  /** false if another caller makes the ranks */
  ranks?: boolean
  log: Logger
  metrics: {
    totalsWritten: { inc(rows: number): void }
    totalsSeconds: { observe(seconds: number): void }
  }
  signal: AbortSignal
}

/** Milliseconds between two polls while nothing changes. */
const CALM = 200
/** Pause after a fold, as a multiple of the fold's time. */
const SHARE = 1
/**
 * If the tables are more than FAR blocks behind the head, changes are collected for COLLECTING milliseconds. An inviter above many changed accounts
 * is then written once, and the indexer has the database for itself meanwhile.
 */
const FAR = 256
const COLLECTING = 20_000
/**
 * Milliseconds from the start of one round of all boards to the start of the next. When a board is replaced, its age is one round plus the time
 * to make the new board. With ten million accounts, two boards take 12 s and 7 s, so the age is less than a minute.
 */
const RANKS_EVERY = 30_000
/** Milliseconds without work for the database after a round that took longer than RANKS_EVERY. */
const RANKS_APART = 1_000
const AFTER_FAULT = 1_000

/**
 * At the head, the next fold takes the remaining changes at once. With pauses, the totals could fall further and further behind. Far from
 * the head, the pause leaves the database to the indexer.
 * @param took milliseconds of the last fold
 * @param blocks the number of blocks from the tables to the head
 */
export function pauseAfter(took: number, complete: boolean, blocks: number): number {
  if (complete) return Math.max(CALM, took * SHARE)
  return blocks > FAR ? took * SHARE : 0
}

/**
 * @param blocks the number of blocks from the tables to the head
 * @param since milliseconds since the last fold ended
 * @param complete whether that fold took all changes
 */
export function isCollecting(blocks: number, since: number, complete: boolean): boolean {
  return complete && blocks > FAR && since < COLLECTING
}

/** @param took milliseconds of a round of all boards */
export function pauseAfterRanks(took: number): number {
  return Math.max(RANKS_APART, RANKS_EVERY - took)
}

/** Returns when `signal` aborts. @throws every error that is not retryable */
export async function runTotals(options: TotalsOptions): Promise<void> {
  let foldedAt = Number.NEGATIVE_INFINITY
  let level = true
  let countedAt = Number.NEGATIVE_INFINITY
  let counted = true
  let hasReachedHead = false
  let rankAt = Number.NEGATIVE_INFINITY
  await Promise.all([
    repeat(options, 'galx totals', async (sql) => {
      const started = performance.now()
      if (isCollecting(options.distance.blocks, started - foldedAt, level)) return CALM
      const isAtHead = options.distance.blocks === 0 && Number.isFinite(options.distance.seenAt)
      const { changes, written, complete } = await foldTotals(sql)
      level = complete
      foldedAt = performance.now()
      if (complete && isAtHead && !hasReachedHead) {
        // The present ranks cover a part of the chain only, so new ranks are made at once.
        hasReachedHead = true
        rankAt = foldedAt
      }
      const took = foldedAt - started
      if (changes > 0) {
        options.metrics.totalsWritten.inc(written)
        options.metrics.totalsSeconds.observe(took / 1000)
      }
      return pauseAfter(took, complete, options.distance.blocks)
    }),
    repeat(options, 'galx history', async (sql) => {
      const started = performance.now()
      if (isCollecting(options.distance.blocks, started - countedAt, counted)) return CALM
      counted = await countHistories(sql)
      countedAt = performance.now()
      return pauseAfter(countedAt - started, counted, options.distance.blocks)
    }),
    options.ranks === false
      ? undefined
      : repeat(options, 'galx ranks', async (sql) => {
          const started = performance.now()
          if (started < rankAt) return CALM
          const due = rankAt
          for (const board of BOARDS) await rankBoard(sql, board, options.epochs.duration)
          const ended = performance.now()
          // If `rankAt` has changed, the head was reached meanwhile, and the next round is due at once.
          if (rankAt === due) rankAt = ended + pauseAfterRanks(ended - started)
          return CALM
        }),
  ])
}

/** @param work returns how many milliseconds to wait before the next time */
async function repeat(
  { databaseUrl, rename, log, signal }: TotalsOptions,
  name: string,
  work: (sql: Sql) => Promise<number>,
): Promise<void> {
  const sql = connect(databaseUrl, { name, max: 1, limits: TIME_LIMITS.aggregate, ...(rename && { rename }) })
  try {
    while (!signal.aborted) {
      let wait: number
      try {
        wait = await work(sql)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof RetryableError)) throw error
        log.warn({ fault: error.message }, `${name} will be tried again`)
        wait = AFTER_FAULT
      }
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}
