/** docs/database.md shows the database as it is. `npm run diagram -w server` rewrites the page. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import { expect, it } from 'vitest'
import { connect } from '../../src/platform/database/connection.ts'
import { describeSchema } from '../support/describeSchema.ts'

const PAGE = join(import.meta.dirname, '../../../docs/database.md')

it('docs/database.md shows every table, column and reference of a migrated database', async () => {
  const database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  const sql = connect(database.url, { name: 'galx diagram', max: 1 })
  try {
    const page = await describeSchema(sql)
    if (process.env.UPDATE_DIAGRAM === '1') writeFileSync(PAGE, page)
    expect(readFileSync(PAGE, 'utf8')).toBe(page)
  } finally {
    await sql.end()
    await database.stop()
  }
}, 60_000)
