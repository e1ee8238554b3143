import { earlyExitPenalty } from '@galx/protocol/formulas'
import { formatUnits } from '@galx/protocol/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earlyExitQuote, unstakePreview, unstakeProblem } from '../../src/staking/leavingModel.ts'
import { isLocked, isRest, lockElapsed } from '../../src/staking/positionModel.ts'
import { readAmount } from '../../src/staking/stakeModel.ts'
import { accountState, ONE, pair, poolSnapshot, position, terms } from './fixtures.ts'

describe('unstaking', () => {
  it('shows the returned and the remaining amounts, to the last wei', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 26n),
        fc.bigInt(0n, 10n ** 26n),
        fc.bigInt(0n, 10_000n),
        (amount, other, part) => {
          const held = position({ pool: 'galxMcm', amount, pairAmount: other })
          const out = (amount * part) / 10_000n
          const { legs, left } = unstakePreview(pair, held, out, 10_000)
          expect((legs[0]?.amount ?? 0n) + (left[0]?.amount ?? 0n)).toBe(amount)
          expect((legs[1]?.amount ?? 0n) + (left[1]?.amount ?? 0n)).toBe(other)
        },
      ),
    )
  })

  it('gives all of the second token back with the last part', () => {
    const held = position({ pool: 'galxMcm', amount: 3n, pairAmount: 10n })
    expect(unstakePreview(pair, held, 2n, 10_000)).toMatchObject({ whole: false, legs: [{}, { amount: 6n }] })
    expect(unstakePreview(pair, held, 3n, 10_000)).toMatchObject({
      whole: true,
      weightAfter: 0n,
      left: [{}, { amount: 0n }],
    })
  })

  it('refuses zero and too much', () => {
    expect(unstakeProblem(position(), null)).toBe('enter')
    expect(unstakeProblem(position(), 0n)).toBe('enter')
    expect(unstakeProblem(position(), 101n * ONE)).toBe('tooMuch')
    expect(unstakeProblem(position(), readAmount(formatUnits(100n * ONE)))).toBeNull()
  })
})

describe('leaving early', () => {
  const unlockAt = 1_000_000 + 180 * 86_400
  const held = position({ pool: 'mcf', tier: 2, amount: 5_000n * ONE, unlockAt })
  const state = poolSnapshot({ totalWeight: 20_000n * ONE })
  const account = accountState({ weight: 12_000n * ONE })
  const quoteAt = (now: number, amount = held.amount, head = now) =>
    earlyExitQuote(terms, state, account, held, amount, { now, head })

  it('costs the whole penalty at once after staking, half at half time, and nothing at the end', () => {
    const [start, half, end] = [1_000_000, 1_000_000 + 90 * 86_400, unlockAt].map((at) => quoteAt(at))
    expect(start).toMatchObject({ cost: 750n * ONE, bps: 1_500, offered: true, left: 0n })
    expect(half).toMatchObject({ cost: 375n * ONE, bps: 750 })
    expect(end).toMatchObject({ cost: 0n, bps: 0 })
    expect(start!.least).toEqual([{ token: 'MCM', amount: 4_250n * ONE }])
    expect(formatUnits(start!.fallsPerDay)).toMatch(/^4\.1666/)
  })

  it('promises a cost that no later block exceeds: it counts with the head’s time', () => {
    const second = fc.integer({ min: 0, max: 180 * 86_400 })
    const drawn = fc.tuple(fc.bigInt(1n, held.amount), second, second, second)
    fc.assert(
      fc.property(drawn, ([amount, at, counted, later]) => {
        const head = 1_000_000 + at
        const quote = quoteAt(head + counted, amount, head)
        const charged = earlyExitPenalty(amount, terms.tiers[2]!, unlockAt, head + later)
        expect(charged).toBeLessThanOrEqual(quote.most)
        expect(amount - charged).toBeGreaterThanOrEqual(quote.least[0]!.amount)
        expect(quote.cost).toBeLessThanOrEqual(quote.most)
        expect(quote.left + amount).toBe(held.amount)
      }),
    )
  })

  it('shows the part that streams back to the account’s other stakes, and says so if nobody is left', () => {
    // 10 000 of the account's 12 000 of weight leave the pool. 10 000 stay, 2 000 of them the account's.
    expect(quoteAt(1_000_000).returned).toBe(150n * ONE)
    const alone = { ...state, totalWeight: 10_000n * ONE }
    const only = accountState({ weight: 10_000n * ONE })
    const moment = { now: 1_000_000, head: 1_000_000 }
    expect(earlyExitQuote(terms, alone, only, held, held.amount, moment).returned).toBeNull()
    expect(earlyExitQuote(terms, state, only, held, held.amount, moment).returned).toBe(0n)
  })

  it('is locked until the second of its unlock, and then all of the lock has passed', () => {
    expect([unlockAt - 1, unlockAt].map((now) => isLocked(held, now))).toEqual([true, false])
    expect([unlockAt - 45 * 86_400, unlockAt].map((now) => lockElapsed(terms, held, now))).toEqual([0.75, 1])
    expect(isRest(position({ amount: 0n, pairAmount: 1n }))).toBe(true)
  })

  it('is not offered if the term has no penalty', () => {
    const without = { ...terms, tiers: terms.tiers.map((tier) => ({ ...tier, penaltyBps: 0 })) }
    const moment = { now: 1_000_000, head: 1_000_000 }
    expect(earlyExitQuote(without, state, account, held, ONE, moment).offered).toBe(false)
  })
})
