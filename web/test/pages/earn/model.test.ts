import { WHOLE_SHARE } from '@galx/protocol/vault'
import { describe, expect, it } from 'vitest'
import {
  byToken,
  configuredPools,
  hasSiblings,
  holdingAt,
  stakedInPool,
} from '../../../src/pages/earn/model.ts'
import { ONE, pair, position, single, terms } from '../../staking/fixtures.ts'

describe('the holdings of an account in all products', () => {
  it('list the configured pools in the registry’s order, and name the products with several pools', () => {
    const pools = configuredPools({ mcf: terms, galxMcm: pair, galx: single })
    expect(pools.map(({ key }) => key)).toEqual(['galx', 'galxMcm', 'mcf'])
    expect([hasSiblings('galx'), hasSiblings('galxMcm'), hasSiblings('mcf')]).toEqual([true, true, false])
  })

  it('add up a pool’s positions, with the unlocked amount and the next unlock', () => {
    const positions = [
      position({ amount: 5n * ONE, pairAmount: 2n * ONE, unlockAt: 900 }),
      position({ amount: 7n * ONE, unlockAt: 3_000 }),
      position({ amount: ONE, unlockAt: 2_000 }),
      position({ amount: ONE, unlockAt: 0 }),
    ]
    expect(stakedInPool(positions, 1_000)).toEqual({
      positions: 4,
      amount: 14n * ONE,
      pairAmount: 2n * ONE,
      unlocked: 1,
      nextUnlock: 2_000,
    })
    expect(stakedInPool([], 1_000)).toMatchObject({ positions: 0, unlocked: 0, nextUnlock: null })
  })

  it('value shares by the vested amount, with their growth and its end', () => {
    const vault = {
      assets: 1_000n * ONE,
      shares: 1_000n * WHOLE_SHARE,
      rewardRate: ONE,
      rewardEnd: 2_000,
      at: 1_000,
    }
    const held = 100n * WHOLE_SHARE
    const { worth, perDay, end } = holdingAt(vault, held, 1_500.7)
    // A tenth of 1 000 GALX and of 500 seconds at 1 GALX a second, less rounding.
    expect(150n * ONE - worth).toBeLessThan(1_000n)
    expect(86_400n * 10n ** 17n - perDay).toBeLessThan(10n ** 6n)
    expect(end).toBe(2_000)
    expect(holdingAt(vault, held, 2_001)).toMatchObject({ perDay: 0n, end: null })
  })

  it('add amounts of one token only, and leave out tokens without an amount', () => {
    const sums = byToken([
      { token: 'GALX', amount: 3n },
      { token: 'MCM', amount: 2n },
      { token: 'AAA', amount: 0n },
      { token: 'GALX', amount: 4n },
    ])
    expect(sums).toEqual([
      { token: 'GALX', amount: 7n },
      { token: 'MCM', amount: 2n },
    ])
  })
})
