import {
  assetsOf,
  MINIMUM_SHARES,
  sharesOf,
  vaultAt,
  WHOLE_SHARE,
  type VaultTotals,
} from '@galx/protocol/vault'
import { describe, expect, it } from 'vitest'
import {
  gainOf,
  growthPerDay,
  VALID_SECONDS,
  previewDeposit,
  previewWithdrawal,
  unvestedAt,
  worthAt,
} from '../../../src/products/zn/vaultModel.ts'
import { ONE } from '../../staking/fixtures.ts'

const DAY = 86_400
const AT = 1_000_000

/** 1 000 shares worth 1 100 GALX; one GALX in a hundred seconds for ten days. */
const vault: VaultTotals = {
  assets: 1_100n * ONE,
  shares: 1_000n * WHOLE_SHARE,
  rewardRate: ONE / 100n,
  rewardEnd: AT + 10 * DAY,
  at: AT,
}

describe('the vault’s figures', () => {
  it('grow by the second until all has vested, and never fall', () => {
    const shares = 10n * WHOLE_SHARE
    let before = worthAt(vault, shares, AT - 5)
    for (let now = AT; now < AT + 12 * DAY; now += 7_213) {
      const worth = worthAt(vault, shares, now)
      expect(worth >= before).toBe(true)
      before = worth
    }
    expect(worthAt(vault, shares, AT + 11 * DAY)).toBe(worthAt(vault, shares, AT + 10 * DAY))
    expect(growthPerDay(vault, shares, AT)).toBe((ONE * 864n) / 100n - 1n)
    expect(growthPerDay(vault, shares, AT + 10 * DAY)).toBe(0n)
  })

  it('stand still while there are too few shares, and lose nothing', () => {
    const few = { ...vault, shares: MINIMUM_SHARES - 1n, assets: 1_000n }
    expect(vaultAt(few, AT + DAY)).toMatchObject({ assets: 1_000n, rewardEnd: AT + 11 * DAY })
    expect(growthPerDay(few, few.shares, AT)).toBe(0n)
    expect(unvestedAt({ ...few, unvested: 7n }, AT + DAY)).toBe(7n)
  })

  it('promise no more shares than a deposit buys at any time of its validity', () => {
    const amount = 300n * ONE
    const { leastShares, before, after, perDay } = previewDeposit(vault, 0n, amount, AT)
    for (const wait of [0, 1, 600, VALID_SECONDS]) {
      expect(sharesOf(amount, vaultAt(vault, AT + wait)) >= leastShares).toBe(true)
    }
    expect(sharesOf(amount, vaultAt(vault, AT + VALID_SECONDS + 60)) < leastShares).toBe(true)
    expect([before, after]).toEqual([0n, amount])
    expect(perDay > 0n && perDay < 864n * ONE).toBe(true)
  })

  it('promise a day’s vesting to the deposit that brings the vault to its least shares', () => {
    const empty = { ...vault, shares: 0n, assets: 0n }
    const { perDay, sharesAfter } = previewDeposit(empty, 0n, 10n * ONE, AT + DAY)
    expect(perDay).toBe(growthPerDay({ ...empty, shares: sharesAfter.total }, sharesAfter.own, AT))
    expect(perDay > 863n * (ONE / 100n)).toBe(true)
    expect(previewDeposit(empty, 0n, 1n, AT).perDay).toBe(0n)
  })

  it('give a withdrawal’s burned and remaining shares, to the wei, and refuse more than the holding', () => {
    const held = 100n * WHOLE_SHARE
    const part = previewWithdrawal(vault, held, 50n * ONE, AT)!
    expect(part.receive).toBe(50n * ONE)
    expect(assetsOf(part.burned, vault) >= 50n * ONE).toBe(true)
    expect(part.left + 50n * ONE <= part.before).toBe(true)
    const all = previewWithdrawal(vault, held, null, AT)!
    expect(all).toEqual({ receive: all.before, burned: held, before: all.before, left: 0n })
    expect(previewWithdrawal(vault, held, all.before + ONE, AT)).toBeNull()
  })

  it('count the holding plus withdrawals less deposits as growth', () => {
    expect(gainOf(120n, 100n, 0n)).toBe(20n)
    expect(gainOf(30n, 100n, 90n)).toBe(20n)
    // A deposit’s own rounding is not a loss.
    expect(gainOf(99n, 100n, 0n)).toBe(0n)
  })
})
