/** Lists that are written byte by byte, and read by PostgreSQL. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { List, listOf, writeBytes, writeWhole, writeWord } from '../../src/platform/database/lists.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await emptyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 1 })
}, 60_000)
afterAll(async () => {
  await sql?.end()
  await database?.stop()
})

const hex = fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const word = fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).filter((text) => !/["\\]/.test(text))
function list<Value>(of: fc.Arbitrary<Value>) {
  return fc.array(fc.option(of), { maxLength: 300 })
}

test('numbers, bytes and words come back unchanged, including nulls', async () => {
  await fc.assert(
    fc.asyncProperty(
      list(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n })),
      list(fc.integer()),
      list(hex),
      list(word),
      async (numbers, integers, bytes, words) => {
        const [read] = await sql<{ numbers: unknown; integers: unknown; bytes: unknown; words: unknown }[]>`
          select
            (select json_agg(one::text order by place) from unnest(${numbers.map((value) => value?.toString() ?? null)}::numeric[]) with ordinality as list (one, place)) as numbers,
            (select json_agg(one order by place) from unnest(${integers}::bigint[]) with ordinality as list (one, place)) as integers,
            (select json_agg('0x' || encode(one, 'hex') order by place) from unnest(${bytes}::bytea[]) with ordinality as list (one, place)) as bytes,
            (select json_agg(one order by place) from unnest(${words}::text[]) with ordinality as list (one, place)) as words`
        expect(read!.numbers ?? []).toEqual(numbers.map((value) => value?.toString() ?? null))
        expect(read!.integers ?? []).toEqual(integers)
        expect(read!.bytes ?? []).toEqual(bytes)
        expect(read!.words ?? []).toEqual(words)
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  ['a number', writeWhole, ['1.5', '1e9', '', '0x1', '１', 'İ', '1,2', '1}', '--1', '-']],
  ['bytes', writeBytes, ['0x1', 'ab', '0xzz', '0xİİ', '0xab"', '0xé', '\\xab', '0xab\\']],
  ['a word', writeWord, ['a"b', 'a\\b', 'ä', '\n', 'İ']],
] as const)('a value that is not %s is refused by name', (_name, write, wrong) => {
  for (const text of wrong) {
    expect(() => listOf([text], write), text).toThrow(TypeError)
  }
  // A refused list leaves nothing in the next.
  expect(listOf([], write)).toBe('{}')
})

test('a refused element leaves the list unchanged, and an emptied list is like a new one', () => {
  const list = new List(writeWhole)
  list.add(1n)
  expect(() => list.add('x')).toThrow('not a whole number: x')
  list.add(null)
  list.add(-2)
  expect(list.text()).toBe('{1,NULL,-2}')
  list.empty()
  expect(list.text()).toBe('{}')
  list.add(null)
  expect(list.text()).toBe('{NULL}')
})

test('a list may omit its last nulls beside a longer list', async () => {
  const [numbers, places] = [new List(writeWhole), new List(writeWhole)]
  const given = [null, 5, null, 7, null, null]
  for (const [place, number] of given.entries()) {
    numbers.add(number)
    places.add(place)
  }
  expect(numbers.textToLastValue()).toBe('{NULL,5,NULL,7}')
  const read = await sql<{ place: number; number: number | null }[]>`
    select unnest(${places.text()}::text::integer[]) as place, unnest(${numbers.textToLastValue()}::text::integer[]) as number,
      unnest(${new List(writeWhole).textToLastValue()}::text::integer[]) as none`
  expect(read.map((row) => ({ ...row }))).toEqual(
    given.map((number, place) => ({ place, number, none: null })),
  )
})

test('a list grows as long as necessary', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => index)
  expect(listOf(many, writeWhole)).toBe(`{${many.join()}}`)
})
