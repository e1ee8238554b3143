/** The forms in which wallets sign texts and show addresses, with a fast hash: a sign-in hashes five times. */
import type { Address, Hex } from 'viem'
import { keccak } from './rpc/keccak.ts'

/** The hash that `personal_sign` signs (EIP-191, version 0x45). */
export function hashOfText(text: string): Hex {
  const bytes = Buffer.from(text, 'utf8')
  return keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, 'utf8'), bytes]))
}

/** An address with its checksum (EIP-55): a letter is a capital if the hash of the lowercase digits has 8 or more at its place. */
export function withChecksum(address: string): Address {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak(Buffer.from(digits, 'ascii'))
  let text = '0x'
  for (const [index, digit] of [...digits].entries())
    text += Number.parseInt(hash[index + 2]!, 16) >= 8 ? digit.toUpperCase() : digit
  return text as Address
}
