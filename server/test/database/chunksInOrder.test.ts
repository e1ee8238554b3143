/** Rows that are divided into chunks in their order. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { connect, type Sql } from '../../src/platform/database/connection.ts'

/** the number of places in a chunk, and the number of places whose accounts are stored */
const [SIZE, LISTED] = [3, 4]

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 1 })
})
afterAll(async () => {
  await sql?.end()
  await database?.stop()
})

/** Accounts 1 to `count`, each with less power than the previous one. */
function chunksOf(count: number) {
  const entries = `select n::bigint, (1000 - n)::numeric from generate_series(1, ${count}) n order by n`
  return sql<{ above: number; lowest: string; powers: string; accounts: string | null }[]>`
    select above, lowest::text, array_to_string(powers, ' ') as powers, array_to_string(accounts, ' ') as accounts from galx.chunks_in_order(${entries}, ${SIZE}, ${LISTED})`
}

it.each([
  ['no rows', 0, []],
  ['one', 1, [[0, 1, 1]]],
  ['a full chunk', 3, [[0, 3, 3]]],
  [
    'one more account, at the last listed place',
    4,
    [
      [0, 3, 3],
      [3, 1, 1],
    ],
  ],
  [
    'full chunks, the second partly listed',
    6,
    [
      [0, 3, 3],
      [3, 3, 1],
    ],
  ],
  [
    'more accounts than listed places',
    7,
    [
      [0, 3, 3],
      [3, 3, 1],
      [6, 1, 0],
    ],
  ],
])('%s', async (_name, count, expected) => {
  const power = (place: number) => String(1000 - place)
  const places = (above: number, length: number) => Array.from({ length }, (_, index) => above + index + 1)
  expect([...(await chunksOf(count))]).toEqual(
    expected.map(([above, length, listed]) => ({
      above,
      lowest: power(above! + length!),
      powers: places(above!, length!).map(power).join(' '),
      accounts: listed === 0 ? null : places(above!, listed!).join(' '),
    })),
  )
})
