/** The promotion's history: the members that were qualified at the end of every epoch, whatever they have withdrawn since. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeEpochs } from '../../../packages/protocol/test/rewards/naive.ts'
import {
  ANN,
  BOB,
  CID,
  DAN,
  EVE,
  FAY,
  GUS,
  Story,
  storyRuleset,
} from '../../../packages/protocol/test/rewards/story.ts'
import { qualificationsOf, MOST_LOOKED_AT } from '../../src/rewards/calculation/qualified.ts'
import { startBonusTables, type BonusTables, type World } from '../support/bonusTables.ts'
import { plansOf, readBy, scannedWhole } from '../support/plans.ts'
import { historyOf } from '../support/qualificationHistory.ts'

const DURATION = 60
const POOL = storyRuleset(['promotion']).qualifying[0]!.pool

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

/** Members join, fall below the amount, leave and return, some in an epoch's first or last second. The second ruleset requires more members. */
const story: World = new Story('history', [
  storyRuleset(['promotion']),
  storyRuleset(['promotion'], { number: 2, firstEpoch: '1012', qualifying: [{ pool: POOL, amount: '120' }] }),
])
  .at(0)
  .stake(BOB, { amount: 150n, inviter: ANN })
  .stake(CID, { amount: 100n, inviter: ANN })
  // Dan has dust beside a position that is large enough. Fay has only positions that are too small.
  .stake(DAN, { amount: 1n, inviter: ANN })
  .stake(DAN, { amount: 300n })
  .stake(FAY, { amount: 99n, inviter: ANN })
  .stake(FAY, { amount: 99n })
  .stake(GUS, { amount: 200n, inviter: EVE })
  .at(7 * DURATION + 59)
  .unstake(BOB, 0n, 51n)
  .at(8 * DURATION)
  .exit(CID, 0n)
  .stake(CID, { amount: 130n })
  .at(9 * DURATION + 30)
  .unstake(DAN, 1n, 100n)
  .stake(EVE, { amount: 500n, inviter: ANN })
  .at(13 * DURATION + 10)
  .unstake(DAN, 1n, 81n)
  .at(13 * DURATION + 20)
  .unstake(DAN, 1n, 119n)
  .exit(GUS, 0n)
  .stake(BOB, { amount: 120n })
  .at(24 * DURATION)
  .exit(EVE, 0n)
  .exit(BOB, 1n)
  .at(25 * DURATION)
  .world()

/** The world up to the block. */
function upTo(number: number): World {
  return {
    ...story,
    blocks: story.blocks.filter((block) => block.number <= number),
    logs: story.logs.filter(({ block }) => block <= number),
  }
}

