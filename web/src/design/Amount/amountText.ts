/**
 * Writes an amount of a token's smallest unit as a grouped decimal: 12_345_678n with 3 decimals → "12,345.678".
 * Rounds towards zero at `most` decimals, so that the shown amount never exceeds the true amount. Adds zeros up to `least` decimals.
 * Writes a non-zero value that is too small for `most` decimals as "<0.000001".
 */
export function amountText(value: bigint, decimals = 18, least = 2, most = 6): string {
  const negative = value < 0n
  const size = negative ? -value : value
  const digits = size.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const exact = decimals === 0 ? '' : digits.slice(-decimals)
  let fraction = exact.slice(0, most).replace(/0+$/, '')
  if (size > 0n && fraction === '' && whole === '0') {
    return `${negative ? '>-' : '<'}0.${'1'.padStart(Math.max(most, 1), '0')}`
  }
  fraction = fraction.padEnd(Math.min(least, most), '0')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
