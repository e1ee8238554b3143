/** The marks people and programs write within numbers: which one is the decimal point, and which ones only group digits. */
import { halfWidth } from './halfWidth.ts'

/** Marks that are decimal points wherever they stand: the full-width and Arabic ones, and the dots of keyboards that have no other. */
const CERTAIN_POINTS = /[٫·]/g
/** Commas, which are decimal points on many keyboards. */
const COMMAS = /[,，]/g
/** Marks that only group digits: blanks, apostrophes, the Arabic one. */
const GROUPS = /[\s'’٬]/g

/** One mark typed by hand: whatever the keyboard has for the decimal point is the decimal point. */
export function typedPoint(text: string): string {
  return halfWidth(text).replace(CERTAIN_POINTS, '.').replace(COMMAS, '.')
}

/**
 * A whole number that was pasted, with its decimal point as a point and without the marks that group its digits:
 * `1,234.56` and `1.234,56` are both 1234.56.
 *
 * One comma before exactly three digits (`1,234`) is read as grouping, as the languages of the app write it; the field says
 * so. One dot is always the decimal point.
 */
export function pastedNumber(text: string): string {
  const plain = halfWidth(text).replace(GROUPS, '').replace(CERTAIN_POINTS, '.').replace(COMMAS, ',')
  // The last mark, if it occurs only once, is the decimal point; the other one groups digits.
  const last = /[.,](?=[^.,]*$)/.exec(plain)?.[0] ?? '.'
  const alone = plain.split(last).length < 3
  const other = last === ',' ? '.' : ','
  const groups = alone
    ? last === ',' && !plain.includes('.') && /(?:^|\D)[1-9]\d{0,2},\d{3}(?!\d)/.test(plain)
    : plain.includes(',') || /(?:^|\D)\d{1,3}(?:\.\d{3})+(?![\d.])/.test(plain)
  if (groups) return plain.replace(/[.,]/g, '')
  return alone ? plain.split(other).join('').replace(last, '.') : plain
}
