/** Checks that a page of a history costs only its rows, however long other parts of the history are. */
import { expect } from 'vitest'
import type { Address } from 'viem'
import { listActivity, listOfProduct } from '../../src/activity/activityList.ts'
import { readTotals } from '../../src/activity/activityTotals.ts'
import type { Queryable, Sql } from '../../src/platform/database/connection.ts'
import { blocksOf, plansOf, rowsHandedOn } from './plans.ts'

const LONG = 50_000
const PAGE = 21
/** The greatest number of database pages, of table and index, that a page of the history may read. The history's long part has many times as many. */
const FEW = 150
const HASH = `0x${'1'.repeat(64)}`

/** Gives the account a long history in the pool with the id 1, and one row in the vault. @param sql one connection */
export async function expectShortPages(
  sql: Sql,
  { id, address }: { id: number; address: Address },
): Promise<void> {
  const [{ first } = { first: 1 }] = await sql<{ first: number }[]>`
    select coalesce(max(block_number), 0) + 1 as first from galx.activity`
  const last = first + LONG
  await sql`
    insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, amount, tx_hash, at)
    select number, 0, ${id}::bigint, 'StakingPools', 'claim', 1::smallint, 1, ${HASH}::bytea, number
    from generate_series(${first}::integer, ${last}::integer) number`
  await sql`
    insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, amount, tx_hash, at)
    values (${last + 1}, 0, ${id}, 'ZnVault', 'deposit', null, 1, ${HASH}, 1)`
  await sql`analyze galx.activity`
  const [pool] = await sql<{ pool: bigint }[]>`select pool from galx.pools where id = 1`
  const [vault, staking, unmade] = [
    { contract: 'ZnVault', pool: null },
    { contract: 'StakingPools', pool: pool!.pool },
    { contract: 'StakingPools', pool: 99_999n },
  ] as const
  const behindAll = { blockNumber: 0, logIndex: 0 }
  const reads: Record<string, (one: Queryable) => Promise<unknown[]>> = {
    'the newest': (one) => listActivity(one, address, null, PAGE),
    'behind the last': (one) => listActivity(one, address, behindAll, PAGE),
    'of the vault': (one) => listOfProduct(one, address, vault, null, PAGE),
    'of the vault, behind the last': (one) => listOfProduct(one, address, vault, behindAll, PAGE),
    'of the pool': (one) => listOfProduct(one, address, staking, null, PAGE),
    'of a pool that was never made': (one) => listOfProduct(one, address, unmade, null, PAGE),
  }
  expect((await reads['the newest']!(sql)).length).toBe(PAGE)
  for (const [name, read] of Object.entries(reads)) {
    const plans = await plansOf(sql, read)
    expect(plans.length, name).toBe(1)
    expect(blocksOf(plans[0]!), name).toBeLessThan(FEW)
  }
  // The sums need every row once.
  const plans = await plansOf(sql, (one) =>
    readTotals(one, { pools: new Map(), programs: new Map() }, address),
  )
  const [own] = await sql<
    { rows: number }[]
  >`select count(*) as rows from galx.activity where account_id = ${id}`
  // The limit has a margin, because PostgreSQL rounds its averages of rows for each part.
  expect(Math.max(...plans.map((plan) => rowsHandedOn(plan, 'activity')))).toBeLessThan(own!.rows + 10)
}
