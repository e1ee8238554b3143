/** `forget` empties the tables in a moment, then updates the accounts, and may end at any time in between. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { bindPendingInviter, registerAccount } from '../../src/accounts/registration.ts'
import { readHalt } from '../../src/indexer/engine/cursor.ts'
import { ENGINE_TABLES, wipeChain } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { TIME_LIMITS } from '../../src/platform/database/timeLimits.ts'
import { transact } from '../../src/platform/database/transaction.ts'
import { holdWrites } from '../support/heldStatement.ts'
import { waitFor } from '../support/wait.ts'

const HASH = `0x${'ab'.repeat(32)}`
const [INVITER, OTHER, BOUND, PENDING, CHAIN_ONLY, LATER] = [1, 2, 3, 4, 5, 6] as const

let database: TestDatabase
let sql: Sql

function addressOf(number: number): `0x${string}` {
  return `0x${String(number).padStart(40, '0')}`
}

async function idOf(number: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from galx.accounts where address = ${addressOf(number)}`
  return row!.id
}

async function codeOf(number: number): Promise<string> {
  const [row] = await sql<{ code: string }[]>`
    select invite_code as code from galx.accounts where address = ${addressOf(number)}`
  return row!.code
}

/** Two accounts are pending with INVITER. One of them is bound to OTHER, like an account without a sign-in. */
async function fill(): Promise<void> {
  for (const number of [INVITER, OTHER, BOUND, PENDING, LATER])
    await transact(sql, (transaction) => registerAccount(transaction, addressOf(number), 1))
  await sql`insert into galx.accounts (address) values (${addressOf(CHAIN_ONLY)})`
  for (const number of [BOUND, PENDING])
    expect(await bindPendingInviter(sql, addressOf(number), await codeOf(INVITER), 2)).toBe('bound')
  const other = await idOf(OTHER)
  await sql`
    update galx.accounts set inviter_id = ${other}, bound_at = 3, bound_block = 3
    where address in (${addressOf(BOUND)}, ${addressOf(CHAIN_ONLY)})`
  await sql`update galx.accounts set direct_count = 2 where id = ${other}`
  await sql`update galx.pending_counts set members = 1`
  await sql`
    insert into galx.account_totals (account_id, inviter_id, own_power)
    select id, inviter_id, 7 from galx.accounts where inviter_id = ${other}
    on conflict (account_id) do update set inviter_id = excluded.inviter_id, own_power = excluded.own_power`
  await sql`update galx.totals_standing set block_number = 3, timestamp = 3`
  await sql`
    insert into galx.cursor (number, hash, timestamp, genesis_hash) values (3, ${HASH}, 3, ${HASH})`
}

async function expectForgotten(members: readonly number[]): Promise<void> {
  expect(await readHalt(sql)).toBeNull()
  expect(await sql`select from galx.cursor`).toHaveLength(0)
  expect(await sql`select from galx.accounts where inviter_id is not null or direct_count > 0`).toHaveLength(
    0,
  )
  expect(await sql`select from galx.accounts where address = ${addressOf(CHAIN_ONLY)}`).toHaveLength(0)
  const inviter = await idOf(INVITER)
  const totals = await sql`
    select address, t.inviter_id, t.own_power from galx.account_totals t join galx.accounts on id = account_id order by address`
  expect([...totals]).toEqual(
    members.map((number) => ({ address: addressOf(number), inviter_id: inviter, own_power: 0n })),
  )
  const counts = await sql`select inviter_id, members from galx.pending_counts where members > 0`
  expect([...counts]).toEqual([{ inviter_id: inviter, members: members.length }])
}

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 2 })
  await fill()
})
afterAll(async () => {
  await sql?.end()
  await database?.stop()
})

test('each emptied table can be read while the accounts are updated; if "forget" ends in between, a halt stays until it is called again, and each pending account counts once', async () => {
  const call = connect(database.url, { name: 'test call', max: 1, limits: TIME_LIMITS.read })
  const held = await holdWrites(database.url, 'accounts')
  const forgotten = wipeChain(database.url, SOURCE_TABLES, 2)
  const ended = expect(forgotten).rejects.toThrow()
  try {
    await held.reached()
    for (const table of [...ENGINE_TABLES, ...SOURCE_TABLES, 'account_totals', 'pending_counts'])
      if (table !== 'indexer_halt')
        expect([...(await call.unsafe(`select from galx.${table} limit 1`))], table).toEqual([])
    expect(await call`select from galx.totals_standing where block_number is not null`).toHaveLength(0)
    await waitFor('the session to end', async () => {
      const sessions = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'galx reindex'`
      return sessions.length > 0
    })
    await ended
  } finally {
    await Promise.all([held.release(), call.end()])
  }
  expect((await readHalt(sql))!.reason).toBe('"forget" has begun, and has not ended: run it again')
  // Meanwhile the API has counted the account, and so does the next call.
  expect(await bindPendingInviter(sql, addressOf(LATER), await codeOf(INVITER), 4)).toBe('bound')
  await wipeChain(database.url, SOURCE_TABLES, 2)
  await expectForgotten([BOUND, PENDING, LATER])
  await wipeChain(database.url, SOURCE_TABLES)
  await expectForgotten([BOUND, PENDING, LATER])
})
