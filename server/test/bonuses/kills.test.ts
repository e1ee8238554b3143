/** The leader's connection dies at every statement of the closing of an epoch: what is stored afterwards is as if it had not. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBonusTables, vectorWorld, type BonusTables } from '../support/bonusTables.ts'
import { dumpTables } from '../support/tables.ts'

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

/** Two rulesets: one of the closings also changes what points and power are made of. */
const world = vectorWorld('ruleset-change')

it('a kill at any statement of any closing leaves the tables of an undisturbed run', async () => {
  await tables.empty({ hashes: true })
  let count = 0
  await tables.index(world, () => 1_000, await tables.lead(counting(() => (count += 1))))
  const undisturbed = await dumpTables(tables.sql)
  expect(undisturbed.epochs.length).toBe(4)
  expect(count).toBeGreaterThan(80)

  let killed = 0
  // The first two closings, of which the second one changes the ruleset, have every statement; the others repeat them, and have each with THOROUGH.
  const rest = process.env.THOROUGH === '1' ? 1 : 5
  for (let at = 1; at <= count; at += at <= count / 2 ? 1 : rest) {
    await tables.empty({ hashes: true })
    let seen = 0
    let backend = 0
    const sql = await tables.lead(
      counting(() => {
        seen += 1
        if (seen === at) process.kill(backend, 'SIGTERM')
      }),
    )
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    backend = row!.pid
    const failed = await tables
      .index(world, () => 1_000, sql)
      .then(
        () => false,
        () => true,
      )
    if (failed) killed += 1
    await tables.index(world, () => 1_000)
    expect(await dumpTables(tables.sql), `killed at statement ${at} of ${count}`).toEqual(undisturbed)
  }
  expect(killed).toBeGreaterThan(count / 3)
}, 1_200_000)

/** Calls `each` at the beginning of every statement between the hold of the cursor and the end of a closing. */
function counting(each: () => void): (text: string) => string {
  let closing = false
  return (text) => {
    if (text.includes('for update') || text.includes('not exists (select from galx.cursor)')) closing = true
    if (text.includes('insert into galx.cursor') || text.includes('update galx.cursor')) closing = false
    if (closing && /^\s*(select|insert|with|create|analyze|delete|update|for update)/.test(text)) each()
    return text
  }
}
