/** Numbers as nodes write them: hexadecimal, behind 0x. */

/** Of up to 256 bits; null for anything else. */
export function quantityOf(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null
}

/** One that JavaScript holds; null for anything else. No count of the chain's is larger. */
export function wholeOf(value: unknown): number | null {
  return typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : null
}
