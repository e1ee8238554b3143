/** `main.ts indexer`: one process, leader or stand-by. The exit code is 0 after a request to stop, and 3 once indexing has halted. */
import { bonusEpochs } from '../rewards/engine/epochs.ts'
import { connect } from '../platform/database/connection.ts'
import { assertSchema } from '../platform/database/migrate.ts'
import { TIME_LIMITS } from '../platform/database/timeLimits.ts'
import {
  count,
  deployment,
  directDatabaseUrl,
  host,
  nodeUrls,
  port,
  seconds,
  type Environment,
} from '../platform/environment.ts'
import { RetryableError } from '../platform/faults.ts'
import { afterAbort } from '../platform/afterAbort.ts'
import { createLog } from '../platform/log.ts'
import { HALTED_EXIT_CODE, IndexerHaltedError } from './engine/cursor.ts'
import { runIndexer } from './engine/lead.ts'
import { indexerMetrics } from './engine/metrics.ts'
import { contractComparison } from './checksum/compareTables.ts'
import { knowNodes, nodesOf } from './nodesOf.ts'
import { rereadOf } from './reindexCommand.ts'
import { sourcesOf } from './sources.ts'
import { startStatusServer } from './engine/statusServer.ts'

/** Seconds between two comparisons of the tables with the contracts. */
const CHECKSUM_SECONDS = 180

export async function indexer(environment: Environment): Promise<number> {
  const url = directDatabaseUrl(environment)
  const deployed = await deployment(environment)
  const nodes = nodesOf(environment, deployed)
  const log = createLog(environment, 'indexer')
  const statusPort = environment.INDEXER_PORT?.trim() ? port(environment, 'INDEXER_PORT') : null

  // A wrong schema or password is reported at once. If the database does not answer, recovers, or runs a migration, the process waits.
  const sql = connect(url, { name: 'galx indexer check', max: 1, limits: TIME_LIMITS.health })
  try {
    await assertSchema(sql)
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error
    log.warn({ fault: error.message }, 'waiting for the database')
  } finally {
    await sql.end({ timeout: 1 })
  }
  const metrics = indexerMetrics()
  const limit = seconds(environment, 'SHUTDOWN_DRAIN_SECONDS', 10)
  const stopping = new AbortController()
  const status =
    statusPort === null
      ? null
      : await startStatusServer(metrics, statusPort, host(environment), () => stopping.signal.aborted)
  const stop = () => {
    log.info({ drainSeconds: limit }, 'stopping: finishing the current range')
    stopping.abort()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  try {
    const run = runIndexer({
      databaseUrl: url,
      ...nodes,
      genesisHash: deployed.genesisHash,
      sources: sourcesOf(deployed),
      epochs: bonusEpochs(deployed),
      deployBlock: deployed.deployBlock,
      checksum: {
        compare: contractComparison(nodes.endpoints, deployed, log),
        every: count(environment, 'CHECKSUM_SECONDS', CHECKSUM_SECONDS),
        reread: rereadOf(environment, deployed, log),
      },
      log,
      metrics,
      signal: stopping.signal,
    })
    // A lock of another session must not keep the process alive. The database discards uncommitted writes.
    const known = knowNodes(nodeUrls(environment), deployed, log).then(() => run)
    await Promise.race([run, known, afterAbort(stopping.signal, limit * 1000)])
    return 0
  } catch (error) {
    if (!(error instanceof IndexerHaltedError)) throw error
    metrics.halted.set(1)
    log.fatal(error.halt, 'indexing has halted')
    process.stderr.write(`indexer: ${error.message}\n`)
    return HALTED_EXIT_CODE
  } finally {
    status?.close()
    status?.closeAllConnections()
  }
}
