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

describe('what an account has in all products', () => {
  it('lists the configured pools in the registry’s order, and knows which product has several', () => {
    const pools = configuredPools({ mcf: terms, galxMcm: pair, galx: single })
    expect(pools.map(({ key }) => key)).toEqual(['galx', 'galxMcm', 'mcf'])
    expect([hasSiblings('galx'), hasSiblings('galxMcm'), hasSiblings('mcf')]).toEqual([true, true, false])
  })

  it('adds up a pool’s positions, and says what is unlocked and which lock ends next', () => {
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

  it('values shares by what has vested, and says what they grow by and until when', () => {
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

  it('adds like tokens alone, and leaves out those of which there is nothing', () => {
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
