/**
 * Decimal text ↔ bigint in the smallest unit. No amount ever becomes a JavaScript number, which cannot hold 18 decimals. viem's `parseUnits` rounds
 * surplus decimals; this `parseUnits` refuses them.
 */

/** Every token of the product has 18 decimals. */
export const TOKEN_DECIMALS = 18

const PLAIN_DECIMAL = /^(\d+)(?:\.(\d*))?$/

/**
 * Decimal text → smallest unit, exactly.
 * @example parseUnits('1.5') // 1500000000000000000n
 * @param text digits with at most one dot, such as `12`, `12.`, `12.5`; no sign, no exponent, no grouping
 * @throws SyntaxError for any other text, RangeError if it has more than `decimals` significant decimals
 */
export function parseUnits(text: string, decimals: number = TOKEN_DECIMALS): bigint {
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) throw new SyntaxError(`"${text}" is not a decimal amount`)
  const whole = match[1] ?? '0'
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) throw new RangeError(`"${text}" has more than ${decimals} decimals`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/**
 * Smallest unit → shortest decimal text that parses back to the same value.
 * @example formatUnits(1500000000000000000n) // '1.5'
 */
export function formatUnits(value: bigint, decimals: number = TOKEN_DECIMALS): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Smallest unit → decimal text with at most `shownDecimals` decimals, rounded towards zero.
 * @param options.fixed keeps trailing zeros, so that columns line up
 */
export function formatUnitsDown(
  value: bigint,
  shownDecimals: number,
  options: { decimals?: number; fixed?: boolean } = {},
): string {
  const decimals = options.decimals ?? TOKEN_DECIMALS
  const kept = Math.min(shownDecimals, decimals)
  const step = 10n ** BigInt(decimals - kept)
  // bigint division truncates towards zero for either sign
  const text = formatUnits((value / step) * step, decimals)
  if (options.fixed !== true) return text
  const [whole = '0', fraction = ''] = text.split('.')
  return shownDecimals === 0 ? whole : `${whole}.${fraction.padEnd(shownDecimals, '0')}`
}

/** `1234567.8` → `1,234,567.8`. Only the whole part is grouped. */
export function groupThousands(text: string, separator = ','): string {
  const [whole = '', ...rest] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, separator)
  return rest.length === 0 ? grouped : `${grouped}.${rest.join('.')}`
}
