/** A halt and a confirmation write into tables by name. Another set of tables may have these names by then, so only the leader may write. */
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LeadershipLostError, readHalt, writeHalt } from '../../src/indexer/engine/cursor.ts'
import { tryToLead } from '../../src/indexer/engine/leaderLock.ts'
import { insertUnconfirmed, readUnconfirmed, removeUnconfirmed } from '../../src/indexer/engine/confirming.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'

const RANGE = { from: 5, to: 9, node: 'http://node', digest: `0x${'11'.repeat(32)}` }
const HALT = { at: 1, reason: 'nodes disagree', blockNumber: 9, expectedHash: null, foundHash: null }

let database: TestDatabase
let leader: Sql
let deposed: Sql

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  ;[leader, deposed] = [1, 2].map(() => connect(database.url, { name: 'test', max: 1 })) as [Sql, Sql]
  expect(await tryToLead(leader)).toBe(true)
  await insertUnconfirmed(leader, RANGE)
})
afterAll(async () => {
  await leader?.end()
  await deposed?.end()
  await database?.stop()
})

it('a former leader neither halts nor confirms', async () => {
  await expect(writeHalt(deposed, HALT)).rejects.toBeInstanceOf(LeadershipLostError)
  await expect(removeUnconfirmed(deposed, RANGE)).rejects.toBeInstanceOf(LeadershipLostError)
  expect(await readHalt(leader)).toBeNull()
  expect(await readUnconfirmed(leader)).toEqual(RANGE)
})

it('a range is confirmed by its logs, not only by its first block', async () => {
  const another = { ...RANGE, digest: `0x${'22'.repeat(32)}` }
  await expect(removeUnconfirmed(leader, another)).rejects.toBeInstanceOf(LeadershipLostError)
  expect(await readUnconfirmed(leader)).toEqual(RANGE)
  await removeUnconfirmed(leader, RANGE)
  expect(await readUnconfirmed(leader)).toBeNull()
})

it('the first of two halts by the leader stays', async () => {
  await writeHalt(leader, HALT)
  await writeHalt(leader, { ...HALT, reason: 'a later one' })
  expect((await readHalt(leader))?.reason).toBe('nodes disagree')
})
