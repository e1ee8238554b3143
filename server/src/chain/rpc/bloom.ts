/** A block header's bloom filter: it may say "perhaps" wrongly, never "no" wrongly. So it shows up logs a node has left out. */
import { keccak256, type Hex } from 'viem'

/** Where a value's three bits sit in the 256 bytes of the filter, as (hex digit, mask) pairs. */
export type BloomBits = readonly (readonly [digit: number, mask: number])[]

export function bloomBits(value: string): BloomBits {
  const digest = keccak256(value as Hex)
  return [0, 4, 8].map((offset) => {
    const bit = Number.parseInt(digest.slice(2 + offset, 6 + offset), 16) & 2047
    return [2 + 511 - (bit >> 2), 1 << (bit & 3)] as const
  })
}

/** Whether the block may hold a log with the value as its address or one of its topics. */
export function mayHold(bloom: string, bits: BloomBits): boolean {
  return bits.every(([digit, mask]) => (Number.parseInt(bloom[digit] ?? '0', 16) & mask) !== 0)
}
