/** Signs with a key of this process (RFC 6979). s is in the lower half, as RewardVouchers requires. */
import secp256k1 from 'secp256k1'
import type { Address, Hex } from 'viem'
import { keccak } from '../../chain/rpc/keccak.ts'

/** @param key 0x and 64 digits @returns its address, lower case */
export function addressOfKey(key: Hex): Address {
  const point = secp256k1.publicKeyCreate(Buffer.from(key.slice(2), 'hex'), false)
  return `0x${keccak(point.subarray(1)).slice(26)}`
}

/** @returns r, s and v (27 or 28): 65 bytes */
export function signDigest(key: Uint8Array, digest: Hex): Hex {
  const { signature, recid } = secp256k1.ecdsaSign(Buffer.from(digest.slice(2), 'hex'), key)
  return `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`
}
