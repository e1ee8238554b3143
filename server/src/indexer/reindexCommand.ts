/** `main.ts reindex`: reads the chain again beside the serving tables, then swaps. `main.ts forget`: empties the tables at once. */
import { bonusEpochs } from '../bonuses/epochs.ts'
import { deployment, directDatabaseUrl, type Environment } from '../platform/environment.ts'
import { createLog } from '../platform/log.ts'
import { HALTED_EXIT_CODE, IndexerHalted } from './engine/halt.ts'
import { indexerMetrics } from './engine/metrics.ts'
import { forgetChain } from './engine/reindex.ts'
import { reindexBeside } from './engine/reindexBeside.ts'
import { NotReproduced } from './engine/reproduced.ts'
import { nodesOf } from './nodesOf.ts'
import { publicationsOf } from './publications.ts'
import { SOURCE_TABLES, sourcesOf } from './sources.ts'

/** @param say and complain take the one line with which it ends */
export async function reindex(
  environment: Environment,
  say: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
  complain: (line: string) => void = (line) => void process.stderr.write(`reindex: ${line}\n`),
): Promise<number> {
  const databaseUrl = directDatabaseUrl(environment)
  const deployed = await deployment(environment)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGTERM', stop).once('SIGINT', stop)
  try {
    const done = await reindexBeside({
      databaseUrl,
      ...nodesOf(environment, deployed),
      genesisHash: deployed.genesisHash,
      sources: sourcesOf(deployed),
      epochs: bonusEpochs(deployed),
      sourceTables: SOURCE_TABLES,
      publications: publicationsOf(environment, deployed),
      deployBlock: deployed.deployBlock,
      log: createLog(environment, 'reindex'),
      metrics: indexerMetrics(),
      signal: stopping.signal,
    })
    say(
      done
        ? 'the chain was read again, and the tables are exchanged'
        : 'stopped: what was read is kept, and "reindex" goes on with it',
    )
    return 0
  } catch (error) {
    if (!(error instanceof IndexerHalted || error instanceof NotReproduced)) throw error
    complain(error.message)
    return HALTED_EXIT_CODE
  }
}

export async function forget(environment: Environment): Promise<number> {
  await forgetChain(directDatabaseUrl(environment), SOURCE_TABLES)
  process.stdout.write('the chain-derived tables are empty; the indexer will read the chain again\n')
  return 0
}
