/** Compares code on a chain with the published build by a hash, without the code itself (bytecode/codeHashes.ts). */
import type { Hex } from 'viem'
import { keccak256 } from 'viem/utils'

/** One contract's code after its constructor, with zeros where the constructor writes its immutable values. */
export type PublishedCode = {
  /** keccak256 */
  readonly hash: Hex
  /** the parts that the constructor writes: first byte and number of bytes, in ascending order */
  readonly immutables: readonly (readonly [start: number, length: number])[]
}

/**
 * keccak256 of `code` with zeros at the immutable values. These values are not compared: the deployment
 * chose them, and the contract's views return them.
 */
export function maskedCodeHash(code: Hex, immutables: PublishedCode['immutables']): Hex {
  let masked = ''
  let end = 2
  for (const [start, length] of immutables) {
    const from = 2 + start * 2
    masked += code.slice(end, from) + '0'.repeat(length * 2)
    end = from + length * 2
  }
  return keccak256(`0x${masked}${code.slice(end)}`)
}

/** Whether the code is the published code, except for its immutable values. False for no code and for code of another length. */
export function isPublishedCode(code: Hex, { hash, immutables }: PublishedCode): boolean {
  return maskedCodeHash(code, immutables) === hash
}
