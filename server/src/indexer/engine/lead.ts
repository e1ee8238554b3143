/** The life of an indexer process: it waits for the lead, leads, and waits again after a fault. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connect } from '../../platform/database/connection.ts'
import { refuseStandby } from '../../platform/database/standby.ts'
import { RetryableError } from '../../platform/faults.ts'
import { LeadershipLostError, readCursor, readHalt, IndexerHaltedError } from './cursor.ts'
import type { Epochs } from '../../ledger/epochs.ts'
import type { Source } from '../../ledger/source.ts'
import { assertSources } from './sourceList.ts'
import { tryToLead } from './leaderLock.ts'
import { assertSchema } from '../../platform/database/migrate.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { runChecksum, type CompareContracts } from './checksum.ts'
import { unknownDistance } from './distance.ts'
import { follow } from './follow.ts'
import { assertEpochs } from './writeRange.ts'
import { runTotals } from './totals.ts'
import type { IndexerMetrics } from './metrics.ts'
import { Rereads, type Reread } from './reread.ts'
import { backoff } from './pace.ts'
import type { Endpoints } from '../../chain/rpc/endpoints.ts'
import type { HeadBudget } from './head.ts'

export type IndexerOptions = {
  databaseUrl: string
  endpoints: Endpoints
  genesisHash: string
  sources: readonly Source[]
  epochs: Epochs
  deployBlock: number
  /** null: the tables are never compared with the contracts, and nothing is ever signed */
  checksum: ChecksumSettings | null
  log: Logger
  metrics: IndexerMetrics
  signal: AbortSignal
  /** calls while the head is followed */
  budget?: HeadBudget
  /** whether a single node is trusted on headers whose hash this program cannot compute */
  trustsUnknownHeaders?: boolean
}

type ChecksumSettings = {
  compare: CompareContracts
  /** seconds between two comparisons while following */
  every: number
  /** null: the chain is never read again automatically */
  reread: Reread | null
}

/** Milliseconds between two tries of a stand-by. A fail-over takes this time and the time until the old connection ends. */
const STANDBY_POLL_INTERVAL = 300

/**
 * Runs until `signal` aborts. Faults of the database end a leadership, not the process.
 * @throws IndexerHaltedError once indexing has halted, now or earlier; SourcesChangedError; SchemaError; WrongChainError
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const { log, signal } = options
  const reread = options.checksum?.reread ?? null
  const rereads = reread === null ? null : new Rereads(reread, options)
  try {
    for (let failures = 0; !signal.aborted;) {
      try {
        await leadOnce(
          options,
          () => (failures = 0),
          () => rereads?.begin(),
        )
      } catch (error) {
        if (signal.aborted) return
        options.metrics.leads.set(0)
        if (!(error instanceof RetryableError)) throw error
        log.warn({ fault: error.message }, 'no longer leading')
        await pause(backoff(failures, Math.random), undefined, { signal }).catch(() => {})
        failures += 1
      }
    }
  } finally {
    await rereads?.stop()
  }
}

async function leadOnce(
  options: IndexerOptions,
  leading: () => void,
  onDifference: () => void,
): Promise<void> {
  const { log, metrics, signal, genesisHash } = options
  // One connection holds the lock and writes. If the connection is lost, both end at once.
  const closed = new AbortController()
  const sql = connect(options.databaseUrl, {
    name: 'galx indexer',
    max: 1,
    limits: TIME_LIMITS.index,
    onLost: () => closed.abort(),
  })
  try {
    await refuseStandby(sql)
    await assertSchema(sql)
    let waiting = false
    while (!(await tryToLead(sql))) {
      await refuseIfHalted(options, sql)
      if (!waiting) log.info('standing by: another indexer leads')
      waiting = true
      await pause(STANDBY_POLL_INTERVAL, undefined, { signal })
    }
    await refuseIfHalted(options, sql)
    const cursor = await readCursor(sql)
    if (cursor && cursor.genesisHash !== genesisHash)
      throw new IndexerHaltedError({
        at: 0,
        reason: 'the tables are from a chain that the deployment file does not name: run "reindex"',
        blockNumber: cursor.number,
        expectedHash: cursor.genesisHash,
        foundHash: genesisHash,
      })
    if (cursor) {
      await assertSources(sql, options.sources)
      await assertEpochs(sql, cursor, options.epochs)
    }
    leading()
    metrics.leads.set(1)
    log.info({ block: cursor?.number ?? null }, 'leading')
    const ending = new AbortController()
    const inTime = AbortSignal.any([signal, closed.signal, ending.signal])
    const distance = unknownDistance()
    const work = [
      follow({ ...options, sql, distance, signal: inTime }),
      runTotals({ ...options, distance, signal: inTime }),
      ...(options.checksum === null
        ? []
        : [runChecksum({ ...options, ...options.checksum, distance, onDifference, signal: inTime })]),
    ]
    try {
      await Promise.race(work)
    } finally {
      // When one task ends, the others end too.
      ending.abort()
      await Promise.allSettled(work)
    }
    if (!signal.aborted) throw new LeadershipLostError('the connection that held the lock has ended')
  } finally {
    await sql.end({ timeout: 2 })
  }
}

async function refuseIfHalted(
  { metrics }: IndexerOptions,
  sql: Parameters<typeof readHalt>[0],
): Promise<void> {
  const halt = await readHalt(sql)
  if (!halt) return
  metrics.halted.set(1)
  throw new IndexerHaltedError(halt)
}
