/** Reads of an inviter with many members, on enough rows to show that the cost does not grow with the members. */
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { insertTeamChanges, loadAccounts, writeBindings } from '../../src/community/aggregates.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { countFans, listFans, type FanPosition, type FanSort } from '../../src/community/fans.ts'
import { bindPendingInviter } from '../../src/accounts/registration.ts'
import { transact } from '../../src/platform/database/transaction.ts'
import { foldTotals } from '../../src/ledger/foldTotals.ts'
import { Forest } from '../../src/ledger/forest.ts'
import { plansOf, readBy, scannedWhole } from '../support/plans.ts'
import { NIGHTLY } from '../support/nightly.ts'

const PENDING = NIGHTLY ? 100_000 : 20_000
const BOUND = NIGHTLY ? 100_000 : 20_000
const PAGE = 20
const inviter = `0x${'11'.repeat(20)}` as const

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  sql = connect(database.url, { name: 'test', max: 2 })
  await sql`insert into galx.accounts (id, address, registered_at, invite_code, direct_count, team_count)
    values (1, ${inviter}, 1, 'ABCDEFGH', ${BOUND}, ${BOUND})`
  // Times and powers repeat, so that pages end among equal values.
  await sql`insert into galx.accounts (id, address, inviter_id, bound_at, bound_block)
    select n + 1, decode(lpad(to_hex(n), 40, '0'), 'hex'), 1, 1000 + n / 7, n
    from generate_series(1, ${BOUND}) n`
  await sql`insert into galx.accounts (id, address, pending_inviter_id, pending_at)
    select n + 1, decode(lpad(to_hex(n), 40, '0'), 'hex'), 1, 1000 + n / 7
    from generate_series(${BOUND + 1}::int, ${BOUND + PENDING}::int) n`
  await sql`insert into galx.account_totals (account_id, inviter_id, own_power, team_power)
    select id, 1, id % 1000, id from galx.accounts where id > 1`
  await sql`insert into galx.cursor (number, hash, timestamp, genesis_hash)
    values (${BOUND}, ${`0x${'ab'.repeat(32)}`}, 1, ${`0x${'ab'.repeat(32)}`})`
  await sql`update galx.totals_standing set block_number = ${BOUND}, timestamp = 1`
  await sql`insert into galx.pending_counts (inviter_id, members) values (1, ${PENDING})`
  await sql`select setval(pg_get_serial_sequence('galx.accounts', 'id'), ${BOUND + PENDING + 1})`
  await sql.unsafe('vacuum analyze galx.accounts, galx.account_totals')
}, 120_000)
afterAll(async () => {
  await sql?.end()
  await database?.stop()
})

/** The indexer's writes for an account's first stake. */
async function bindForGood(member: Address, to: Address): Promise<void> {
  const forest = new Forest(await loadAccounts(sql, [member, to]))
  const [row] = await sql<{ next: number }[]>`select number + 1 as next from galx.cursor`
  expect(forest.bind(forest.member(member), to, 9, row!.next)).toBe(true)
  await transact(sql, async (transaction) => {
    expect(await writeBindings(transaction, forest.changed())).toBe(forest.changed().length)
    await insertTeamChanges(transaction, forest.teamChanges(), row!.next, 9)
    await transaction`update galx.cursor set number = ${row!.next}`
  })
  expect(await foldTotals(sql)).toMatchObject({ changes: 1, complete: true })
}

describe('an inviter with 200 000 members', () => {
  const deep: Record<FanSort, FanPosition> = {
    joined: { value: '8000', id: 80_000 },
    hashPower: { value: '500', id: 80_000 },
  }
  it.each([
    ['joined', null],
    ['joined', deep.joined],
    ['hashPower', null],
    ['hashPower', deep.hashPower],
  ] as const)('a page by %s after %o reads no more than two pages', async (sort, after) => {
    const [plan, ...others] = await plansOf(sql, (one) => listFans(one, inviter, sort, after, PAGE + 1))
    expect(others).toEqual([])
    expect(scannedWhole(plan!)).toEqual([])
    expect(readBy(plan!)).toBeLessThanOrEqual(2 * (PAGE + 1))
  })

  it('the total is right and reads one row of each table', async () => {
    const [plan] = await plansOf(sql, (one) => countFans(one, inviter))
    expect(readBy(plan!)).toBe(1)
    expect(await countFans(sql, inviter)).toEqual({ total: PENDING + BOUND, pending: PENDING })
  })

  it('pages contain every member once', async () => {
    for (const sort of ['joined', 'hashPower'] as const) {
      const seen = new Set<string>()
      let after: FanPosition | null = null
      for (;;) {
        const page = await listFans(sql, inviter, sort, after, 10_000)
        for (const { address } of page) seen.add(address)
        const last: { position: FanPosition } | undefined = page.at(-1)
        if (!last) break
        after = last.position
      }
      expect(seen.size).toBe(PENDING + BOUND)
    }
  }, 120_000)

  it('the total follows every binding: pending, or permanent with this inviter or another', async () => {
    const newcomer = `0x${'22'.repeat(20)}` as const
    const counted = async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*) from galx.accounts where inviter_id = 1 or inviter_id is null and pending_inviter_id = 1`
      const { total } = await countFans(sql, inviter)
      expect(total).toBe(row!.count)
      return total
    }
    expect(await bindPendingInviter(sql, newcomer, 'ABCDEFGH', 5)).toBe('bound')
    expect(await counted()).toBe(PENDING + BOUND + 1)
    // These are the indexer's writes: one account is bound to the inviter that it named, one account to another inviter.
    await bindForGood(newcomer, inviter)
    expect(await counted()).toBe(PENDING + BOUND + 1)
    const [stray, other] = await sql<{ address: Address }[]>`
      select address from galx.accounts where id in (2, ${BOUND + 50}) order by id desc`
    await bindForGood(stray!.address, other!.address)
    expect(await counted()).toBe(PENDING + BOUND)
  }, 120_000)
})
