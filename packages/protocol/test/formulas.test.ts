import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BPS,
  PAIR_UNIT,
  WEIGHT_UNIT,
  accountWeightOf,
  budgetEnd,
  earlyExitPenalty,
  earnedAt,
  gainPerDay,
  lockElapsedBps,
  pairAmountFor,
  pairShareOf,
  penaltyReturned,
  ratePerDay,
  stakeableWithPair,
  upgradePrice,
  weightOf,
} from '../src/formulas.ts'

const amount = fc.bigInt({ min: 0n, max: 2n ** 91n - 1n })
const multiplier = fc.integer({ min: 10_000, max: 40_000 })
const boost = fc.integer({ min: 10_000, max: 20_000 })
const ratio = fc.bigInt({ min: 1n, max: 2n ** 96n - 1n })
const moment = fc.integer({ min: 1_700_000_000, max: 4_000_000_000 })

describe('weight', () => {
  it('is amount × multiplier × boost in whole units, and falls short by less than one boosted unit and one unit', () => {
    fc.assert(
      fc.property(amount, multiplier, boost, (wei, multiplierBps, boostBps) => {
        const weight = weightOf(wei, multiplierBps, boostBps)
        const exact = (wei * BigInt(multiplierBps) * BigInt(boostBps)) / (BPS * BPS)
        expect(weight % WEIGHT_UNIT).toBe(0n)
        expect(weight).toBeLessThanOrEqual(exact)
        expect(exact - weight).toBeLessThan(4n * WEIGHT_UNIT)
      }),
    )
  })

  it('does not grow by splitting a stake', () => {
    fc.assert(
      fc.property(amount, amount, multiplier, boost, (a, b, multiplierBps, boostBps) => {
        const apart = weightOf(a, multiplierBps, boostBps) + weightOf(b, multiplierBps, boostBps)
        expect(apart).toBeLessThanOrEqual(weightOf(a + b, multiplierBps, boostBps))
      }),
    )
  })
})

describe('the weight of an account', () => {
  const positions = fc.array(fc.record({ amount, multiplierBps: multiplier }), { maxLength: 6 })

  it('exceeds the sum of its positions’ weights by less than one unit a position, and grows with the boost', () => {
    fc.assert(
      fc.property(positions, boost, boost, (list, one, other) => {
        const weight = accountWeightOf(list, one)
        const apart = list.reduce((sum, held) => sum + weightOf(held.amount, held.multiplierBps, one), 0n)
        expect(weight - apart).toBeGreaterThanOrEqual(0n)
        expect(weight - apart).toBeLessThanOrEqual(BigInt(list.length) * WEIGHT_UNIT)
        if (other >= one) expect(accountWeightOf(list, other)).toBeGreaterThanOrEqual(weight)
      }),
    )
    expect(accountWeightOf([], 20_000)).toBe(0n)
  })
})

describe('the price of a level', () => {
  const levels = [0n, 100n, 300n, 1_000n, 3_000n, 10_000n].map((price, level) => ({
    level,
    price,
    boostBps: 10_000,
  }))

  it('is the difference to the account’s level: one step costs the same as many', () => {
    const level = fc.integer({ min: 0, max: 5 })
    fc.assert(
      fc.property(level, level, level, (...three) => {
        const [low, middle, high] = three.sort()
        const direct = upgradePrice(levels, low!, high!)
        expect(upgradePrice(levels, low!, middle!) + upgradePrice(levels, middle!, high!)).toBe(direct)
        expect(upgradePrice(levels, high!, low!)).toBe(0n)
      }),
    )
    expect([upgradePrice(levels, 0, 1), upgradePrice(levels, 3, 4)]).toEqual([100n, 2_000n])
    expect(() => upgradePrice(levels, 0, 6)).toThrow('there is no level 6')
  })
})

describe('the pair amount', () => {
  it('is rounded up by less than a wei', () => {
    fc.assert(
      fc.property(amount, ratio, (wei, pairRatio) => {
        const over = pairAmountFor(wei, pairRatio) * PAIR_UNIT - wei * pairRatio
        expect(over).toBeGreaterThanOrEqual(0n)
        expect(over).toBeLessThan(PAIR_UNIT)
      }),
    )
    expect(pairAmountFor(3n, 5n * 10n ** 17n)).toBe(2n)
  })

  it('of the largest affordable stake never exceeds the balance', () => {
    fc.assert(
      fc.property(amount, ratio, (balance, pairRatio) => {
        const most = stakeableWithPair(balance, pairRatio)
        expect(pairAmountFor(most, pairRatio)).toBeLessThanOrEqual(balance)
        expect(pairAmountFor(most + 1n, pairRatio)).toBeGreaterThan(balance)
      }),
    )
  })

  it('is withdrawn in proportion, rounded down, and completely with the last part', () => {
    fc.assert(
      fc.property(amount, amount, fc.bigInt({ min: 0n, max: 10_000n }), (wei, pairAmount, part) => {
        const position = { amount: wei + 1n, pairAmount }
        const leaving = (position.amount * part) / 10_000n
        const share = pairShareOf(position, leaving)
        expect(share * position.amount).toBeLessThanOrEqual(pairAmount * leaving)
        expect(pairShareOf(position, position.amount)).toBe(pairAmount)
      }),
    )
  })
})

