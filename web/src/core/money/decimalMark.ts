/** The marks that people and programs write within numbers: the decimal points, and the marks that only group digits. */
import { halfWidth } from './halfWidth.ts'

/** Marks that are always decimal points: the full-width and Arabic points, and the dots of keyboards without an ASCII dot. */
const CERTAIN_POINTS = /[٫·]/g
/** Commas: the decimal point of many keyboards. */
const COMMAS = /[,，]/g
/** Marks that only group digits: spaces, apostrophes, the Arabic separator. */
const GROUPS = /[\s'’٬]/g

/** A single mark typed by hand is the decimal point. */
export function typedPoint(text: string): string {
  return halfWidth(text).replace(CERTAIN_POINTS, '.').replace(COMMAS, '.')
}

/**
 * A pasted number with a point as its decimal point and without grouping marks:
 * `1,234.56` and `1.234,56` are both 1234.56.
 *
 * A single comma before exactly three digits (`1,234`) is read as grouping, as in English and Chinese. The field tells the
 * person so. A single dot is always the decimal point.
 */
export function pastedNumber(text: string): string {
  const plain = halfWidth(text).replace(GROUPS, '').replace(CERTAIN_POINTS, '.').replace(COMMAS, ',')
  // The last mark is the decimal point if it occurs only once. The other mark groups digits.
  const last = /[.,](?=[^.,]*$)/.exec(plain)?.[0] ?? '.'
  const alone = plain.split(last).length < 3
  const other = last === ',' ? '.' : ','
  const groups = alone
    ? last === ',' && !plain.includes('.') && /(?:^|\D)[1-9]\d{0,2},\d{3}(?!\d)/.test(plain)
    : plain.includes(',') || /(?:^|\D)\d{1,3}(?:\.\d{3})+(?![\d.])/.test(plain)
  if (groups) return plain.replace(/[.,]/g, '')
  return alone ? plain.split(other).join('').replace(last, '.') : plain
}
