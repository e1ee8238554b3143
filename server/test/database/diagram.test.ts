/** docs/database.mmd shows the current database. `npm run diagram -w server` writes it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import { expect, it } from 'vitest'
import { connect } from '../../src/platform/database/connection.ts'
import { describeSchema } from '../support/describeSchema.ts'

const DIAGRAM = join(import.meta.dirname, '../../../docs/database.mmd')

it('docs/database.mmd shows every table, column and reference of a migrated database', async () => {
  const database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  const sql = connect(database.url, { name: 'galx diagram', max: 1 })
  try {
    const diagram = await describeSchema(sql)
    if (process.env.UPDATE_DIAGRAM === '1') writeFileSync(DIAGRAM, diagram)
    expect(readFileSync(DIAGRAM, 'utf8')).toBe(diagram)
  } finally {
    await sql.end()
    await database.stop()
  }
}, 60_000)
