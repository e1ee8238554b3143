import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUnits, formatUnitsDown, groupThousands, parseUnits } from '@galx/protocol/units'
import { shortenAddress } from '../../src/design/AddressTag/shortenAddress.ts'
import { cleanAmount } from '../../src/core/money/cleanAmount.ts'
import { cleanInteger } from '../../src/core/money/cleanInteger.ts'
import { shownNeed } from '../../src/core/money/shownAmount.ts'

/** Text as people type and paste it: digits, dots, blanks, full-width forms, and anything else. */
const typed = fc.string({
  unit: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...'0123456789.') },
    { weight: 2, arbitrary: fc.constantFrom(...'０１９．。｡ \t　') },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 1 }) },
  ),
  maxLength: 90,
})
const wei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('amount cleaner', () => {
  it('amount cleaner obeys its five rules for any text', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const cleaned = cleanAmount(text)
        expect(cleaned).toMatch(/^(?:\d+(?:\.\d{0,2})?)?$/)
        expect(cleaned).not.toMatch(/^00/)
        expect(cleanAmount(cleaned)).toBe(cleaned)
        // The amount is truncated, never rounded: the typed digits begin with the digits of the amount.
        const digits = text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
        const strip = (value: string) => value.replace(/[^0-9]/g, '').replace(/^0+/, '')
        expect(strip(digits).startsWith(strip(cleaned))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['1 234.5', '1234.5'],
    ['1e5', '15'],
    ['０．１', '0.1'],
    ['1。5', '1.5'],
    ['1.239', '1.23'],
    ['-1', '1'],
    ['.5', '5'],
    ['1.2.3', '1.23'],
    ['00', '0'],
    ['000.5', '0.5'],
    ['100', '100'],
    ['9'.repeat(80), '9'.repeat(80)],
    ['', ''],
  ])('amount %j becomes %j', (text, wanted) => {
    expect(cleanAmount(text)).toBe(wanted)
  })
})

describe('integer cleaner', () => {
  it('integer cleaner leaves digits without leading zeros, for any text', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const cleaned = cleanInteger(text)
        expect(cleaned).toMatch(/^(?:0|[1-9]\d*)?$/)
        expect(cleanInteger(cleaned)).toBe(cleaned)
      }),
      { numRuns: 2_000 },
    )
    expect(['1.5', '007', '000', '１２'].map(cleanInteger)).toEqual(['15', '7', '0', '12'])
  })
})

describe('units', () => {
  it('18-decimals round trip for every amount', () => {
    fc.assert(fc.property(wei, (value) => parseUnits(formatUnits(value)) === value))
  })

  it('a shown amount never exceeds the true amount', () => {
    fc.assert(
      fc.property(wei, fc.integer({ min: 0, max: 18 }), (value, decimals) => {
        const shown = parseUnits(formatUnitsDown(value, decimals))
        expect(shown <= value && value - shown < 10n ** BigInt(18 - decimals)).toBe(true)
      }),
    )
    expect(formatUnitsDown(1_999_999_999_999_999_999n, 6)).toBe('1.999999')
    expect(formatUnitsDown(10n ** 18n, 2, { fixed: true })).toBe('1.00')
    expect(groupThousands('1234567.8901')).toBe('1,234,567.8901')
  })

  it('an amount shown as needed is enough, and exceeds the need by less than a millionth', () => {
    fc.assert(
      fc.property(wei, (value) => {
        const over = parseUnits(shownNeed(value.toString()).replace(/,/g, '')) - value
        expect(over >= 0n && over < 10n ** 12n).toBe(true)
      }),
    )
    expect(shownNeed('1')).toBe('0.000001')
  })

  it.each(['', '.', '.5', '1e5', '-1', '+1', '1,000', '0x10', '１', ' 1'])(
    'refuses %j as an amount',
    (text) => {
      expect(() => parseUnits(text)).toThrow(SyntaxError)
    },
  )
})

describe('address shortening', () => {
  it('shortens only above 14 characters, to the first and last N', () => {
    expect(shortenAddress('12345678901234', 8, 8)).toBe('12345678901234')
    expect(shortenAddress('123456789012345', 4, 4)).toBe('1234…2345')
    expect(shortenAddress('0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 8, 8)).toBe('0x71C765…f6d8976F')
  })
})
