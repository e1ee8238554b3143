import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUnits, formatUnitsDown, parseUnits } from '../src/units.ts'

const wei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('units', () => {
  it('survive a round trip through decimal text to the last wei', () => {
    fc.assert(
      fc.property(wei, (amount) => {
        expect(parseUnits(formatUnits(amount))).toBe(amount)
      }),
    )
  })

  it('are shown rounded down, never up', () => {
    fc.assert(
      fc.property(wei, fc.integer({ min: 0, max: 18 }), (amount, places) => {
        const shown = parseUnits(formatUnitsDown(amount, places))
        expect(shown).toBeLessThanOrEqual(amount)
        expect(amount - shown).toBeLessThan(10n ** BigInt(18 - places))
      }),
    )
  })

  it.each(['1e5', '０.１', '-1', '', '.', '1.2.3', '0x10', ' 1', '1,000'])('refuse %j', (text) => {
    expect(() => parseUnits(text)).toThrow()
  })

  it('refuse more decimals than the token has', () => {
    expect(() => parseUnits('0.1234567890123456789')).toThrow()
  })
})
