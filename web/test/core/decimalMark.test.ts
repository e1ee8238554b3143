import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanAmount } from '../../src/core/money/cleanAmount.ts'

/** Everything was inserted at once. */
function pasted(text: string): string {
  return cleanAmount(text, { from: 0, to: text.length })
}

/** Types character by character, as a keyboard does, each into the field's present text. */
function typed(text: string): string {
  return [...text].reduce(
    (field, character) => cleanAmount(field + character, { from: field.length, to: field.length + 1 }),
    '',
  )
}

function grouped(digits: string, mark: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, mark)
}

const whole = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String)
const cents = fc.integer({ min: 0, max: 99 }).map((value) => String(value).padStart(2, '0'))

describe('a typed decimal mark', () => {
  it('becomes a point, whichever mark the keyboard has', () => {
    fc.assert(
      fc.property(whole, cents, fc.constantFrom(...',，٫．。｡·'), (units, fraction, mark) => {
        expect(typed(`${units}${mark}${fraction}`)).toBe(`${units}.${fraction}`)
      }),
    )
  })

  it('becomes a point in the middle of digits as well, where a pasted mark would group digits', () => {
    expect(cleanAmount('1,234', { from: 1, to: 2 })).toBe('1.23')
    expect(cleanAmount('1,5')).toBe('1.5')
    expect(typed('1,234')).toBe('1.23')
  })

  it('of Arabic and Persian keyboards is read together with their digits', () => {
    expect(typed('١٢٫٥')).toBe('12.5')
    expect(typed('۱۲٫۵')).toBe('12.5')
  })
})

describe('a paste', () => {
  it('keeps its value, whichever mark groups digits and whichever mark is the point', () => {
    fc.assert(
      fc.property(
        whole,
        cents,
        fc.constantFrom(',.', '.,', ' ,', ' .', '\u00a0,', '\u202f,', '’.', "'.", '٬٫'),
        (units, fraction, marks) => {
          const [group = '', point = ''] = [...marks]
          expect(pasted(`${grouped(units, group)}${point}${fraction}`)).toBe(`${units}.${fraction}`)
        },
      ),
    )
  })

  it('of a grouped whole number keeps its value, except that a single dot is the point', () => {
    fc.assert(
      fc.property(whole, fc.constantFrom(',', '.', ' ', '’'), (units, mark) => {
        if (mark === '.' && units.length < 7) return
        expect(pasted(grouped(units, mark))).toBe(units)
      }),
    )
    expect(pasted('1.234')).toBe('1.23')
  })

  it.each([
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['12,34,567.8', '1234567.8'],
    ['1,5', '1.5'],
    ['0,125', '0.12'],
    ['1,234', '1234'],
    ['1,2345', '1.23'],
    ['1，234．5', '1234.5'],
    ['1,500.00 GALX', '1500.00'],
    ['$ 1,234.56', '1234.56'],
    ['abc', ''],
    ['1.2.3', '1.23'],
  ])('%j becomes %j', (text, wanted) => {
    expect(pasted(text)).toBe(wanted)
  })

  it('into existing text reads only the new text', () => {
    // "9" + paste of "1,234.50" behind it
    expect(cleanAmount('91,234.50', { from: 1, to: 9 })).toBe('91234.50')
  })
})
