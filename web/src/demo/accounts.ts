/** The demo wallet's cryptography: the bulk of its code, loaded when a key is first created or used. */
import type { HexString } from '@galx/protocol/webConfig'
import { keccak256 } from 'viem/utils'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

export type NewKeys = {
  keys: HexString[]
  addresses: HexString[]
}

/** Fresh burner keys with their addresses, lower case. */
export function makeKeys(count: number): NewKeys {
  const keys = Array.from({ length: count }, () => generatePrivateKey())
  return { keys, addresses: keys.map((key) => privateKeyToAccount(key).address.toLowerCase() as HexString) }
}

export function accountOf(key: HexString): PrivateKeyAccount {
  return privateKeyToAccount(key)
}

/** The hash of a signed transaction. */
export function hashOf(raw: HexString): HexString {
  return keccak256(raw)
}
