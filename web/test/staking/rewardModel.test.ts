import { describe, expect, it } from 'vitest'
import { combine } from '../../src/core/state/combine.ts'
import { LOADING, type Reading } from '../../src/core/state/reading.ts'
import {
  budgetLeft,
  claimableOf,
  claimableTotal,
  dailyTotal,
  openPositions,
  poolsByReward,
  positionPerDay,
  stakedIn,
  stakedTokens,
} from '../../src/staking/rewardModel.ts'
import { accountState, ONE, pair, poolSnapshot, position, read } from './fixtures.ts'

const failed: Reading<never> = { status: 'failed', reason: 'no answer' }
function stale<T>(value: T, at: number): Reading<T> {
  return { status: 'stale', value, at }
}

describe('combine', () => {
  it('is unknown, and not 0, as long as one part is unknown', () => {
    expect(combine([read(1n), LOADING])).toEqual(LOADING)
    expect(combine([read(1n), undefined])).toEqual(LOADING)
    expect(combine([LOADING, failed])).toEqual(failed)
  })

  it('is stale if one part is stale, with the age of the oldest part', () => {
    expect(combine([read(1n), stale(2n, 0)])).toEqual({ status: 'stale', value: [1n, 2n], at: 0 })
  })
})

describe('rates and budget', () => {
  it('counts the budget’s whole days', () => {
    expect(budgetLeft(poolSnapshot({ rewardEnd: 1_000_000 + 86_400 * 41 + 5 }), 1_000_000)).toEqual({
      days: 41,
      end: 1_000_000 + 86_400 * 41 + 5,
    })
    expect(budgetLeft(poolSnapshot(), 2_000_000)).toBeNull()
    expect(budgetLeft(poolSnapshot({ rewardRate: 0n }), 1_000_000)).toBeNull()
  })

  it('computes a position’s reward per day by its weight', () => {
    const twice = positionPerDay(pair, poolSnapshot(), position({ pool: 'galxMcm' }), 10_000, 1_000_000)
    expect(twice).toBe((86_400n * ONE * 150n) / 1_000n)
  })
})

describe('the staked amount', () => {
  const pools = [
    { key: 'galx', stakeToken: 'GALX', pairToken: null },
    { key: 'galxMcm', stakeToken: 'GALX', pairToken: 'MCM' },
  ] as const
  const positions = {
    galx: read([position({ amount: 5n }), position({ amount: 7n })]),
    galxMcm: read([position({ pool: 'galxMcm', amount: 11n, pairAmount: 13n })]),
  }

  it('is summed token by token, never over different tokens', () => {
    expect(stakedTokens(pools)).toEqual(['GALX', 'MCM'])
    expect(stakedIn(positions, pools, 'GALX')).toMatchObject({ value: 23n })
    expect(stakedIn(positions, pools, 'MCM')).toMatchObject({ value: 13n })
  })

  it('is unknown as long as one pool is unknown', () => {
    expect(stakedIn({ galx: positions.galx }, pools, 'MCM')).toEqual(LOADING)
  })
})

describe('claimable', () => {
  const pools = { galx: read(poolSnapshot()), galxMcm: read(poolSnapshot()) }
  const accounts = { galx: read(accountState()), galxMcm: read(accountState({ weight: 0n, earned: 0n })) }

  const keys = ['galx', 'galxMcm'] as const

  it('accrues second by second from the last reading', () => {
    expect(claimableOf({ accounts, pools }, 'galx', 1_000_010)).toMatchObject({
      status: 'fresh',
      value: 6n * ONE,
    })
    expect(claimableOf({ accounts, pools }, 'galxMcm', 1_000_010)).toMatchObject({ value: 0n })
    expect(claimableTotal({ accounts, pools }, keys, 1_000_010)).toMatchObject({ value: 6n * ONE })
    expect(dailyTotal({ accounts, pools }, keys, 1_000_010)).toMatchObject({ value: 8_640n * ONE })
  })

  it('is unknown, not 0, when a pool cannot be read', () => {
    const half = { accounts: { galx: accounts.galx, galxMcm: failed }, pools }
    expect(claimableOf(half, 'galx', 1_000_010).status).toBe('fresh')
    expect(claimableTotal(half, keys, 1_000_010)).toEqual(failed)
    expect(dailyTotal({ accounts: { galx: accounts.galx }, pools }, keys, 1_000_010)).toEqual(LOADING)
  })

  it('never adds different tokens', () => {
    const list = [
      { key: 'galx', rewardToken: 'GALX' },
      { key: 'btc', rewardToken: 'BTCB' },
      { key: 'galxMcm', rewardToken: 'GALX' },
    ] as const
    expect(poolsByReward(list)).toEqual([
      { token: 'GALX', keys: ['galx', 'galxMcm'] },
      { token: 'BTCB', keys: ['btc'] },
    ])
  })
})

describe('positions', () => {
  it('lists the positions of all pools, newest first, and only if all are known', () => {
    const first = position()
    const second = position({ position: 1n })
    const paired = position({ pool: 'galxMcm' })
    const keys = ['galx', 'galxMcm'] as const
    expect(openPositions({ galx: read([first, second]), galxMcm: read([paired]) }, keys, 5)).toMatchObject({
      value: [second, first, paired],
    })
    expect(openPositions({ galx: read([first]) }, keys, 5)).toEqual(LOADING)
  })

  it('shows unlocked positions first, then the next to unlock', () => {
    const late = position({ pool: 'mcf', position: 0n, unlockAt: 3_000 })
    const soon = position({ pool: 'mcf', position: 1n, unlockAt: 2_000 })
    const free = position({ pool: 'mcf', position: 2n, unlockAt: 900 })
    const listed = openPositions({ mcf: read([late, soon, free]) }, ['mcf'], 1_000)
    expect(listed).toMatchObject({ value: [free, soon, late] })
  })
})
