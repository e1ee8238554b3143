/** The history's rows come out of the database unchanged, column by column and part by part. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import { ActivityRows, ROWS_AT_ONCE, type ActivityRow } from '../../src/ledger/activityRows.ts'
import { Member } from '../../src/ledger/forest.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'

let database: Awaited<ReturnType<typeof copyDatabase>>
let sql: Sql
const members = [1, 2, 3].map((id) => new Member(`0x${String(id).repeat(40)}`))

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 2 })
  for (const member of members) {
    const [row] = await sql<{ id: number }[]>`
      insert into galx.accounts (address) values (${member.address}) returning id`
    member.id = row!.id
  }
  // The test is not about the columns that an event must have.
  const checks = await sql<{ name: string }[]>`
    select conname as name from pg_constraint where conrelid = 'galx.activity'::regclass and contype in ('c', 'f')`
  for (const { name } of checks) await sql`alter table galx.activity drop constraint ${sql(name)}`
}, 120_000)
afterAll(async () => {
  await sql?.end()
  await database?.stop()
})

const amount = fc.option(fc.bigInt({ min: 0n, max: 10n ** 40n }))
const fields = fc.record({
  member: fc.constantFrom(...members),
  kind: fc.constantFrom('stake' as const, 'claim' as const, 'exit' as const),
  poolId: fc.option(fc.constant(1)),
  subject: amount,
  position: amount,
  amount,
  pairAmount: amount,
  penalty: amount,
  reward: amount,
})

it.each([1, ROWS_AT_ONCE, ROWS_AT_ONCE + 1, 2 * ROWS_AT_ONCE + 500])('%i rows', async (count) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fields, { minLength: 20, maxLength: 20 }),
      fc.nat(ROWS_AT_ONCE),
      async (given, lastPenalty) => {
        const rows = Array.from({ length: count }, (_, index): ActivityRow => ({
          block: 1 + Math.floor(index / 10),
          logIndex: index,
          contract: 'StakingPools' as const,
          ...given[index % given.length]!,
          // One column has only nulls in its last rows, and one column has no value after the first part.
          ...(index % ROWS_AT_ONCE > lastPenalty && { penalty: null }),
          ...(index >= ROWS_AT_ONCE && { subject: null }),
          txHash: `0x${(index + 1).toString(16).padStart(64, '0')}`,
          at: 1_000 + index,
        }))
        await sql`truncate galx.activity`
        const all = new ActivityRows()
        for (const row of rows) all.push(row)
        for (const part of all.insert(sql)) await part
        const read = await sql`
          select block_number as block, log_index as "logIndex", account_id as member, contract, kind,
            pool_id as "poolId", subject, position, amount, pair_amount as "pairAmount", penalty, reward,
            tx_hash as "txHash", at
          from galx.activity order by log_index`
        expect(read.map((row) => ({ ...row }))).toEqual(
          rows.map((row) => ({ ...row, member: row.member.id })),
        )
      },
    ),
    { numRuns: 4 },
  )
})
