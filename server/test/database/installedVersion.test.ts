/**
 * The plans of reads on the PostgreSQL of an installation: Debian's 15. All other tests run on npm's 18, which can use an index without the index's
 * first column, while 15 reads the whole table.
 */
import { debianPrograms } from '@galx/stack/database/postgresBinaries'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOARDS, rankBoard } from '../../src/community/ranks.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { DAY } from '../support/bigBonuses.ts'
import { addressOf, fillForest, GREAT_INVITER, type BigForest } from '../support/bigForest.ts'
import { expectBoundedReads, PLAN_MODES } from '../support/boundedReads.ts'
import { expectShortPages } from '../support/longHistory.ts'
import { startDatabaseServer, type DatabaseServer } from '../support/databaseServer.ts'

const ACCOUNTS = 60_000
const programs = debianPrograms(15)

it('is installed where it must be', () => {
  expect(programs !== null || process.env.POSTGRES_15_REQUIRED !== '1').toBe(true)
})

describe.skipIf(programs === null)('reads on PostgreSQL 15', () => {
  let server: DatabaseServer
  let sql: Sql
  let forest: BigForest

  beforeAll(async () => {
    server = await startDatabaseServer(programs!)
    sql = connect(server.url, { name: 'test', max: 1 })
    forest = await fillForest(sql, ACCOUNTS)
    for (const board of BOARDS) await rankBoard(sql, board, DAY)
  }, 300_000)
  afterAll(async () => {
    await sql?.end()
    await server?.stop()
  })

  it.each(PLAN_MODES)(
    'read only as many rows as they show, with plans made by %s',
    async (mode) => {
      await expectBoundedReads(sql, forest, mode)
    },
    120_000,
  )

  it('need few pages of a history with long and short parts', async () => {
    await expectShortPages(sql, { id: GREAT_INVITER, address: addressOf(GREAT_INVITER) })
  })
})
