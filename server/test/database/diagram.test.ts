/** docs/database.md shows the database as it is. `npm run diagram -w server` rewrites the page. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase, startDatabase } from '@galx/stack/database/startDatabase'
import { expect, it } from 'vitest'
import { connect } from '../../src/platform/database/connection.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { describeSchema } from '../support/describeSchema.ts'

const PAGE = join(import.meta.dirname, '../../../docs/database.md')

it('docs/database.md shows every table, column and reference of a migrated database', async () => {
  const dataDirectory = join(mkdtempSync(join(tmpdir(), 'galx-diagram-')), 'database')
  const database = await startDatabase({ dataDirectory })
  const sql = connect(database.url, { name: 'galx diagram', max: 1 })
  try {
    await migrate(database.url)
    const page = await describeSchema(sql)
    if (process.env.UPDATE_DIAGRAM === '1') writeFileSync(PAGE, page)
    expect(readFileSync(PAGE, 'utf8')).toBe(page)
  } finally {
    await sql.end()
    await database.stop()
    removeDatabase(dataDirectory)
  }
}, 60_000)
