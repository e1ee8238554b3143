import { halfWidth } from './halfWidth.ts'

/**
 * Amount: whitespace removed; only digits and one decimal point kept (full-width digits and dots count as theirs); a leading
 * dot dropped; `00` collapsed to `0`; truncated to `decimals` decimals (2 where nothing is said), never rounded.
 *
 * Zeros are collapsed where they lead, as 100 must stay 100: `00` → `0`, `000.5` → `0.5`, `007` → `07`.
 */
export function cleanAmount(text: string, decimals = 2): string {
  const plain = halfWidth(text).replace(/[^0-9.]/g, '')
  const withoutLeadingDot = plain.replace(/^\.+/, '')
  const [whole = '', ...rest] = withoutLeadingDot.split('.')
  const collapsed = whole.replace(/^00+/, '0')
  return rest.length === 0 ? collapsed : `${collapsed}.${rest.join('').slice(0, decimals)}`
}
