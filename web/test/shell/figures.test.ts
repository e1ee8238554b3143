import { describe, expect, it } from 'vitest'
import { amountText } from '../../src/design/Amount/amountText.ts'
import { shortenAddress } from '../../src/design/AddressTag/shortenAddress.ts'
import { timeDistance } from '../../src/design/RelativeTime/relativeTime.ts'

describe('shown amounts', () => {
  it('groups, fills up and rounds towards zero', () => {
    const ether = 10n ** 18n
    expect(amountText(1_500n * ether)).toBe('1,500.00')
    expect(amountText(1_234_567n * ether + 999_999_999_999_999_999n)).toBe('1,234,567.999999')
    expect(amountText(-3n * ether)).toBe('-3.00')
    expect(amountText(0n)).toBe('0.00')
    expect(amountText(10n ** 30n * ether, 18, 0, 0)).toBe('1,000,000,000,000,000,000,000,000,000,000')
  })

  it('never shows a small amount as 0', () => {
    expect(amountText(1n)).toBe('<0.000001')
    expect(amountText(-1n)).toBe('>-0.000001')
    expect(amountText(10n ** 12n)).toBe('0.000001')
  })
})

describe('addresses and times', () => {
  it('shortens only strings longer than 14 characters', () => {
    expect(shortenAddress('12345678901234', 8, 8)).toBe('12345678901234')
    expect(shortenAddress('123456789012345', 8, 8)).toBe('12345678…89012345')
  })

  it('uses the largest whole unit, in the past and in the future', () => {
    expect(timeDistance(1_000, 1_059)).toEqual({ unit: 'second', count: 59, future: false })
    expect(timeDistance(1_000, 1_060)).toEqual({ unit: 'minute', count: 1, future: false })
    expect(timeDistance(90_000, 0)).toEqual({ unit: 'day', count: 1, future: true })
  })
})
