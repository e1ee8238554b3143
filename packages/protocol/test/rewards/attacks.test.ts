/** The gain of each attack in docs/rewards.md, shown on worlds of logs. */
import { describe, expect, it, vi } from 'vitest'
import { computeAttack } from './attackWorlds.ts'
import type { NaiveEpoch } from './naive.ts'
import { addressOf, NOBODY } from './randomWorld.ts'
import type { Hex } from './rawWorld.ts'
import { ANN, BOB, BTC_POOL, BUDGET, CID, DAN, EVE, FAY, GUS, Story, storyRuleset } from './story.ts'

vi.setConfig({ testTimeout: 60_000 })

function own(index: number): Hex {
  return addressOf(`own account ${index}`)
}

function pointsOf({ rows }: NaiveEpoch, program: string, accounts?: readonly Hex[]): bigint {
  return rows
    .filter(([account, key]) => key === program && (!accounts || accounts.includes(account as Hex)))
    .reduce((total, [, , points]) => total + BigInt(points), 0n)
}

/** @returns a source of whole numbers from 0 to below `limit`, which are the same in every run */
function numbers(): (limit: number) => number {
  let state = 1
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

describe('inviting oneself', () => {
  it('never brings the accounts of one person more than their weight, however they are linked', () => {
    const below = numbers()
    for (let round = 0; round < 200; round++) {
      const story = new Story(`graph ${round}`, [storyRuleset(['btc'])]).at(0)
      const accounts = Array.from({ length: 2 + below(9) }, (_, index) => own(index))
      let capital = 0n
      for (const account of accounts) {
        const amount = below(4) === 0 ? 0n : BigInt(1 + below(10_000))
        capital += amount
        // Some accounts name themselves or close a circle.
        const inviter = accounts[below(accounts.length)]!
        if (amount > 0n) story.stake(account, { amount, inviter })
        else story.nameInviter(account, inviter)
      }
      const [epoch] = computeAttack(story.at(60).world())
      expect(pointsOf(epoch!, 'btc') <= capital * 60n, `round ${round}`).toBe(true)
    }
  })

  it('brings a chain of accounts nearly its whole weight if each account holds five times as much as its inviter', () => {
    const story = new Story('chain', [storyRuleset(['btc'])]).at(0)
    for (const [index, amount] of [1n, 5n, 25n, 125n, 625n].entries())
      story.stake(own(index), { amount, inviter: index === 0 ? NOBODY : own(index - 1) })
    const [epoch] = computeAttack(story.at(60).world())
    expect(pointsOf(epoch!, 'btc')).toBe((781n - 1n) * 60n)
  })

  it('brings, together with members outside the group, no more than the weight of the group and those members', () => {
    const [epoch] = computeAttack(
      new Story('outside', [storyRuleset(['btc'])])
        .at(0)
        .stake(ANN, { amount: 30n })
        .stake(BOB, { amount: 70n, inviter: ANN })
        .stake(CID, { amount: 80n, inviter: ANN })
        .stake(DAN, { amount: 400n, inviter: BOB })
        .at(60)
        .world(),
    )
    // Ann and Bob are one person; Cid and Dan are strangers: min(70 + 80, 150) and min(400, 350).
    expect(pointsOf(epoch!, 'btc')).toBe((150n + 350n) * 60n)
    expect(pointsOf(epoch!, 'btc') <= (30n + 70n + 80n + 400n) * 60n).toBe(true)
  })

  it('grants no more for a large member if the own stake is small', () => {
    const [epoch] = computeAttack(
      new Story('small', [storyRuleset(['btc'])])
        .at(0)
        .stake(ANN, { amount: 1n })
        .stake(BOB, { amount: 10n ** 24n, inviter: ANN })
        .stake(DAN, { amount: 10n ** 24n, inviter: CID })
        .at(60)
        .world(),
    )
    expect(epoch!.rows).toEqual([[ANN, 'btc', `${5 * 60}`, '1000', '1000']])
  })
})

describe('stakes that do not stay', () => {
  const HUGE = 10n ** 27n

  it('bring nothing if they leave within the same second, and a sixtieth of a one-minute epoch’s points if they stay for one second', () => {
    const during = (seconds: number) =>
      computeAttack(
        new Story(`for ${seconds} s`, [storyRuleset(['btc'])])
          .at(0)
          .stake(BOB, { amount: 1n, inviter: ANN })
          .at(30)
          .stake(ANN, { amount: HUGE })
          .stake(BOB, { amount: HUGE })
          .at(30 + seconds)
          .unstake(BOB, 1n, HUGE)
          .unstake(ANN, 0n, HUGE)
          .at(60)
          .world(),
      )[0]!
    expect(pointsOf(during(0), 'btc')).toBe(0n)
    expect(pointsOf(during(1), 'btc')).toBe(HUGE + 1n)
  })

  it('one stake that moves through six accounts brings no more than a stake that stays in one', () => {
    const stay = new Story('stay', [storyRuleset(['btc'])]).at(0)
    const round = new Story('round', [storyRuleset(['btc'])]).at(0)
    for (const story of [stay, round])
      for (let index = 0; index < 6; index++) {
        story.stake(own(index), { amount: 20n })
        story.nameInviter(addressOf(`member ${index}`), own(index))
      }
    for (let index = 0; index < 6; index++) {
      const member = addressOf(`member ${index}`)
      if (index > 0) round.at(index * 10).exit(addressOf(`member ${index - 1}`), 0n)
      round.stake(member, { amount: 100n })
    }
    const points = [stay.stake(addressOf('member 0'), { amount: 100n }), round].map((story) =>
      pointsOf(computeAttack(story.at(60).world())[0]!, 'btc'),
    )
    expect(points).toEqual([100n * 60n, 100n * 60n])
  })

  it('shares that are passed on, passed back and sent to their own holder bring no more than shares that stay', () => {
    const shares = 10n ** 20n
    const [epoch] = computeAttack(
      new Story('shares', [storyRuleset(['zn'])])
        .at(0)
        .shares(NOBODY, ANN, shares)
        .shares(NOBODY, EVE, shares)
        .nameInviter(BOB, ANN)
        .nameInviter(FAY, EVE)
        .shares(NOBODY, BOB, shares)
        .at(20)
        .shares(BOB, FAY, shares)
        .shares(FAY, FAY, shares)
        .at(40)
        .shares(FAY, BOB, shares)
        .shares(BOB, FAY, shares)
        .shares(FAY, BOB, shares)
        .at(60)
        .world(),
    )
    expect(pointsOf(epoch!, 'zn', [ANN])).toBe(shares * 40n)
    expect(pointsOf(epoch!, 'zn', [EVE])).toBe(shares * 20n)
  })

  it('a pass that is held for a second brings the power below it for that second', () => {
    const [epoch] = computeAttack(
      new Story('pass for a second', [storyRuleset(['node'])])
        .at(0)
        .stake(BOB, { amount: 200n, inviter: ANN })
        .stake(CID, { amount: 200n, inviter: EVE })
        .pass(1n, NOBODY, EVE)
        .at(30)
        .pass(1n, EVE, ANN)
        .at(31)
        .pass(1n, ANN, EVE)
        .at(60)
        .world(),
    )
    expect(pointsOf(epoch!, 'node', [ANN])).toBe(300n)
    expect(pointsOf(epoch!, 'node', [EVE])).toBe(300n * 59n)
  })
})

describe('a year of promotion with one qualifying amount', () => {
  const USDT = 10n ** 18n
  const LADDER = [
    { members: 1, amount: `${2n * USDT}` },
    { members: 5, amount: `${10n * USDT}` },
    { members: 60, amount: `${100n * USDT}` },
  ]
  /** Wei that all inviters became entitled to. */
  const entitled = (story: Story) => {
    const last = new Map<string, bigint>()
    for (const { rows } of computeAttack(story.world()))
      for (const [account, , owed, bonus, cumulative] of rows)
        last.set(account, BigInt(owed) + BigInt(cumulative) - BigInt(bonus))
    return [...last.values()].reduce((total, amount) => total + amount, 0n)
  }
  const begin = (name: string) => new Story(name, [storyRuleset(['promotion'], { ladder: LADDER })])
  const A_DAY = (2n * USDT) / 90n

  it('lets entitlements grow at one epoch end in seven, by 1.2 USDT a year, if capital moves to a new account every seven epochs', () => {
    const story = begin('moving')
    for (let week = 0; week < 13; week++) {
      story.at(week * 7 * 60)
      if (week > 0) story.exit(own(week - 1), 0n)
      story.stake(own(week), { amount: 100n, inviter: addressOf(`inviter ${week}`) })
    }
    expect(entitled(story.at(13 * 7 * 60))).toBe(13n * A_DAY)
    expect(Number(52n * A_DAY) / 1e18).toBeCloseTo(1.16, 2)
  })

  it('lets entitlements grow by at most 2/90 USDT an epoch end if capital moves when an entitlement is full', () => {
    const story = begin('full')
    // The entitlement is full after 90 epoch ends, except for rounding. Six epochs pass before the first of these ends.
    for (let move = 0; move * 97 < 365; move++) {
      story.at(move * 97 * 60)
      if (move > 0) story.exit(own(move - 1), 0n)
      story.stake(own(move), { amount: 100n, inviter: addressOf(`inviter ${move}`) })
    }
    expect(entitled(story.at(365 * 60)) <= 365n * A_DAY).toBe(true)
  })

  it('lets an entitlement grow as with one member, 8.1 USDT a year, if capital stays under an inviter who once had sixty members', () => {
    const story = begin('sixty once').at(0)
    for (let index = 0; index < 60; index++) story.stake(own(index), { amount: 100n, inviter: GUS })
    story.at(7 * 60)
    for (let index = 1; index < 60; index++) story.exit(own(index), 0n)
    const total = entitled(story.at((365 + 6) * 60))
    // One epoch end with all sixty members, then 364 epoch ends with one member.
    expect(total).toBe((100n * USDT) / 90n + 364n * A_DAY)
    expect(Number(365n * A_DAY) / 1e18).toBeCloseTo(8.11, 2)
  })
})

it('a gift names no inviter for its receiver, and neither a later stake nor the vault takes a member over', () => {
  const [epoch] = computeAttack(
    new Story('taken over', [storyRuleset(['btc'])])
      .at(0)
      .stake(ANN, { amount: 100n })
      .stake(GUS, { amount: 100n })
      .stake(BOB, { amount: 50n, inviter: ANN })
      // For other accounts Gus can cause only logs of gifts, and gifts name no inviter.
      .stake(CID, { amount: 1n })
      .stake(BOB, { amount: 1n })
      // Members whom Gus persuades to name him are already bound.
      .stake(BOB, { amount: 1n, inviter: GUS })
      .nameInviter(BOB, GUS)
      .stake(CID, { amount: 30n, inviter: ANN })
      .nameInviter(CID, GUS)
      .at(60)
      .world(),
  )
  expect(pointsOf(epoch!, 'btc', [ANN])).toBe((50n + 1n + 1n + 1n + 30n) * 60n)
  expect(pointsOf(epoch!, 'btc', [GUS])).toBe(0n)
})

describe('the draws of both stolen keys', () => {
  it('is subtracted from the grants of later epochs, and in the end grants and stolen amounts together equal the vested amount', () => {
    const story = new Story('theft', [storyRuleset(['btc'])], 100n * BUDGET)
      .at(0)
      .stake(ANN, { amount: 10n })
      .stake(BOB, { amount: 10n, inviter: ANN })
    const program = BigInt(storyRuleset(['btc']).programs[0]!.id)
    const stolen = [1_000n, 0n, 700n]
    for (const [index, amount] of stolen.entries())
      if (amount > 0n) story.at(60 * (index + 1) + 1).claim(program, EVE, amount)
    const epochs = computeAttack(story.at(60 * 6).world())
    expect(epochs.map(({ programs }) => BigInt(programs.btc!.bonuses))).toEqual([
      1_000n,
      0n,
      1_000n,
      300n,
      1_000n,
      1_000n,
    ])
    const cumulative = BigInt(epochs.at(-1)!.programs.btc!.cumulative)
    expect(cumulative + stolen.reduce((total, amount) => total + amount, 0n)).toBe(6n * BUDGET)
  })
})

it('a pool that the ruleset does not name counts for nothing', () => {
  const [epoch] = computeAttack(
    new Story('unnamed', [storyRuleset(['btc', 'node'], { power: [] })])
      .at(0)
      .stake(ANN, { amount: 10n })
      .pass(1n, NOBODY, ANN)
      .stake(BOB, { pool: BTC_POOL + (1n << 160n), amount: 10n, inviter: ANN })
      .at(60)
      .world(),
  )
  expect(epoch!.rows).toEqual([])
})