describe('of a world with several epochs', () => {
  it('the count of qualified members equals the count of each closing and the count by the plain rules, after everybody has left', async () => {
    await tables.empty({ hashes: true })
    const counted = new Map<string, number>()
    // The first block has no event of the pool.
    for (const { number } of story.blocks.slice(1)) {
      const known = await tables.sql<{ epoch: number }[]>`select epoch from galx.epochs`
      await tables.index(upTo(number), () => 1)
      const closed = await tables.sql<{ epoch: number }[]>`select epoch from galx.epochs order by epoch`
      // If a block closes several epochs, the table has only the counts of the last epoch. The plain rules also have the epochs in between.
      if (closed.length === known.length) continue
      const rows = await tables.sql<{ address: string; qualified: number }[]>`
        select address, qualified from galx.promotions join galx.accounts on accounts.id = account_id`
      for (const { address, qualified } of rows) counted.set(`${closed.at(-1)!.epoch} ${address}`, qualified)
    }
    const history = await historyOf(tables.sql, story)
    for (const { epoch, inviter, qualified, members } of history) {
      expect(members.length, `${epoch} ${inviter}`).toBe(qualified)
      const then = counted.get(`${epoch} ${inviter}`)
      if (then !== undefined) expect(qualified, `${epoch} ${inviter}`).toBe(then)
    }
    expect([...counted.values()].filter((qualified) => qualified > 0).length).toBeGreaterThan(5)
    const ofAnn = history.filter(({ inviter }) => inviter === ANN)
    expect(ofAnn).toEqual(
      computeEpochs(story).map(({ epoch, standings }) => {
        const members = [...standings.get(ANN)!.qualified].sort()
        return { epoch: Number(epoch), inviter: ANN, qualified: members.length, members }
      }),
    )
    // Ann's qualified members around the events above.
    const at = (epoch: number) => ofAnn.find((one) => one.epoch === epoch)!.members
    expect(at(1_005)).toEqual([])
    expect(at(1_006)).toEqual([BOB, CID, DAN].sort())
    expect(at(1_007)).toEqual([CID, DAN].sort())
    expect(at(1_008)).toEqual([DAN])
    expect(at(1_012)).toEqual([DAN])
    expect(at(1_013)).toEqual([])
    expect(at(1_023)).toEqual([BOB, CID, EVE].sort())
    expect(at(1_024)).toEqual([CID])
  }, 60_000)

  it('returns the time of the oldest position that was large enough then, not of the remaining one', async () => {
    const [dan] = await tables.sql<{ id: number }[]>`select id from galx.accounts where address = ${DAN}`
    const qualification = async (epoch: number, amount: bigint) => {
      const [block] = await tables.sql<{ last: number }[]>`
        select coalesce(last_block, block_number) as last from galx.epochs where epoch = ${epoch}`
      const [from, to] = [epoch * DURATION, (epoch + 1) * DURATION]
      const span = { from, to, firstBlock: block!.last + 1, lastBlock: block!.last }
      const found = await qualificationsOf(tables.sql, [dan!.id], [{ pool: BigInt(POOL), amount }], span)
      return found.get(dan!.id)
    }
    const since = 1_000 * DURATION
    expect(await qualification(1_008, 300n)).toEqual({ qualified: true, since })
    expect(await qualification(1_009, 300n)).toEqual({ qualified: false, since: null })
    expect(await qualification(1_003, 300n)).toEqual({ qualified: false, since })
    expect(await qualification(1_012, 200n)).toEqual({ qualified: true, since })
  })
})

