import { keccak256, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { stakingPoolsCodeHash } from '../src/bytecode/StakingPools.ts'
import { timelockCodeHash } from '../src/bytecode/Timelock.ts'
import { CODE_HASHES } from '../src/bytecode/codeHashes.ts'
import { isPublishedCode, maskedCodeHash } from '../src/publishedCode.ts'

/** The constructor writes the second, third and fifth of the code's six bytes. */
const PLACES = [
  [1, 2],
  [4, 1],
] as const
const published = { hash: keccak256('0xaa0000bb00cc'), immutables: PLACES }

describe('code with immutable values', () => {
  it('equals the published code whatever values a constructor wrote, and differs with any other changed byte', () => {
    expect(isPublishedCode('0xaa0000bb00cc', published)).toBe(true)
    expect(isPublishedCode('0xaa1234bb56cc', published)).toBe(true)
    for (const other of ['0xab1234bb56cc', '0xaa1234ba56cc', '0xaa1234bb56cd'] as Hex[])
      expect(isPublishedCode(other, published)).toBe(false)
  })

  it('of another length differs from the published code', () => {
    for (const other of ['0x', '0xaa', '0xaa1234bb56', '0xaa1234bb56cc00'] as Hex[])
      expect(isPublishedCode(other, published)).toBe(false)
  })

  it('without immutable values has the hash of its code', () => {
    expect(maskedCodeHash('0x1234', [])).toBe(keccak256('0x1234'))
    expect(CODE_HASHES.StakingPools).toEqual({ hash: stakingPoolsCodeHash, immutables: [] })
    expect(CODE_HASHES.Timelock).toEqual({ hash: timelockCodeHash, immutables: [] })
  })
})
