/** The money rules of bonuses and of vesting for any amounts, compared with sums by second and by epoch. */
import { QUALIFYING_EPOCHS } from '@galx/protocol/rulesets'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  OWN_TIMES,
  availableOf,
  grantableOf,
  growthOf,
  pointsRate,
  poolPower,
  vaultPower,
} from '../../src/ledger/rules.ts'
import { powerBy } from '../../src/rewards/engine/points.ts'
import { fundedBy, vestedAt, type Vesting } from '../../src/rewards/vesting.ts'

const wei = fc.oneof(fc.bigInt({ min: 0n, max: 12n }), fc.bigInt({ min: 0n, max: 10n ** 30n }))
const coefficient = fc.oneof(
  fc.constantFrom(0n, 1n, 625n, 10_000n, 25_000n),
  fc.bigInt({ min: 0n, max: 10n ** 9n }),
)

describe('hash power', () => {
  test.each([
    ['a pool', poolPower, 10n ** 4n],
    ['the vault', vaultPower, 10n ** 16n],
  ] as const)('of %s is weight times coefficient, rounded down once', (_name, power, divisor) => {
    fc.assert(
      fc.property(wei, coefficient, (weight, c) => {
        const found = power(weight, c)
        expect(found * divisor <= weight * c).toBe(true)
        expect((found + 1n) * divisor > weight * c).toBe(true)
      }),
    )
  })

  test('uses the pool’s own coefficient, the vault’s for shares, and is 0 in a pool that the ruleset does not count', () => {
    const ruleset = {
      power: [
        { pool: 70n, coefficient: 20_000n },
        { pool: 80n, coefficient: 5_000n },
      ],
      vaultCoefficient: 30_000n,
    }
    const power = powerBy(
      ruleset,
      new Map([
        [1, 70n],
        [2, 80n],
        [3, 90n],
      ]),
    )
    const weight = 10n ** 24n
    expect([1, 2, 3].map((poolId) => power(poolId, weight))).toEqual([2n * weight, weight / 2n, 0n])
    expect(power(null, weight)).toBe(3n * 10n ** 12n)
  })

  test('counts a share of the vault as 10^-12 wei of its asset', () => {
    fc.assert(
      fc.property(wei, coefficient, (weight, c) => {
        expect(vaultPower(weight * 10n ** 12n, c)).toBe(poolPower(weight, c))
      }),
    )
  })
})

describe('points', () => {
  test('per second are the members’ weight, at most five times the own weight', () => {
    expect(OWN_TIMES).toBe(5n)
    fc.assert(
      fc.property(wei, wei, (members, own) => {
        const rate = pointsRate({ members, own })
        expect(rate <= members && rate <= 5n * own).toBe(true)
        expect(rate === members || rate === 5n * own).toBe(true)
      }),
    )
  })
})

describe('the grantable amount of a program', () => {
  const budget = fc
    .record({ vestedBefore: wei, vests: wei, cumulative: wei, deficit: wei })
    .map(({ vests, ...sums }) => ({ ...sums, vested: sums.vestedBefore + vests, vests }))

  test('is at most the amount that vests, and at most the amount that is neither granted nor drawn', () => {
    fc.assert(
      fc.property(budget, ({ vests, ...sums }) => {
        const left = sums.vested - sums.cumulative - sums.deficit
        const [available, grantable] = [availableOf(sums), grantableOf(sums)]
        expect(available).toBe(left > 0n ? left : 0n)
        expect(grantable <= vests && grantable <= available).toBe(true)
        expect(grantable === vests || grantable === available).toBe(true)
      }),
    )
  })

  test('keeps all grants and draws within the vested amount, epoch after epoch, and catches up after a theft', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ vests: wei, stolen: fc.option(wei, { nil: 0n }) }), { maxLength: 12 }),
        (epochs) => {
          let [vested, cumulative, deficit] = [0n, 0n, 0n]
          for (const { vests, stolen } of epochs) {
            // The contract pays at most the vested amount.
            const unpaid = vested - cumulative - deficit
            if (unpaid > 0n) deficit += stolen < unpaid ? stolen : unpaid
            const vestedBefore = vested
            vested += vests
            cumulative += grantableOf({ vested, vestedBefore, cumulative, deficit })
            expect(cumulative + deficit <= vested).toBe(true)
          }
        },
      ),
    )
  })
})

