/** A pool's accumulator through a batch of changes. */
import { expect, it } from 'vitest'
import { InconsistentEventsError } from '../../src/ledger/source.ts'
import { Accruals, earnedBetween, type Accrual } from '../../src/staking/accruals.ts'

const ETHER = 10n ** 18n
const HOUR = 3_600
const START = 10 * HOUR
const stored: Accrual = {
  poolId: 1,
  block: 1,
  at: START,
  perWeight: 0n,
  totalWeight: 2n * ETHER,
  rewardRate: ETHER,
  rewardEnd: START + 100 * HOUR,
}

it('stores each hour’s last change, with the effect of all changes', () => {
  const accruals = new Accruals([stored])
  // Two units of weight share one ether a second.
  const first = accruals.addWeight(1, 2n * ETHER, { block: 2, at: START + 10 })
  expect(earnedBetween(ETHER, 0n, first)).toBe(5n * ETHER)
  // Four units of weight share one ether a second.
  const second = accruals.addWeight(1, -3n * ETHER, { block: 3, at: START + 20 })
  expect(earnedBetween(ETHER, first, second)).toBe((10n * ETHER) / 4n)
  // One unit of weight gets the whole ether a second, into the next hour.
  const third = accruals.addWeight(1, ETHER, { block: 4, at: START + HOUR })
  expect(earnedBetween(ETHER, second, third)).toBe(BigInt(HOUR - 20) * ETHER)
  accruals.setStream(1, 2n * ETHER, START + 50 * HOUR, { block: 5, at: START + HOUR + 1 })
  const fourth = accruals.addWeight(2, 7n, { block: 6, at: START + HOUR + 2 })
  expect(fourth).toBe(0n)

  const other = accruals.rows().filter(({ accrual }) => accrual.poolId === 2)
  expect(other).toEqual([
    {
      hour: 11,
      accrual: {
        poolId: 2,
        block: 6,
        at: START + HOUR + 2,
        perWeight: 0n,
        totalWeight: 7n,
        rewardRate: 0n,
        rewardEnd: 0,
      },
    },
  ])
  const own = accruals.rows().filter(({ accrual }) => accrual.poolId === 1)
  expect(
    own.map(({ hour, accrual: { block, at, totalWeight } }) => ({ hour, block, at, totalWeight })),
  ).toEqual([
    { hour: 10, block: 3, at: START + 20, totalWeight: ETHER },
    { hour: 11, block: 5, at: START + HOUR + 1, totalWeight: 2n * ETHER },
  ])
  expect(own[0]!.accrual.perWeight).toBe(second)
  expect(earnedBetween(ETHER, third, own[1]!.accrual.perWeight)).toBe(ETHER / 2n)
  expect(own[1]!.accrual).toMatchObject({ rewardRate: 2n * ETHER, rewardEnd: START + 50 * HOUR })
  expect(stored.totalWeight).toBe(2n * ETHER)
})

it.each([[START - 1], [START + 5 * HOUR - 1]])('refuses a time before that of the last change: %i', (at) => {
  const accruals = new Accruals([stored])
  if (at > START) accruals.addWeight(1, 1n, { block: 2, at: START + 5 * HOUR })
  expect(() => accruals.addWeight(1, 1n, { block: 3, at })).toThrow(InconsistentEventsError)
})
