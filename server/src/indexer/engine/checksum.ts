/**
 * Compares the tables with the contracts beside the leader's loop: every few minutes, after a backfill, and after an epoch is closed. The
 * result is written into a table, which the signer reads.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { describeDifference, type Difference } from '@galx/protocol/checksum'
import { NodeFaultError } from '../../chain/rpc/fault.ts'
import { connect, type Queryable, type Sql } from '../../platform/database/connection.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { RetryableError } from '../../platform/faults.ts'
import type { Distance } from './distance.ts'
import type { IndexerMetrics } from './metrics.ts'

export type Compared = {
  /** the block at which tables and contracts were read */
  block: number
  /** identifies the tables that were read: other tables may have their names now */
  tables: number
  /** empty if the tables equal the contracts */
  differences: readonly Difference[]
}

/**
 * Compares the tables with the contracts at the block of the cursor. `thorough` compares more accounts, and every holding after `since`.
 * `also` names accounts that are always compared. `since` is the block of the last comparison that passed, or null.
 * @returns null before the first block, and while holdings remain: the next call goes on
 * @throws NodeFaultError if nodes do not answer, disagree, or no longer have the block's state; the database's errors
 */
export type CompareContracts = (
  sql: Sql,
  options: { thorough: boolean; also: readonly Address[]; since: number | null; signal: AbortSignal },
) => Promise<Compared | null>

export type ChecksumOptions = {
  databaseUrl: string
  compare: CompareContracts
  /** seconds between two comparisons while following */
  every: number
  distance: Distance
  /** called after a comparison that finds differences at two blocks: the chain must be read again */
  onDifference: () => void
  log: Logger
  metrics: Pick<
    IndexerMetrics,
    'rpcFaults' | 'checksumDifferences' | 'checksumPassedBlock' | 'checksumPassed'
  >
  signal: AbortSignal
}

/** The number of finalised blocks that may be missing from the tables. If more blocks are missing, nodes no longer have the state at the cursor. */
const NEAR = 64
/**
 * A node must have named the newest final block within this many milliseconds. After a longer time, more final blocks may be missing than is known.
 */
const SEEN_WITHIN = 30_000
/** Milliseconds: the longest wait after a failed comparison. */
const LONGEST_WAIT = 60_000
/** If more blocks than this were indexed since the last comparison, the indexer was backfilling. The number is some hours of blocks. */
const BACKFILL = 20_000
/** Milliseconds between two checks whether a comparison is due. */
const POLL_INTERVAL = 500
/** Milliseconds to wait for another block, to compare a difference there again. */
const ANOTHER_BLOCK = 10_000
/** The number of differences that the log names and the table keeps. */
const NAMED = 20

