/** A typed receiver without React. */
import type { HexString } from '@galx/protocol/webConfig'

export type ReceiverProblem = 'empty' | 'form' | 'checksum' | 'zero' | 'self' | 'contract'

/**
 * The reason why nothing can or should be sent to the typed address; null if the address can receive.
 * @param withChecksum writes a lowercase address in mixed case (EIP-55)
 * @param contracts lowercase addresses of the deployment's contracts, which cannot use tokens that they receive
 */
export function receiverProblem(
  typed: string,
  own: string | null,
  contracts: readonly string[],
  withChecksum: (address: HexString) => string,
): ReceiverProblem | null {
  if (typed === '') return 'empty'
  if (!/^0x[0-9a-fA-F]{40}$/.test(typed)) return 'form'
  const address = typed.toLowerCase() as HexString
  const digits = typed.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && withChecksum(address) !== typed) return 'checksum'
  if (/^0x0{40}$/.test(address)) return 'zero'
  if (address === own) return 'self'
  return contracts.includes(address) ? 'contract' : null
}

/** An address in groups of four, which are easy to compare. */
export function inGroups(address: string): string {
  return (address.match(/.{1,4}/g) ?? []).join(' ')
}
