/** An inviter with a hundred thousand members costs the indexer as much for each change as one with a single member. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ANN, BOB, CID, Story, storyRuleset } from '../../../packages/protocol/test/rewards/story.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'

const MEMBERS = 100_000

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

const story = new Story('many members', [storyRuleset(['btc', 'node'])])
  .at(0)
  .stake(ANN, { amount: 10n ** 9n })
  .stake(BOB, { amount: 100n, inviter: ANN })
  .at(5)
  .unstake(BOB, 0n, 1n)
  .stake(CID, { amount: 7n, inviter: ANN })
  .unstake(ANN, 0n, 1n)
  .at(10)
  .unstake(BOB, 0n, 1n)
  .stake(CID, { amount: 7n })
  .unstake(ANN, 0n, 1n)
  .world()

/** The world up to its block of that number. */
function upTo(number: number) {
  return {
    ...story,
    blocks: story.blocks.filter((block) => block.number <= number),
    logs: story.logs.filter(({ block }) => block <= number),
  }
}

/** @returns rows that all statements of the block have read or written, by PostgreSQL's own count */
async function rowsTouchedBy(block: number): Promise<number> {
  const leader = await tables.lead()
  const count = async () => {
    await leader`select pg_stat_force_next_flush()`
    await leader`select 1`
    const [row] = await tables.sql<{ rows: number }[]>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del)::bigint as rows
      from pg_stat_user_tables where schemaname = 'galx'`
    return row!.rows
  }
  const before = await count()
  await tables.index(upTo(block), () => 1, leader)
  return (await count()) - before
}

it('a change of a member, of a newcomer and of the inviter touches the same few rows', async () => {
  await tables.empty({ hashes: true })
  const [first, second, third] = story.blocks.slice(-3).map(({ number }) => number)
  await tables.index(upTo(first!), () => 1)
  const few = await rowsTouchedBy(second!)

  await tables.sql`
    with ann as (select id from galx.accounts where address = ${ANN}), members as (
      insert into galx.accounts (address, inviter_id, bound_at, bound_block)
      select decode(lpad(to_hex(number), 40, '0'), 'hex'), ann.id, ${story.blocks[0]!.timestamp}::bigint, ${first!}::bigint
      from ann, generate_series(1, ${MEMBERS}::integer) number returning id
    )
    insert into galx.pool_accounts (account_id, pool_id, weight)
    select members.id, pools.id, 1 from members, galx.pools`
  await tables.sql`update galx.accounts set direct_count = direct_count + ${MEMBERS} where address = ${ANN}`
  await tables.sql`update galx.points set members = members + ${MEMBERS} where account_id = (select id from galx.accounts where address = ${ANN})`
  await tables.sql`analyze galx.accounts, galx.pool_accounts, galx.points`

  const many = await rowsTouchedBy(third!)
  expect(few).toBeGreaterThan(10)
  expect(many).toBeLessThan(few + 50)
  const [row] = await tables.sql<{ members: bigint }[]>`
    select members from galx.points where account_id = (select id from galx.accounts where address = ${ANN}) and program_key = 'btc'`
  // Bob’s 98, Cid’s 14 and a wei of each other member.
  expect(row!.members).toBe(98n + 14n + BigInt(MEMBERS))
}, 120_000)
