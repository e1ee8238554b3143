/** `main.ts reindex`: reads the chain again beside the serving tables, then swaps. `main.ts forget`: empties the tables at once. */
import type { Deployment } from '@galx/protocol/deployment'
import type { Logger } from 'pino'
import { bonusEpochs } from '../rewards/engine/epochs.ts'
import { deployment, directDatabaseUrl, nodeUrls, type Environment } from '../platform/environment.ts'
import { createLog } from '../platform/log.ts'
import { HALTED_EXIT_CODE, IndexerHaltedError } from './engine/cursor.ts'
import { indexerMetrics } from './engine/metrics.ts'
import { wipeChain } from './engine/reindex.ts'
import { reindexIntoShadow, type ReindexOptions } from './engine/reindexIntoShadow.ts'
import { ContractsDifferError, NotReproducedError } from './engine/reproduced.ts'
import type { Reread } from './engine/reread.ts'
import { contractComparison } from './checksum/compareTables.ts'
import { knowNodes, nodesOf } from './nodesOf.ts'
import { publicationsOf } from './publications.ts'
import { SOURCE_TABLES, sourcesOf } from './sources.ts'

/** @param say, complain called with the last line of the command: `complain` if the command fails */
export async function reindex(
  environment: Environment,
  say: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
  complain: (line: string) => void = (line) => void process.stderr.write(`reindex: ${line}\n`),
): Promise<number> {
  const deployed = await deployment(environment)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGTERM', stop).once('SIGINT', stop)
  try {
    const log = createLog(environment, 'reindex')
    await knowNodes(nodeUrls(environment), deployed, log)
    const done = await reindexIntoShadow({
      ...optionsOf(environment, deployed, log),
      signal: stopping.signal,
    })
    say(
      done
        ? 'the chain was read again, and the tables are exchanged'
        : 'stopped: the blocks that were read are kept, and "reindex" continues from them',
    )
    return 0
  } catch (error) {
    const isKnown =
      error instanceof IndexerHaltedError ||
      error instanceof NotReproducedError ||
      error instanceof ContractsDifferError
    if (!isKnown) throw error
    complain(error.message)
    return HALTED_EXIT_CODE
  }
}

/** @param first index of the node that is asked first */
function optionsOf(
  environment: Environment,
  deployed: Deployment,
  log: Logger,
  first = 0,
): Omit<ReindexOptions, 'signal'> {
  const nodes = nodesOf(environment, deployed, first)
  return {
    databaseUrl: directDatabaseUrl(environment),
    ...nodes,
    genesisHash: deployed.genesisHash,
    sources: sourcesOf(deployed),
    epochs: bonusEpochs(deployed),
    sourceTables: SOURCE_TABLES,
    publications: publicationsOf(environment, deployed),
    deployBlock: deployed.deployBlock,
    compare: contractComparison(nodes.endpoints, deployed, log),
    log,
    // Separate metrics, because the indexer's metrics describe the serving tables.
    metrics: indexerMetrics(),
  }
}

/** The leader's reread of the chain, beside the serving tables. Each attempt begins with another node. */
export function rereadOf(environment: Environment, deployed: Deployment, log: Logger): Reread {
  return (attempt, signal) => reindexIntoShadow({ ...optionsOf(environment, deployed, log, attempt), signal })
}

export async function wipe(environment: Environment): Promise<number> {
  await wipeChain(directDatabaseUrl(environment), SOURCE_TABLES)
  process.stdout.write('the chain-derived tables are empty; the indexer will read the chain again\n')
  return 0
}