describe('the earned reward', () => {
  const stream = { totalWeight: 300n, rewardRate: 30n, rewardEnd: 1_100 }
  const account = { weight: 100n, earned: 7n, timestamp: 1_000 }

  it('grows by the second and stops at the end of the budget', () => {
    const seen = [999, 1_000, 1_001, 1_010.5, 1_100, 9_999].map((at) => earnedAt(account, stream, at))
    expect(seen).toEqual([7n, 7n, 17n, 112n, 1_007n, 1_007n])
    expect(earnedAt(account, { ...stream, totalWeight: 0n }, 1_050)).toBe(7n)
  })

  it('of all accounts together never exceeds the amount that the pool has streamed', () => {
    const weights = fc.array(fc.bigInt({ min: 1n, max: 2n ** 90n }), { minLength: 1, maxLength: 8 })
    const seconds = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(weights, fc.bigInt({ min: 0n, max: 2n ** 76n }), seconds, (list, rewardRate, elapsed) => {
        const totalWeight = list.reduce((sum, weight) => sum + weight, 0n)
        const pool = { totalWeight, rewardRate, rewardEnd: 5_000_000 }
        const earned = list.map((weight) => earnedAt({ weight, earned: 0n, timestamp: 0 }, pool, elapsed))
        const streamed = rewardRate * BigInt(Math.min(elapsed, 5_000_000))
        const sum = earned.reduce((all, one) => all + one, 0n)
        expect(sum).toBeLessThanOrEqual(streamed)
        expect(streamed - sum).toBeLessThan(BigInt(list.length))
      }),
    )
  })
})

describe('the rate', () => {
  const stream = { totalWeight: 300n, rewardRate: 30n, rewardEnd: 1_100 }

  it('is 0 after the end, and has no share while nobody is staked', () => {
    expect(ratePerDay(stream, 100n, 1_000)).toBe(864_000n)
    expect(ratePerDay(stream, 100n, 1_100)).toBe(0n)
    expect(ratePerDay({ ...stream, totalWeight: 0n }, 100n, 1_000)).toBeNull()
    expect([budgetEnd(stream, 1_000), budgetEnd(stream, 1_100)]).toEqual([1_100, null])
  })

  it('gained by a new stake counts all dilution, is never negative or above the stream, and is the whole stream for the first staker', () => {
    const rate = fc.bigInt({ min: 0n, max: 2n ** 76n })
    const drawn = fc.tuple(amount, amount, fc.bigInt({ min: 1n, max: 2n ** 91n }), rate)
    fc.assert(
      fc.property(drawn, ([own, others, weight, rewardRate]) => {
        const pool = { totalWeight: own + others, rewardRate, rewardEnd: 100 }
        const gain = gainPerDay(pool, own, weight, 0)
        expect(gain).toBeGreaterThanOrEqual(0n)
        expect(gain).toBeLessThanOrEqual(rewardRate * 86_400n)
        if (own === 0n) expect(gain).toBeLessThanOrEqual(ratePerDay(pool, weight, 0) ?? gain)
        if (own + others === 0n) expect(gain).toBe(rewardRate * 86_400n)
        expect(gainPerDay(pool, own, weight, 100)).toBe(0n)
      }),
    )
    // The account already has the whole pool, so more weight adds nothing.
    expect(gainPerDay({ totalWeight: 300n, rewardRate: 30n, rewardEnd: 100 }, 300n, 700n, 0)).toBe(0n)
  })
})

describe('the early exit', () => {
  const terms = fc.record({
    duration: fc.integer({ min: 1, max: 1461 * 86_400 }),
    multiplierBps: multiplier,
    penaltyBps: fc.integer({ min: 0, max: 2_000 }),
  })

  it('costs at most the tier’s penalty, less every second, and nothing from the unlock on', () => {
    const drawn = fc.tuple(amount, terms, moment, fc.nat(), fc.nat({ max: 100 }))
    fc.assert(
      fc.property(drawn, ([wei, tier, unlockAt, left, later]) => {
        const at = unlockAt - (left % (tier.duration + 1))
        const cost = earlyExitPenalty(wei, tier, unlockAt, at)
        expect(cost).toBeLessThanOrEqual((wei * BigInt(tier.penaltyBps)) / BPS)
        expect(earlyExitPenalty(wei, tier, unlockAt, at + later)).toBeLessThanOrEqual(cost)
        expect(earlyExitPenalty(wei, tier, unlockAt, at + 0.999)).toBe(cost)
        expect(earlyExitPenalty(wei, tier, unlockAt, unlockAt)).toBe(0n)
        const start = unlockAt - tier.duration
        expect(earlyExitPenalty(wei, tier, unlockAt, start)).toBe((wei * BigInt(tier.penaltyBps)) / BPS)
      }),
    )
  })

  it('in parts never costs more than at once', () => {
    fc.assert(
      fc.property(amount, amount, terms, moment, fc.nat(), (a, b, tier, unlockAt, left) => {
        const cost = (wei: bigint) => earlyExitPenalty(wei, tier, unlockAt, unlockAt - (left % tier.duration))
        expect(cost(a) + cost(b)).toBeLessThanOrEqual(cost(a + b))
      }),
    )
  })

  it('streams back at most its own penalty, in proportion to the account’s remaining share of the pool', () => {
    fc.assert(
      fc.property(amount, amount, amount, (penalty, own, others) => {
        const back = penaltyReturned(penalty, own, own + others)
        if (own + others === 0n) expect(back).toBeNull()
        else expect(back).toBeLessThanOrEqual(penalty)
      }),
    )
    expect(penaltyReturned(100n, 3n, 4n)).toBe(75n)
    expect(penaltyReturned(100n, 0n, 4n)).toBe(0n)
  })

  it('tells how much of the lock has elapsed, from nothing to the whole length', () => {
    const tier = { duration: 1_000, multiplierBps: 10_000, penaltyBps: 500 }
    expect([0, 1_000, 1_250, 1_999, 2_000, 9_000].map((at) => lockElapsedBps(tier, 2_000, at))).toEqual([
      0, 0, 2_500, 9_990, 10_000, 10_000,
    ])
    expect(lockElapsedBps({ ...tier, duration: 0 }, 0, 5)).toBe(10_000)
  })
})
