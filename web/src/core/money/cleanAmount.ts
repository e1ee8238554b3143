import { pastedNumber, typedPoint } from './decimalMark.ts'

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
