/** Reads the chain again into a second set of tables while the first set serves, then gives the second set the names of the first. */
import { setTimeout as pause } from 'node:timers/promises'
import { BOARDS, rankBoard } from '../../community/ranks.ts'
import { connect, type Queryable, type Sql } from '../../platform/database/connection.ts'
import { assertSchema } from '../../platform/database/migrate.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { FatalError, RetryableError } from '../../platform/faults.ts'
import { wouldHide } from '../../ledger/agreedEpochs.ts'
import type { CompareContracts } from './checksum.ts'
import { LeadershipLostError } from './cursor.ts'
import { unknownDistance } from './distance.ts'
import { follow } from './follow.ts'
import type { IndexerOptions } from './lead.ts'
import { tryToLead } from './leaderLock.ts'
import { backoff } from './pace.ts'
import { assertReproduced, type Publications } from './reproduced.ts'
import { ShadowComparison } from './shadowComparison.ts'
import { BEHIND, shadowTables, type ShadowTables } from './shadowTables.ts'
import { fingerprintOfAll } from './sourceList.ts'
import { runTotals } from './totals.ts'

class AlreadyReindexingError extends FatalError {
  override name = 'AlreadyReindexingError'
}

export type ReindexOptions = Omit<IndexerOptions, 'checksum'> & {
  /** tables that the sources alone write */
  sourceTables: readonly string[]
  publications: Publications
  /** null: the second set is not compared with the contracts. The leader compares it before it is used for signing */
  compare: CompareContracts | null
}

/** Milliseconds between two reads of the second set's progress. */
const POLL_INTERVAL = 50

/**
 * After a fault of a node or of the database, the work is tried again. A process that ends early leaves the second set, and the next
 * process continues it.
 * @returns whether the tables were exchanged; false if `signal` aborted first
 * @throws NotReproducedError: the second set stays, and a later call continues it
 * @throws ContractsDifferError: the second set is dropped
 * @throws AlreadyReindexingError, IndexerHaltedError, SchemaError, WrongChainError, and the errors of `ShadowTables`
 */
export async function reindexIntoShadow(options: ReindexOptions): Promise<boolean> {
  const { databaseUrl, sourceTables, publications, log, signal } = options
  const { genesisHash, sources, epochs } = options
  const shadow = shadowTables(sourceTables, fingerprintOfAll(genesisHash, sources, epochs.rules))
  const plain = connect(databaseUrl, { name: 'galx reindex', max: 1, limits: TIME_LIMITS.migrate })
  const comparison = new ShadowComparison(options, shadow)
  try {
    let prepared = false
    let finished = false
    const finish = async (sql: Sql) => {
      if (finished) return
      for (const board of BOARDS) await rankBoard(sql, board, epochs.duration)
      await shadow.finish(sql)
      finished = true
    }
    let waits = false
    const holdBack = () => {
      // After the wait, the statistics and ranks of the second set are old.
      finished = false
      if (waits) return
      waits = true
      log.warn(
        { nodes: options.endpoints.size },
        'the second set waits for another node to confirm epochs that are shown',
      )
    }
    for (let failures = 0; !signal.aborted;) {
      try {
        // Checked each time, because a lost connection has lost its lock.
        if (!(await holdsReindexLock(plain)))
          throw prepared
            ? new LeadershipLostError('the previous session still holds the lock')
            : new AlreadyReindexingError('another process reindexes this database')
        if (!(await shadow.isExchanged(plain))) {
          await assertSchema(plain)
          // Checked after each fault, because a fail-over may have lost the second set or a part of it.
          const goesOn = await shadow.prepare(plain)
          if (!goesOn) finished = false
          if (!(prepared && goesOn)) log.info({ goesOn }, 'the second set of tables is made')
          prepared = true
          await publications.keep(plain)
          await catchUp(options, shadow, plain, { finish, holdBack })
          failures = 0
          if (signal.aborted) break
          // From here to the exchange, no process fills the second set.
          await assertReproduced(plain, publications)
          if (!(await comparison.passes(plain))) continue
          if (!(await shadow.swap(plain))) continue
        }
        log.info('the second set of tables serves')
        await shadow.settle(plain)
        return true
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error
        log.warn({ fault: error.message }, 'reindexing will be tried again')
        await pause(backoff(failures, Math.random), undefined, { signal }).catch(() => {})
        failures += 1
      }
    }
    return false
  } finally {
    await plain.end({ timeout: 2 })
  }
}