describe('the promotion’s ladder', () => {
  const ladder = fc
    .uniqueArray(fc.integer({ min: 1, max: 80 }), { maxLength: 6 })
    .chain((members) =>
      fc
        .array(wei, { minLength: members.length, maxLength: members.length })
        .map((amounts) =>
          members
            .sort((one, other) => one - other)
            .map((count, index) => ({ members: count, amount: amounts[index]! })),
        ),
    )

  test('is paid in ninety parts, rounded down, and nothing below its first step', () => {
    expect(QUALIFYING_EPOCHS).toBe(7)
    fc.assert(
      fc.property(ladder, (steps) => {
        const found = growthOf(steps)
        expect(found.steps).toEqual(steps.map(({ members }) => members))
        expect(found.amounts).toEqual([0n, ...steps.map(({ amount }) => amount)])
        expect(found.growths.length).toBe(found.amounts.length)
        for (const [index, growth] of found.growths.entries()) {
          expect(growth * 90n <= found.amounts[index]!).toBe(true)
          expect((growth + 1n) * 90n > found.amounts[index]!).toBe(true)
        }
      }),
    )
  })
})

describe('vesting', () => {
  type Step = { epochs: number; amount: bigint }
  const life = fc.record({
    budgetPerEpoch: wei,
    start: fc.integer({ min: 0, max: 30 }),
    steps: fc.array(fc.record({ epochs: fc.integer({ min: 0, max: 9 }), amount: wei }), { maxLength: 10 }),
  })

  /** Ends epochs one after another. @returns the vested amount when the epoch `upTo` begins */
  function naive(
    life: { budgetPerEpoch: bigint; start: number; steps: readonly Step[] },
    upTo: number,
  ): bigint {
    let [unvested, vested, epoch] = [0n, 0n, 0]
    const end = () => {
      const vests = life.budgetPerEpoch < unvested ? life.budgetPerEpoch : unvested
      if (epoch >= life.start) [unvested, vested] = [unvested - vests, vested + vests]
      epoch += 1
    }
    for (const { epochs, amount } of life.steps) {
      for (let count = 0; count < epochs && epoch < upTo; count += 1) end()
      unvested += amount
    }
    while (epoch < upTo) end()
    return vested
  }

  function ours({
    budgetPerEpoch,
    start,
    steps,
  }: {
    budgetPerEpoch: bigint
    start: number
    steps: readonly Step[]
  }) {
    let vesting: Vesting = { budgetPerEpoch, funded: 0n, unvested: 0n, settledEpoch: start }
    let epoch = 0
    for (const { epochs, amount } of steps) vesting = fundedBy(vesting, amount, (epoch += epochs))
    return { vesting, epoch }
  }

  test('lets one budget, or the rest, vest at each epoch’s end from the first on, however it is funded', () => {
    fc.assert(
      fc.property(life, fc.integer({ min: 0, max: 40 }), (one, later) => {
        const { vesting, epoch } = ours(one)
        const found = vestedAt(vesting, epoch + later)
        expect(found).toBe(naive(one, epoch + later))
        const funded = one.steps.reduce((sum, { amount }) => sum + amount, 0n)
        expect(vesting.funded).toBe(funded)
        expect(found <= funded).toBe(true)
        expect(vestedAt(vesting, epoch + later + 1) - found <= one.budgetPerEpoch).toBe(true)
        expect(vestedAt(vesting, epoch + later + 1) >= found).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('returns the same amount for a past epoch at any later time', () => {
    fc.assert(
      fc.property(life, (one) => {
        const { vesting, epoch } = ours(one)
        // A funding of 0 settles the past epochs, and changes no amount.
        const settled = fundedBy(vesting, 0n, epoch + 5)
        expect(vestedAt(settled, epoch + 9)).toBe(vestedAt(vesting, epoch + 9))
        expect(vestedAt(settled, epoch)).toBe(vestedAt(settled, epoch + 5))
      }),
    )
  })
})
