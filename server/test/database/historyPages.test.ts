/** A history in pages, the first page from the primary and the next from a late replica. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import type { ActivityData } from '@galx/protocol/http/activity'
import type { ProductLogData } from '@galx/protocol/http/productLog'
import { productLogRoutes } from '../../src/activity/routes/productLogs.ts'
import { activity } from '../../src/activity/routes/activity.ts'
import { catalogueOf, type ApiContext } from '../../src/http/context.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { addressOf } from '../support/bigForest.ts'

const ROWS = 6
const HASH = `0x${'ab'.repeat(32)}`
const address = addressOf(1)

const databases: TestDatabase[] = []
const [primary, replica] = [{} as { sql: Sql }, {} as { sql: Sql }]
let context: ApiContext

beforeAll(async () => {
  for (const one of [primary, replica]) {
    const database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
    databases.push(database)
    one.sql = connect(database.url, { name: 'test', max: 2 })
    await one.sql`insert into galx.accounts (id, address) overriding system value values (1, ${address})`
  }
  await index(primary.sql, 1, ROWS)
  await index(replica.sql, 1, 2)
  context = {
    read: replica.sql,
    readOwn: primary.sql,
    now: Date.now,
    deployment: PAPER_DEPLOYMENT,
    catalogue: catalogueOf(PAPER_DEPLOYMENT),
  } as ApiContext
})
afterAll(async () => {
  await Promise.all([primary, replica].map(({ sql }) => sql?.end()))
  await Promise.all(databases.map((database) => database.stop()))
})

/** Stores the purchase of a level in each of these blocks, and the cursor. */
async function index(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    insert into galx.activity (block_number, log_index, account_id, kind, contract, subject, amount, tx_hash, at)
    select block, 0, 1, 'level', 'Levels', 1, 1, ${HASH}, 1700000000 from generate_series(${from}::int, ${to}::int) block`
  await sql`delete from galx.cursor`
  await sql`insert into galx.cursor ${sql({ number: to, timestamp: to, hash: HASH, genesis_hash: HASH })}`
}

const levelLog = productLogRoutes('btc').find(({ path }) => path === '/getBtcStakeLog')
const routes = [activity, levelLog].filter((route) => route !== undefined)

it.each(routes.map((route) => [route.path, route] as const))(
  '%s omits no row that the replica lacks, and reads the other rows there',
  async (_, { handle }) => {
    const blocks: number[] = []
    const stood: (number | undefined)[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const asked = { query, caller: { session: { address } } }
      const page = (await handle(context, asked as never)) as ActivityData | ProductLogData
      blocks.push(...page.list.map(({ blockNumber }) => blockNumber!))
      stood.push(page.asOf?.block)
      cursor = page.nextCursor
      if (blocks.at(-1) === 3) await index(replica.sql, 3, 4)
    }
    expect(blocks).toEqual([6, 5, 4, 3, 2, 1])
    expect(stood).toEqual([6, 6, 4])
    await replica.sql`delete from galx.activity where block_number > 2`
    await replica.sql`update galx.cursor set number = 2`
  },
)