/** Runs until `signal` aborts. @throws every error that is not retryable */
export async function runChecksum(options: ChecksumOptions): Promise<void> {
  const { databaseUrl, every, distance, log, metrics, signal } = options
  const sql = connect(databaseUrl, { name: 'galx checksum', max: 1, limits: TIME_LIMITS.aggregate })
  let comparedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let isPassedShown = false
  try {
    while (!signal.aborted) {
      let wait = POLL_INTERVAL
      try {
        if (!isPassedShown) await showPassed(sql, metrics)
        isPassedShown = true
        const isNear = distance.blocks <= NEAR && performance.now() - distance.seenAt < SEEN_WITHIN
        const due = isNear ? await readDue(sql) : null
        const inTime = performance.now() - comparedAt < every * 1_000
        if (due !== null && !(due.known && inTime && !due.epochClosed)) {
          if (await compareOnce(options, sql, due)) comparedAt = performance.now()
        }
        if (due !== null) failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof RetryableError)) throw error
        if (error instanceof NodeFaultError) metrics.rpcFaults.inc({ kind: error.kind })
        log.warn({ fault: error.message }, 'the tables cannot be compared with the contracts now')
        // Each attempt asks every node, so the wait doubles with each failure.
        wait = Math.min(LONGEST_WAIT, POLL_INTERVAL * 2 ** failures)
        failures += 1
      }
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Shows the result of an earlier process, so that a restart does not hide that no comparison passes. */
async function showPassed(
  sql: Queryable,
  { checksumPassed, checksumPassedBlock }: ChecksumOptions['metrics'],
): Promise<void> {
  const [row] = await sql<{ block: number | null; at: number | null }[]>`
    select passed_block as block, passed_at as at from galx.checksum`
  if (row?.block == null || row.at === null) return
  checksumPassedBlock.set(row.block)
  checksumPassed.set(row.at)
}

type Due = { known: boolean; epochClosed: boolean; thorough: boolean; passed: number | null }

/** `epochClosed`: an epoch was closed since the last comparison. It is signed only after the next comparison. Null before the first block. */
async function readDue(sql: Queryable): Promise<Due | null> {
  const [row] = await sql<(Omit<Due, 'thorough'> & { since: number; differs: boolean })[]>`
    select s.block_number is not null as known, s.passed_block as passed, c.number - coalesce(s.block_number, -1) as since,
      coalesce(s.differences <> '[]', false) as differs,
      exists (
        select from galx.epochs where block_number >= coalesce(s.block_number, -1) and block_number < c.number
      ) as "epochClosed"
    from galx.cursor c left join galx.checksum s on true`
  if (row === undefined) return null
  const { known, epochClosed, passed, since, differs } = row
  // A restarted process does not know which accounts differed.
  return { known, epochClosed, passed, thorough: passed === null || differs || since > BACKFILL }
}

/** A difference counts only if it is found at two blocks. @returns false if the comparison is to go on at once */
async function compareOnce(
  options: ChecksumOptions,
  sql: Sql,
  { thorough, passed: since }: Due,
): Promise<boolean> {
  const { compare, log, metrics, signal } = options
  let compared = await compare(sql, { thorough, also: [], since, signal })
  if (compared !== null && compared.differences.length > 0) {
    const also = accountsOf(compared.differences)
    await untilAnotherBlock(sql, compared.block, signal)
    const again = await compare(sql, { thorough, also, since, signal })
    if (again?.differences.length === 0)
      log.warn(
        { first: namesOf(compared.differences)[0] },
        'a difference from the contracts is gone at the next block',
      )
    compared = again
  }
  if (compared === null) return false
  if (!(await writeChecksum(sql, compared))) return true
  const { block, differences } = compared
  metrics.checksumDifferences.set(differences.length)
  if (differences.length === 0) {
    metrics.checksumPassedBlock.set(block)
    metrics.checksumPassed.set(Math.floor(Date.now() / 1_000))
    log.info({ block, thorough }, 'the tables equal the contracts')
    return true
  }
  for (const difference of namesOf(differences))
    log.error({ block, difference }, 'the tables differ from a contract')
  options.onDifference()
  return true
}

export function accountsOf(differences: readonly Difference[]): Address[] {
  return [...new Set(differences.flatMap(({ account }) => (account === null ? [] : [account])))].slice(
    0,
    NAMED,
  )
}

export function namesOf(differences: readonly Difference[]): string[] {
  return differences.slice(0, NAMED).map(describeDifference)
}

/** Waits for another block, but not forever: the chain may have stopped. */
async function untilAnotherBlock(sql: Queryable, block: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ANOTHER_BLOCK
  while (!signal.aborted && performance.now() < until) {
    const [row] = await sql`select from galx.cursor where number > ${block}`
    if (row !== undefined) return
    await pause(POLL_INTERVAL, undefined, { signal }).catch(() => {})
  }
}

/** @returns false if other tables have the names now, because the result is not about them */
export async function writeChecksum(
  sql: Sql,
  { block, tables, differences }: Compared,
  at = Math.floor(Date.now() / 1_000),
): Promise<boolean> {
  const passed = differences.length === 0
  const written = await sql`
    insert into galx.checksum as c (block_number, at, differences, passed_block, passed_at)
    select ${block}, ${at}, ${sql.json(differences.slice(0, NAMED))}, ${passed ? block : null}::bigint, ${passed ? at : null}::bigint
    where to_regclass('galx.cursor')::oid::bigint = ${tables}
    on conflict (only_row) do update set block_number = excluded.block_number, at = excluded.at,
      differences = excluded.differences, passed_block = coalesce(excluded.passed_block, c.passed_block),
      passed_at = coalesce(excluded.passed_at, c.passed_at)
    where c.block_number <= excluded.block_number`
  return written.count === 1
}
