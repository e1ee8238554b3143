/** `dumpTables` is how tests compare two runs of the indexer. A table that it leaves out would be compared by nobody. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'

const dump = readFileSync(join(import.meta.dirname, '../support/tables.ts'), 'utf8')
const read = new Set([...dump.matchAll(/\bgalx\.(\w+)/g)].map(([, table]) => table))

test.each(SOURCE_TABLES)('%s, which is filled from the chain, is in dumpTables', (table) => {
  expect(read).toContain(table)
})
