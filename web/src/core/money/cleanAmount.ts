/** Cleans amounts: the marks that people and programs write within numbers are decimal points, or only group digits. */

/** The range of the text that the last input inserted: from `from` up to `to`. */
export type Inserted = { from: number; to: number }

/**
 * Cleans an amount: removes whitespace; keeps only digits and one decimal point (full-width digits and dots become ASCII); drops a leading
 * dot; collapses `00` to `0`; truncates to `decimals` decimals (2 by default), never rounds.
 *
 * Before these rules, a typed decimal comma becomes a point, and text inserted at once (pasted, dropped, dictated) loses
 * its digit-grouping marks.
 *
 * Only leading zeros are collapsed, so that 100 stays 100: `00` → `0`, `000.5` → `0.5`, `007` → `07`.
 * @param inserted if absent, the whole text counts as typed
 */
export function cleanAmount(text: string, inserted?: Inserted, decimals = 2): string {
  const plain = typedPoint(read(text, inserted)).replace(/[^0-9.]/g, '')
  const withoutLeadingDot = plain.replace(/^\.+/, '')
  const [whole = '', ...rest] = withoutLeadingDot.split('.')
  const collapsed = whole.replace(/^00+/, '0')
  return rest.length === 0 ? collapsed : `${collapsed}.${rest.join('').slice(0, decimals)}`
}

/** The text, with the part that was inserted at once written as a plain number. A single character counts as typed by hand. */
function read(text: string, inserted: Inserted | undefined): string {
  if (inserted === undefined || inserted.to - inserted.from < 2) return text
  const { from, to } = inserted
  return text.slice(0, from) + pastedNumber(text.slice(from, to)) + text.slice(to)
}

/** Full-width (０–９), Arabic (٠–٩) and Persian (۰–۹) digits, and the dots of Chinese and Japanese keyboards (．。｡), as ASCII. */
export function halfWidth(text: string): string {
  return text
    .replace(/[０-９٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) - zeroOf(digit)))
    .replace(/[．。｡]/g, '.')
}

/** The character code of the zero in a digit's script. */
function zeroOf(digit: string): number {
  const code = digit.charCodeAt(0)
  return [0xff10, 0x06f0, 0x0660].find((zero) => zero <= code) ?? code
}

/** Marks that are always decimal points: the full-width and Arabic points, and the dots of keyboards without an ASCII dot. */
const CERTAIN_POINTS = /[٫·]/g
/** Commas: the decimal point of many keyboards. */
const COMMAS = /[,，]/g
/** Marks that only group digits: spaces, apostrophes, the Arabic separator. */
const GROUPS = /[\s'’٬]/g

/** A single mark typed by hand is the decimal point. */
function typedPoint(text: string): string {
  return halfWidth(text).replace(CERTAIN_POINTS, '.').replace(COMMAS, '.')
}

/**
 * A pasted number with a point as its decimal point and without grouping marks:
 * `1,234.56` and `1.234,56` are both 1234.56.
 *
 * A single comma before exactly three digits (`1,234`) is read as grouping, as in English and Chinese. The field tells the
 * person so. A single dot is always the decimal point.
 */
function pastedNumber(text: string): string {
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
