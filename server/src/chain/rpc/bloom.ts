/** A block header's bloom filter: it may say "perhaps" wrongly, never "no" wrongly. So it shows logs that a node left out or made up. */
import { keccak } from './keccak.ts'
import type { LogTable } from './logTable.ts'

/** Where a value's three bits are in the 256 bytes of the filter, as (hex digit, mask) pairs. */
export type BloomBits = readonly (readonly [digit: number, mask: number])[]

export function bloomBits(value: string): BloomBits {
  const digest = keccak(value)
  return [0, 4, 8].map((offset) => {
    const bit = Number.parseInt(digest.slice(2 + offset, 6 + offset), 16) & 2047
    return [2 + 511 - (bit >> 2), 1 << (bit & 3)] as const
  })
}

/** Whether the block may hold a log with the value as its address or one of its topics. */
export function mayHold(bloom: string, bits: BloomBits): boolean {
  for (const [digit, mask] of bits) if ((valueOfDigit(bloom.charCodeAt(digit)) & mask) === 0) return false
  return true
}

/** @param code of a lowercase hex digit */
function valueOfDigit(code: number): number {
  return code > 0x39 ? code - 0x57 : code & 15
}

/** Values remembered at most: accounts come again and again, and each costs a hash. */
const REMEMBERED = 50_000
const remembered = new Map<string, BloomBits>()

function rememberedBits(value: string): BloomBits {
  let bits = remembered.get(value)
  if (bits === undefined) {
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(value, (bits = bloomBits(value)))
  }
  return bits
}

/**
 * What the last log had at each place. Most logs of a range are of one contract and of one event: to compare two texts costs less than to look
 * one up.
 */
const lastAtPlace: { value: string; bits: BloomBits }[] = []

function bitsAt(place: number, value: string): BloomBits {
  const before = lastAtPlace[place]
  if (before?.value === value) return before.bits
  const bits = rememberedBits(value)
  lastAtPlace[place] = { value, bits }
  return bits
}

/** Whether the filter holds the log's address and all its topics. Where it does not, the block has no such log. */
export function mayHoldLog(bloom: string, logs: LogTable, row: number): boolean {
  if (!mayHold(bloom, bitsAt(0, logs.address(row)))) return false
  for (let place = 0; place < logs.topicCount(row); place += 1)
    if (!mayHold(bloom, bitsAt(place + 1, logs.topic(row, place)))) return false
  return true
}
