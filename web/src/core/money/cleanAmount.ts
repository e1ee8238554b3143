import { pastedNumber, typedPoint } from './decimalMark.ts'

/** Where the last input put text: from `from` up to `to`. */
export type Inserted = { from: number; to: number }

/**
 * Amount: whitespace removed; only digits and one decimal point kept (full-width digits and dots count as theirs); a leading
 * dot dropped; `00` collapsed to `0`; truncated to `decimals` decimals (2 where nothing is said), never rounded.
 *
 * Before these rules a typed decimal comma becomes the point, and what was put in at once (pasted, dropped, dictated) loses
 * the marks that group its digits.
 *
 * Zeros are collapsed where they lead, as 100 must stay 100: `00` → `0`, `000.5` → `0.5`, `007` → `07`.
 * @param inserted without it the whole text counts as typed
 */
export function cleanAmount(text: string, inserted?: Inserted, decimals = 2): string {
  const plain = typedPoint(read(text, inserted)).replace(/[^0-9.]/g, '')
  const withoutLeadingDot = plain.replace(/^\.+/, '')
  const [whole = '', ...rest] = withoutLeadingDot.split('.')
  const collapsed = whole.replace(/^00+/, '0')
  return rest.length === 0 ? collapsed : `${collapsed}.${rest.join('').slice(0, decimals)}`
}

/** The text with what was put in at once as a plain number. A single character is typed by hand. */
function read(text: string, inserted: Inserted | undefined): string {
  if (inserted === undefined || inserted.to - inserted.from < 2) return text
  const { from, to } = inserted
  return text.slice(0, from) + pastedNumber(text.slice(from, to)) + text.slice(to)
}