describe('of members with more rows than the limits', () => {
  /** One block per second. */
  const SPAN = { from: 20_000, to: 20_060, firstBlock: 20_000, lastBlock: 20_059 }
  const KINDS = { plain: 1, left: 2, gifted: 3, hidden: 4, busy: 5, busyQualified: 6 } as const
  const members = Object.values(KINDS)

  async function open(
    account: number,
    from: number,
    to: number,
    amount: bigint,
    closedAt: number | null = null,
  ) {
    await tables.sql`
      insert into galx.positions (account_id, pool_id, position, amount, pair_amount, tier, unlock_at, opened_at, opened_block, opened_tx, closed_at)
      select ${account}, 1, number, ${amount.toString()}, 0, 0, 0, 1_000 + number, 1_000 + number, sha256('position'::bytea), ${closedAt}::bigint
      from generate_series(${from}::integer, ${to}::integer) number`
  }
  async function happen(
    account: number,
    kind: string,
    from: number,
    to: number,
    position: number | null,
    amount: bigint,
  ) {
    await tables.sql`
      insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, position, amount, pair_amount, penalty, reward,
        tx_hash, at)
      select block, ${account}, ${account}, 'StakingPools', ${kind}::galx.activity_kind, 1, ${position}::integer, ${amount.toString()}::numeric,
        ${kind === 'claim' ? null : 0}::numeric, ${kind === 'unstake' ? 0 : null}::numeric, ${kind === 'exit' ? 0 : null}::numeric,
        sha256('transaction'::bytea), block
      from generate_series(${from}::integer, ${to}::integer) block`
  }

  beforeAll(async () => {
    await tables.empty({ hashes: true })
    await tables.sql`
      insert into galx.pools (id, pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
      values (1, 7, decode(repeat('70', 20), 'hex'), decode(repeat('70', 20), 'hex'), 0, 1,
        '[{"duration": 0, "multiplierBps": 10000, "penaltyBps": 0}]', 1, 1)`
    await tables.sql`
      insert into galx.accounts (id, address) overriding system value
      select id, decode(lpad(id::text, 40, '0'), 'hex') from generate_series(1, 2_000) id`
    const { positions, events } = MOST_LOOKED_AT
    await open(KINDS.plain, 0, 0, 100n)
    await open(KINDS.left, 0, 0, 0n, 30_000)
    await happen(KINDS.left, 'exit', 30_000, 30_000, 0, 100n)
    // Gifts of dust hide none of the account's own positions.
    await open(KINDS.gifted, 0, 0, 100n)
    await open(KINDS.gifted, 1, 20 * positions, 1n)
    await open(KINDS.hidden, 0, positions, 1n)
    await open(KINDS.hidden, positions + 1, positions + 1, 100n)
    await open(KINDS.busy, 0, 0, 0n, 60_000)
    await open(KINDS.busyQualified, 0, 0, 30n)
    // The events of the epoch itself and earlier events are not read, however many there are.
    for (const account of [KINDS.busy, KINDS.busyQualified, KINDS.left])
      await happen(account, 'claim', 20_000 - 5 * events, 20_059, null, 1n)
    await happen(KINDS.busyQualified, 'unstake', 30_000, 30_000, 0, 70n)
    for (const account of [KINDS.busy, KINDS.busyQualified])
      await happen(account, 'claim', 30_001, 30_000 + 5 * events, null, 1n)
    await happen(KINDS.busy, 'exit', 60_000, 60_000, 0, 100n)
    await tables.sql`analyze`
  }, 60_000)

  const read = (of: readonly number[]) => qualificationsOf(tables.sql, of, [{ pool: 7n, amount: 100n }], SPAN)

  it('is null if the limits do not suffice, and never wrong', async () => {
    const found = await read(members)
    const since = 1_000
    expect(found.get(KINDS.plain)).toEqual({ qualified: true, since })
    expect(found.get(KINDS.left)).toEqual({ qualified: true, since })
    expect(found.get(KINDS.gifted)).toEqual({ qualified: true, since: null })
    expect(found.get(KINDS.hidden)).toEqual({ qualified: null, since: null })
    expect(found.get(KINDS.busy)).toEqual({ qualified: null, since: null })
    // The rows that were read prove the qualification. There may be an older position, so `since` is unknown.
    expect(found.get(KINDS.busyQualified)).toEqual({ qualified: true, since: null })
    expect([...(await read([999])).values()]).toEqual([{ qualified: false, since: null }])
  })

  it('uses only keys, and reads no more rows of each member than the limit', async () => {
    const plans = await plansOf(tables.sql, (sql) =>
      qualificationsOf(sql, members, [{ pool: 7n, amount: 100n }], SPAN),
    )
    expect(plans).toHaveLength(2)
    expect(plans.flatMap(scannedWhole)).toEqual([])
    const { positions, events } = MOST_LOOKED_AT
    expect(readBy(plans[0]!)).toBeLessThanOrEqual(members.length * (positions + 1))
    // Positions of the members that left, and of the members with dust.
    expect(readBy(plans[1]!)).toBeLessThanOrEqual(members.length * (events + 1))
  })

  it('is null for the rest if all together have too many', async () => {
    const crowd = Array.from({ length: 900 }, (_, index) => 1_000 + index)
    await tables.sql`
      insert into galx.positions (account_id, pool_id, position, amount, pair_amount, tier, unlock_at, opened_at, opened_block, opened_tx)
      select account, 1, number, 1, 0, 0, 0, 1_000, 1_000, sha256('position'::bytea)
      from unnest(${crowd}::bigint[]) account, generate_series(0, 99) number`
    const found = await read(crowd)
    expect(found.get(crowd[0]!)).toEqual({ qualified: false, since: null })
    expect(found.get(crowd.at(-1)!)).toEqual({ qualified: null, since: null })
    expect(found.size).toBe(crowd.length)
  })
})
