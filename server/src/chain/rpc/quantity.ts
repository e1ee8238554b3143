/** Numbers as nodes write them: hexadecimal, behind 0x. */

/** A number of up to 256 bits; null for any other value. */
export function quantityOf(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null
}

/** A number that JavaScript holds exactly; null for any other value. No count of the chain is larger. */
export function wholeOf(value: unknown): number | null {
  return typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : null
}