/** Any constant that no other lock uses. The signer has 0x67610002, and both may work at the same time. */
export const REINDEX_LOCK = 0x67610003

async function holdsReindexLock(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${REINDEX_LOCK}) as locked`
  return row!.locked
}

/**
 * Fills the second set until it has reached the block of the serving set, or `signal` aborts.
 * @param plain reads both sets
 * @param finish called once the second set is near @param holdBack called instead while the second set would hide epochs
 */
async function catchUp(
  options: ReindexOptions,
  { rename }: Pick<ShadowTables, 'rename'>,
  plain: Sql,
  { finish, holdBack }: { finish: (sql: Sql) => Promise<void>; holdBack: () => void },
): Promise<void> {
  const { databaseUrl, signal } = options
  const closed = new AbortController()
  const onLost = () => closed.abort()
  const connection = { max: 1, rename }
  const sql = connect(databaseUrl, {
    ...connection,
    name: 'galx reindex indexer',
    limits: TIME_LIMITS.index,
    onLost,
  })
  const finishing = connect(databaseUrl, {
    ...connection,
    name: 'galx reindex ranks',
    limits: TIME_LIMITS.aggregate,
  })
  const ending = new AbortController()
  const inTime = AbortSignal.any([signal, closed.signal, ending.signal])
  try {
    if (!(await tryToLead(sql)))
      throw new LeadershipLostError('the previous session still holds the second set')
    const distance = unknownDistance()
    const work = [
      follow({ ...options, sql, distance, signal: inTime }),
      runTotals({ ...options, distance, rename, ranks: false, signal: inTime }),
      waitUntilCaughtUp(plain, { ...options, signal: inTime }, { finish: () => finish(finishing), holdBack }),
    ]
    try {
      await Promise.race(work)
    } finally {
      // The current range and the current sum are finished first.
      ending.abort()
      await Promise.allSettled(work)
    }
    if (closed.signal.aborted)
      throw new LeadershipLostError('the connection that fills the second set has ended')
  } finally {
    await Promise.all([sql.end({ timeout: 2 }), finishing.end({ timeout: 2 })])
  }
}

async function hidesEpochs(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ hides: boolean }[]>`select ${wouldHide(sql)} as hides`
  return row!.hides
}

/** Ranks are made once the second set is at most this many blocks behind the chain's head, because making ranks takes a while. */
const NEAR = 100

/**
 * Resolves once the second set has reached the block of the serving set and the chain's head at the start. So the second set contains the
 * corrections that the timelock made before the reindex. It also waits while the second set would hide an epoch that the serving set shows,
 * because another node must confirm blocks of this epoch.
 */
async function waitUntilCaughtUp(
  sql: Sql,
  { metrics, signal }: Pick<ReindexOptions, 'metrics' | 'signal'>,
  { finish, holdBack }: { finish: () => Promise<void>; holdBack: () => void },
): Promise<void> {
  let atFirst = 0
  while (!signal.aborted) {
    const { values } = await metrics.finalisedBlock.get()
    const head = values[0]?.value ?? 0
    atFirst ||= head
    // 0 until a node has named a final block.
    const found = head === 0 ? null : await readProgress(sql)
    if (found !== null && found.totals >= head - NEAR) {
      if (await hidesEpochs(sql)) holdBack()
      else {
        await finish()
        const level = await readProgress(sql)
        if (level !== null && level.behind <= BEHIND && level.number >= atFirst) return
      }
    }
    await pause(POLL_INTERVAL, undefined, { signal }).catch(() => {})
  }
}

type Progress = { number: number; totals: number; behind: number }

/**
 * `number`: last block of the second set. `totals`: last block of its totals. `behind`: seconds that the second set is behind the serving
 * set of the same chain. Null before the first range.
 */
async function readProgress(sql: Queryable): Promise<Progress | null> {
  const [row] = await sql<Progress[]>`
    select shadow.number, totals.block_number as totals, coalesce(serving.timestamp - shadow.timestamp, 0) as behind
    from galx_shadow.cursor shadow cross join galx_shadow.totals_standing totals
      left join galx.cursor serving on serving.genesis_hash = shadow.genesis_hash
    where totals.block_number is not null`
  return row ?? null
}
