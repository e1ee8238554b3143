/** The hash of a sent transaction; null for any other answer. Some wallets leave the 0x out, or answer with an object. */
export function transactionHash(answer: unknown): `0x${string}` | null {
  const { hash = answer } = Object(answer) as { hash?: unknown }
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(String(hash))?.[1]
  return digits === undefined ? null : `0x${digits.toLowerCase()}`
}
