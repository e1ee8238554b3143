import type { Address } from 'viem'
import { withChecksum } from '../chain/signedText.ts'
import { RefusalError } from '../platform/http/refusal.ts'

/**
 * An address as somebody wrote it, in lowercase. All lower or all upper case is taken as it is; mixed case is a checksum
 * (EIP-55), and a wrong one means a mistyped address.
 * @throws RefusalError naming the field
 */
export function readAddress(text: string, field = 'address'): Address {
  const lower = text.toLowerCase() as Address
  const digits = text.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && withChecksum(lower) !== text) throw new RefusalError('invalidField', field)
  return lower
}
