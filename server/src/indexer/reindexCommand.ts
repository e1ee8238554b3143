/** `main.ts reindex`: forgets what was read from the chain, halt included; the next indexer reads it again. */
import { forgetChain } from './engine/reindex.ts'
import { SOURCE_TABLES } from './sources.ts'
import { directDatabaseUrl, type Environment } from '../platform/environment.ts'

export async function reindex(environment: Environment): Promise<number> {
  await forgetChain(directDatabaseUrl(environment), SOURCE_TABLES)
  process.stdout.write('the chain-derived tables are empty; the indexer will read the chain again\n')
  return 0
}
