import type { Address } from 'viem'
import { withChecksum } from '../chain/signedText.ts'
import { RefusalError } from '../platform/http/refusal.ts'

/**
 * An address from a caller, in lowercase. All lower case or all upper case is accepted as it is. Mixed case is a checksum
 * (EIP-55), and a wrong checksum means a mistyped address.
 * @throws RefusalError that names the field
 */
export function readAddress(text: string, field = 'address'): Address {
  const lower = text.toLowerCase() as Address
  const digits = text.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && withChecksum(lower) !== text) throw new RefusalError('invalidField', field)
  return lower
}
