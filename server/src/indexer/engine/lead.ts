/** Waiting for leadership, leading, and waiting again after a fault: the life of an indexer process. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connect } from '../../platform/database/connection.ts'
import { LeadershipLost, readCursor, readHalt, type Origin } from './cursor.ts'
import { isDatabaseAway } from '../../platform/database/faults.ts'
import { tryToLead } from './leaderLock.ts'
import { assertSchema } from '../../platform/database/migrate.ts'
import { follow } from './follow.ts'
import { IndexerHalted } from './halt.ts'
import type { IndexerMetrics } from './metrics.ts'
import { backoff } from './pace.ts'
import { RpcFault } from '../../chain/rpc/fault.ts'
import type { Endpoints } from '../../chain/rpc/endpoints.ts'

export type IndexerOptions = {
  databaseUrl: string
  endpoints: Endpoints
  origin: Origin
  deployBlock: number
  log: Logger
  metrics: IndexerMetrics
  signal: AbortSignal
}

/** Milliseconds between a stand-by's tries: a fail-over takes this long and a connection's end. */
const STAND_BY_LOOK = 300

/**
 * Runs until `signal` aborts. Faults of the database end a leadership, not the process.
 * @throws IndexerHalted once indexing has halted, now or earlier; SchemaError; ForeignChain
 */
export const runIndexer = async (options: IndexerOptions): Promise<void> => {
  const { log, signal } = options
  for (let failures = 0; !signal.aborted;) {
    try {
      await leadOnce(options, () => (failures = 0))
    } catch (error) {
      if (signal.aborted) return
      options.metrics.leads.set(0)
      if (!isPassing(error)) throw error
      log.warn({ fault: (error as Error).message }, 'no longer leading')
      await pause(backoff(failures, Math.random), undefined, { signal }).catch(() => {})
      failures += 1
    }
  }
}

const leadOnce = async (options: IndexerOptions, leading: () => void): Promise<void> => {
  const { log, metrics, signal, origin } = options
  // One connection: it holds the lock and does the writing, so that losing it loses both at once.
  const closed = new AbortController()
  const sql = connect(options.databaseUrl, {
    name: 'galx indexer',
    max: 1,
    onLost: () => closed.abort(),
  })
  try {
    await assertSchema(sql)
    let waiting = false
    while (!(await tryToLead(sql))) {
      await refuseIfHalted(options, sql)
      if (!waiting) log.info('standing by: another indexer leads')
      waiting = true
      await pause(STAND_BY_LOOK, undefined, { signal })
    }
    await refuseIfHalted(options, sql)
    const cursor = await readCursor(sql)
    if (cursor && (cursor.genesisHash !== origin.genesisHash || cursor.stakingPools !== origin.stakingPools))
      throw new IndexerHalted({
        at: 0,
        reason: 'the tables speak of another deployment than the deployment file: run "reindex" to read anew',
        blockNumber: cursor.number,
        expectedHash: cursor.genesisHash,
        foundHash: origin.genesisHash,
      })
    leading()
    metrics.leads.set(1)
    log.info({ block: cursor?.number ?? null }, 'leading')
    await follow({ ...options, sql, signal: AbortSignal.any([signal, closed.signal]) })
    if (!signal.aborted) throw new LeadershipLost('the connection that held the lock has ended')
  } finally {
    await sql.end({ timeout: 2 })
  }
}

const refuseIfHalted = async (
  { metrics }: IndexerOptions,
  sql: Parameters<typeof readHalt>[0],
): Promise<void> => {
  const halt = await readHalt(sql)
  if (!halt) return
  metrics.halted.set(1)
  throw new IndexerHalted(halt)
}

/** Faults that time heals: lost leadership, a node or a database that is away, a transaction that had to give way to another. */
const isPassing = (error: unknown): boolean =>
  error instanceof LeadershipLost ||
  error instanceof RpcFault ||
  isDatabaseAway(error) ||
  /^40/.test(String((error as { code?: unknown } | null)?.code ?? ''))
