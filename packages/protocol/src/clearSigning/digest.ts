/** ERC-8213: digests of signed data, which a person compares on another device. Each digest is given in full, with 0x. */
import { concat, hashTypedData, keccak256, numberToHex, size } from 'viem/utils'
import type { Hex } from 'viem'

/** keccak256 of the calldata's length in bytes (a uint256) and the calldata. Contains neither the contract nor the sent coins. */
export function calldataDigest(data: Hex): Hex {
  return keccak256(concat([numberToHex(size(data), { size: 32 }), data]))
}

/** The signed digest of an EIP-712 message: keccak256(0x1901 ‖ domain ‖ message). @throws for data that is not typed data */
export function typedDataDigest(data: Parameters<typeof hashTypedData>[0]): Hex {
  return hashTypedData(data)
}
