import { expect, it } from 'vitest'
import { transactionHash } from '../src/transactionHash.ts'

const HASH = `0x${'ab'.repeat(32)}`

it.each([[HASH], [HASH.slice(2)], [HASH.toUpperCase().replace('X', 'x')], [{ hash: HASH }]])(
  'reads the hash in the answer %o',
  (answer) => {
    expect(transactionHash(answer)).toBe(HASH)
  },
)

it.each([[null], [undefined], [true], [{}], ['0x'], [HASH.slice(0, -2)], [{ result: HASH }]])(
  'finds no hash in the answer %o',
  (answer) => {
    expect(transactionHash(answer)).toBeNull()
  },
)
