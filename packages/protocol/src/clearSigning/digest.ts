/** ERC-8213: short digests of what is signed, to be compared on another device. All in full, with 0x. */
import { concat, hashTypedData, keccak256, numberToHex, size } from 'viem/utils'
import type { Hex } from 'viem'

/** keccak256 of the calldata's length in bytes (a uint256) and the calldata. It holds neither the contract nor the coins sent along. */
export function calldataDigest(data: Hex): Hex {
  return keccak256(concat([numberToHex(size(data), { size: 32 }), data]))
}

/** What is signed of a message of EIP-712: keccak256(0x1901 ‖ domain ‖ message). @throws where the data is no typed data */
export function typedDataDigest(data: Parameters<typeof hashTypedData>[0]): Hex {
  return hashTypedData(data)
}
