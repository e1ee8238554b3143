/** Starts one database server for the whole run; test files copy its migrated database by TEST_CLUSTER_URL. */
import { startDatabaseCluster } from '@galx/stack/testing/databaseCluster'
import { migrate } from '../../src/platform/database/migrate.ts'

export default async function startCluster(): Promise<() => Promise<void>> {
  const cluster = await startDatabaseCluster(migrate)
  process.env.TEST_CLUSTER_URL = cluster.url
  return cluster.stop
}
