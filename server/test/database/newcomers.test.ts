/** New accounts of a batch, written in the state that the batch gives them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { insertNewcomers, loadAccounts, writeBindings } from '../../src/community/aggregates.ts'
import { Forest } from '../../src/ledger/forest.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { transact } from '../../src/platform/database/transaction.ts'

function address(digit: string): string {
  return `0x${digit.repeat(40)}`
}
const [known, alone, bound, chained, early, below, named] = ['1', '2', '3', '4', '5', '6', '7'].map(
  address,
) as [string, string, string, string, string, string, string]

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

it('a row is written once, unless an id was unknown or the API was first', async () => {
  await sql`insert into galx.accounts (address) values (${known})`
  const all = [known, alone, bound, chained, early, below, named]
  const forest = new Forest(await loadAccounts(sql, all))
  const inviters = { [bound]: known, [chained]: bound, [early]: known, [below]: early, [known]: named }
  forest.member(alone)
  for (const [account, inviter] of Object.entries(inviters))
    expect(forest.bind(forest.member(account), inviter, 70, 7)).toBe(true)

  // A sign-in and a pending inviter, between the batch's reads and its writes.
  const [made] = await sql<{ id: number }[]>`insert into galx.accounts (address, registered_at, invite_code,
    pending_inviter_id, pending_at) select ${early}, 60, 'ABCDEFGH', id, 60 from galx.accounts returning id`
  await sql`insert into galx.pending_counts (inviter_id, members) select id, 1 from galx.accounts where address = ${known}`

  const updated = await transact(sql, async (transaction) => {
    const written = await insertNewcomers(transaction, forest.newcomers())
    expect([...written].map((member) => member.address)).toEqual([alone, bound, named])
    const rest = forest.changed().filter((member) => !written.has(member))
    expect(await writeBindings(transaction, rest)).toBe(rest.length)
    return rest.map((member) => member.address)
  })
  expect(updated.sort()).toEqual([known, chained, early, below])
  expect(forest.member(early).id).toBe(made!.id)

  const rows = await sql`
    select account.address, inviter.address as inviter, account.bound_at as at, account.bound_block as block,
      account.direct_count as members
    from galx.accounts account left join galx.accounts inviter on inviter.id = account.inviter_id order by account.address`
  expect([...rows]).toEqual([
    { address: known, inviter: named, at: 70, block: 7, members: 2 },
    { address: alone, inviter: null, at: null, block: null, members: 0 },
    { address: bound, inviter: known, at: 70, block: 7, members: 1 },
    { address: chained, inviter: bound, at: 70, block: 7, members: 0 },
    { address: early, inviter: known, at: 70, block: 7, members: 1 },
    { address: below, inviter: early, at: 70, block: 7, members: 0 },
    { address: named, inviter: null, at: null, block: null, members: 1 },
  ])
  expect([...(await sql`select members from galx.pending_counts`)]).toEqual([{ members: 0 }])
})
