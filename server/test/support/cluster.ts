/**
 * Shared by a whole run: one database server, whose migrated database test files copy through TEST_CLUSTER_URL, the server's
 * build in TEST_SERVER_PROGRAM, and the state of the deployed chain.
 */
import { join } from 'node:path'
import { buildOnce, SERVER } from '@galx/stack/build/build'
import { startDatabaseCluster } from '@galx/stack/testing/databaseCluster'
import { deployedState } from '@galx/stack/testing/deployedChain'
import { migrate } from '../../src/platform/database/migrate.ts'

const repositoryRoot = join(import.meta.dirname, '../../..')

export default async function prepareRun(): Promise<() => Promise<void>> {
  const cluster = await startDatabaseCluster(migrate)
  process.env.TEST_CLUSTER_URL = cluster.url
  // The chain is deployed before the test files start. Otherwise two test files that start at once would both deploy.
  await deployedState()
  process.env.TEST_SERVER_PROGRAM = join(await buildOnce(repositoryRoot, SERVER, () => {}), 'main.js')
  return cluster.stop
}
