import { describe, expect, it } from 'vitest'
import {
  budgetLeft,
  claimableAt,
  claimableTotal,
  combine,
  dailyTotal,
  galxPositions,
  multiplierText,
  networkPower,
  ownPower,
  percentText,
  shortPercentText,
  positionPerDay,
  ratePerThousand,
} from '../../src/staking/model.ts'
import { LOADING, type Reading } from '../../src/core/state/reading.ts'
import { accountState, ONE, pair, poolState, position, read, single } from './fixtures.ts'

const failed: Reading<never> = { status: 'failed', reason: 'no answer' }
const stale = <T>(value: T, at: number): Reading<T> => ({ status: 'stale', value, at })

describe('combine', () => {
  it('is unknown as long as one part is unknown (unknown shown as 0)', () => {
    expect(combine([read(1n), LOADING])).toEqual(LOADING)
    expect(combine([read(1n), undefined])).toEqual(LOADING)
    expect(combine([LOADING, failed])).toEqual(failed)
  })

  it('is stale when one part is, with the age of the oldest', () => {
    expect(combine([read(1n), stale(2n, 0)])).toEqual({ status: 'stale', value: [1n, 2n], at: 0 })
  })
})

describe('hash power', () => {
  it('sums the weights of all pools and orders the parts by size', () => {
    const power = ownPower(
      { galx: read(accountState({ weight: ONE })), mcm: read(accountState({ weight: 3n * ONE })) },
      ['galx', 'mcm'],
    )
    expect(power).toMatchObject({
      value: { total: 4n * ONE, parts: [{ pool: 'mcm' }, { pool: 'galx' }] },
    })
  })

  it('leaves out pools without power but not pools that are unknown', () => {
    const accounts = { galx: read(accountState({ weight: 0n })) }
    expect(ownPower(accounts, ['galx'])).toMatchObject({ value: { total: 0n, parts: [] } })
    expect(ownPower(accounts, ['galx', 'galxMcm'])).toEqual(LOADING)
  })

  it('takes the network’s power from the pools’ total weights', () => {
    const pools = {
      galx: read(poolState({ totalWeight: 7n })),
      galxMcm: read(poolState({ totalWeight: 5n })),
    }
    expect(networkPower(pools, ['galx', 'galxMcm'])).toMatchObject({ value: { total: 12n } })
  })

  it('writes a share rounded down, and says when it is too small to write', () => {
    expect(percentText(84n, 10_000n)).toBe('0.84%')
    expect(percentText(9_999_999n, 10_000_000n)).toBe('99.99%')
    expect(percentText(1n, 10n ** 9n)).toBe('<0.01%')
    expect(percentText(0n, 5n)).toBe('0.00%')
    expect(percentText(0n, 0n)).toBeNull()
    expect(shortPercentText(4_579n, 10_000n)).toBe('45.7%')
    expect(shortPercentText(1n, 10_000n)).toBe('<0.1%')
    expect(shortPercentText(0n, 10_000n)).toBe('0.0%')
  })
})

describe('rates and budget', () => {
  it('gives a thousand in the pair pool one and a half times the rate', () => {
    const state = poolState({ totalWeight: 100_000n * ONE })
    expect(ratePerThousand(single, state, 1_000_000)).toBe(864n * ONE)
    expect(ratePerThousand(pair, state, 1_000_000)).toBe(1_296n * ONE)
  })

  it('has no rate to show while nobody is staked, and none after the budget’s end', () => {
    expect(ratePerThousand(single, poolState({ totalWeight: 0n }), 1_000_000)).toBeNull()
    expect(ratePerThousand(single, poolState(), 2_000_000)).toBe(0n)
  })

  it('counts the budget’s whole days', () => {
    expect(budgetLeft(poolState({ rewardEnd: 1_000_000 + 86_400 * 41 + 5 }), 1_000_000)).toEqual({
      days: 41,
      end: 1_000_000 + 86_400 * 41 + 5,
    })
    expect(budgetLeft(poolState(), 2_000_000)).toBeNull()
    expect(budgetLeft(poolState({ rewardRate: 0n }), 1_000_000)).toBeNull()
  })

  it('writes multipliers as people do', () => {
    expect([10_000, 15_000, 13_500].map(multiplierText)).toEqual(['1', '1.5', '1.35'])
  })

  it('works out what a position earns a day by its weight', () => {
    const twice = positionPerDay(pair, poolState(), position({ pool: 'galxMcm' }), 10_000, 1_000_000)
    expect(twice).toBe((86_400n * ONE * 150n) / 1_000n)
  })
})

describe('claimable', () => {
  const pools = { galx: read(poolState()), galxMcm: read(poolState()) }
  const accounts = { galx: read(accountState()), galxMcm: read(accountState({ weight: 0n, earned: 0n })) }

  it('accrues second by second from what was read', () => {
    const now = claimableAt({ accounts, pools }, 1_000_010)
    expect(now.galx).toMatchObject({ status: 'fresh', value: 6n * ONE })
    expect(now.galxMcm).toMatchObject({ value: 0n })
    expect(claimableTotal(now)).toMatchObject({ value: 6n * ONE })
    expect(dailyTotal({ accounts, pools }, 1_000_010)).toBe(8_640n * ONE)
  })

  it('is unknown, not 0, when a pool cannot be read', () => {
    const half = claimableAt({ accounts: { galx: accounts.galx, galxMcm: failed }, pools }, 1_000_010)
    expect(half.galx.status).toBe('fresh')
    expect(claimableTotal(half)).toEqual(failed)
    expect(dailyTotal({ accounts: { galx: accounts.galx }, pools }, 1_000_010)).toBeUndefined()
  })
})

describe('positions', () => {
  it('lists both GALX pools, newest first, and only when both are known', () => {
    const first = position()
    const second = position({ position: 1n })
    const paired = position({ pool: 'galxMcm' })
    expect(galxPositions({ galx: read([first, second]), galxMcm: read([paired]) })).toMatchObject({
      value: [second, first, paired],
    })
    expect(galxPositions({ galx: read([first]) })).toEqual(LOADING)
  })
})
