import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  boostText,
  bpsText,
  countdown,
  multiplierText,
  percentText,
  rateIn,
  rateText,
  satoshiText,
  shortAmountText,
  shownCost,
  termLength,
} from '../../src/staking/format.ts'
import { ONE } from './fixtures.ts'

describe('figures as text', () => {
  it('writes a share rounded down, and says if the share is too small to write', () => {
    expect(percentText(84n, 10_000n)).toBe('0.84%')
    expect(percentText(9_999_999n, 10_000_000n)).toBe('99.99%')
    expect(percentText(1n, 10n ** 9n)).toBe('<0.01%')
    expect(percentText(0n, 5n)).toBe('0.00%')
    expect(percentText(0n, 0n)).toBeNull()
  })

  it('writes small BTCB amounts to the satoshi, and small BTCB rates in satoshi', () => {
    const sat = 10n ** 10n
    expect(rateIn(2_180n * sat + 9n, 'BTCB', 'sat')).toEqual(['2,180', 'sat'])
    expect(rateIn(sat / 3n, 'BTCB', 'sat')).toEqual(['0.33', 'sat'])
    expect(rateIn(ONE / 50n, 'BTCB', 'sat')).toEqual(['0.02', 'BTCB'])
    expect(rateIn(ONE / 500n, 'GALX', 'sat')).toEqual(['0.002', 'GALX'])
    expect(satoshiText(12_400n * sat + sat / 4n, 'BTCB', true)).toBe('12,400.25')
    expect(satoshiText(ONE, 'BTCB')).toBeNull()
    expect(shortAmountText(124n * 100n * sat + 5n, 'BTCB')).toBe('0.000124')
    expect(shortAmountText(1_234_567n * 10n ** 12n, 'GALX')).toBe('1.23')
    expect([10_000, 11_000, 13_500].map(boostText)).toEqual(['1.00', '1.10', '1.35'])
  })

  it('writes multipliers and rates in their usual form', () => {
    expect([10_000, 15_000, 13_500].map(multiplierText)).toEqual(['1', '1.5', '1.35'])
    expect([500, 1_500, 592, 0].map(bpsText)).toEqual(['5%', '15%', '5.92%', '0%'])
    expect([rateText(ONE / 3n), rateText(1_234n * ONE)]).toEqual(['0.3333', '1,234.00'])
  })

  it('shows a cost never below its true value, and above it by less than the last shown decimal', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), (wei) => {
        const shown = shownCost(wei)
        expect(shown % 10n ** 12n).toBe(0n)
        expect(shown).toBeGreaterThanOrEqual(wei)
        expect(shown - wei).toBeLessThan(10n ** 12n)
      }),
    )
  })

  it('counts down to the second, and never ends early or goes below zero', () => {
    expect(countdown(71 * 86_400 + 3 * 3_600 + 27 * 60 + 40.2)).toEqual({ days: 71, clock: '03:27:41' })
    expect([0.01, 0, -5].map((left) => countdown(left).clock)).toEqual(['00:00:01', '00:00:00', '00:00:00'])
  })

  it('names a term in its largest whole unit', () => {
    expect([30 * 86_400, 5_400, 90, 7_200].map(termLength)).toEqual([
      { count: 30, unit: 'day' },
      { count: 90, unit: 'minute' },
      { count: 90, unit: 'second' },
      { count: 2, unit: 'hour' },
    ])
  })
})
