/** The computation of points, for accounts that change a weight or a pass very often: limited, and never wrong. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areaOf } from '../../src/rewards/calculation/segments.ts'
import { listDirect, membersCalculation } from '../../src/rewards/calculation/members.ts'
import { nodeCalculation } from '../../src/rewards/calculation/node.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { plansOf, readBy } from '../support/plans.ts'

/** The epoch, with one block per second. */
const SPAN = { from: 20_000, to: 30_000, firstBlock: 20_000, lastBlock: 29_999 }
const SOURCE = { pools: [7n], vault: false }
const [INVITER, QUIET, BUSY, LATER] = [1, 2, 3, 4] as const

let tables: BonusTables

/** Stores a change of weight in each of these blocks: to 1, 2, 3 … */
async function change(account: number, pool: number | null, from: number, to: number): Promise<void> {
  await tables.sql`
    insert into galx.weight_changes (block_number, log_index, account_id, pool_id, at, weight)
    select block, ${pool ?? 0}, ${account}, ${pool}, block, block - ${from}::bigint + 1 from generate_series(${from}::bigint, ${to}::bigint) block`
}

/** Stores a change of the pass in each of these blocks, always with the same holder. */
async function changePass(pass: number, from: number, to: number, holder: number): Promise<void> {
  await tables.sql`
    insert into galx.pass_changes (block_number, log_index, pass_id, at, holder_id, live)
    select block, ${pass}, ${pass}, block, ${holder}, true from generate_series(${from}::bigint, ${to}::bigint) block`
}

beforeAll(async () => {
  tables = await startBonusTables()
  await tables.empty({ hashes: true })
  await tables.sql`
    insert into galx.pools (id, pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
    values (1, 7, decode(repeat('70', 20), 'hex'), decode(repeat('70', 20), 'hex'), 0, 1,
      '[{"duration": 0, "multiplierBps": 10000, "penaltyBps": 0}]', 1, 1)`
  for (const id of [INVITER, QUIET, BUSY, LATER])
    await tables.sql`
      insert into galx.accounts (id, address, inviter_id, bound_at, bound_block, direct_count)
      overriding system value
      values (${id}, decode(lpad(${String(id)}, 40, '0'), 'hex'), ${id === INVITER ? null : INVITER},
        ${id === INVITER ? null : id === LATER ? SPAN.to : 100}, ${id === INVITER ? null : 100}, ${id === INVITER ? 3 : 0})`
  await tables.sql`
    insert into galx.account_totals (account_id, inviter_id, own_power)
    select id, inviter_id, id from galx.accounts`
  await change(INVITER, 1, 5_000, 5_000)
  await change(QUIET, 1, 20_100, 20_199)
  await change(BUSY, 1, 20_100, 20_200)
  // These changes are after the epoch, or not in the pool that counts.
  for (const account of [INVITER, QUIET]) await change(account, 1, 31_000, 45_000)
  await change(QUIET, null, 20_000, 22_000)
  // INVITER has a pass from before the epoch until its middle. Then others have the pass, and change it often after the epoch.
  await changePass(1, 10_000, 10_000, INVITER)
  await changePass(1, 25_000, 25_000, BUSY)
  await changePass(1, 31_000, 45_000, BUSY)
  await changePass(2, 9_000, 9_000, INVITER)
  await changePass(2, 9_500, 9_500, QUIET)
  await tables.sql`analyze`
}, 120_000)
afterAll(() => tables?.stop())

async function calculate() {
  const direct = await listDirect(tables.sql, INVITER, SPAN.to)
  return membersCalculation(tables.sql, INVITER, direct, SOURCE, SPAN)
}

it('lists members by hash power, without members that were bound later', async () => {
  const { members, all } = await listDirect(tables.sql, INVITER, SPAN.to)
  expect(members.map(({ id }) => id)).toEqual([BUSY, QUIET])
  expect(all).toBe(2)
})

it('returns all weights of a member, or only counts the member', async () => {
  const { members, memberCount, unlisted, own, ownComplete } = await calculate()
  expect(ownComplete).toBe(true)
  expect(own).toEqual([{ from: SPAN.from, to: SPAN.to, weight: '1' }])
  expect(members.map(({ address }) => Number(address))).toEqual([QUIET])
  expect([memberCount, unlisted]).toEqual([2, 1])
  const [quiet] = members
  expect(quiet!.segments).toHaveLength(101)
  expect(quiet!.segments[0]).toEqual({ from: SPAN.from, to: 20_100, weight: '0' })
  const area = areaOf(quiet!.segments.map((one) => ({ ...one, weight: BigInt(one.weight) })))
  // The weight is 1 to 99 for one second each, and then 100.
  expect(area).toBe((99n * 100n) / 2n + 100n * BigInt(SPAN.to - 20_199))
})

it('reads only the changes of the epoch, however many come later', async () => {
  const plans = await plansOf(tables.sql, async (sql) => {
    const direct = await listDirect(sql, INVITER, SPAN.to)
    await membersCalculation(sql, INVITER, direct, SOURCE, SPAN)
    await nodeCalculation(sql, INVITER, SPAN)
  })
  expect(plans.length).toBeGreaterThan(5)
  expect(Math.max(...plans.map(readBy))).toBeLessThan(500)
})

it('returns the own weight from the time when its changes are complete, and reports that some are missing', async () => {
  await change(INVITER, 1, 21_000, 26_999)
  const { own, ownComplete } = await calculate()
  expect(ownComplete).toBe(false)
  expect(own).toHaveLength(5_001)
  expect(own[0]).toEqual({ from: 21_999, to: 22_000, weight: '1000' })
  expect(own.at(-1)).toEqual({ from: 26_999, to: SPAN.to, weight: '6000' })
})

it('returns the times of a live pass, and nothing if passes changed too often', async () => {
  const live = () => nodeCalculation(tables.sql, INVITER, SPAN)
  const held = { rule: 'node', live: [{ from: SPAN.from, to: 25_000 }], liveComplete: true }
  const unknown = { rule: 'node', live: [], liveComplete: false }
  expect(await live()).toEqual(held)
  // The epoch already has two changes. Together with the new changes it has one more than the limit.
  await changePass(2, 20_000, 24_999, QUIET)
  expect(await live()).toEqual(unknown)
  await tables.sql`delete from galx.pass_changes where pass_id = 2 and block_number = 24999`
  expect(await live()).toEqual(held)
  await changePass(3, 46_000, 46_998, INVITER)
  expect(await live()).toEqual(unknown)
})
