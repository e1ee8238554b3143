import { describe, expect, it } from 'vitest'
import type { PairState } from '../src/exchange.ts'
import { usdtValueOf } from '../src/spotValue.ts'

const ONE = 10n ** 18n

function pair(
  base: PairState['base'],
  quote: PairState['quote'],
  baseReserve: bigint,
  quoteReserve: bigint,
  address = `${base}/${quote}`,
): PairState {
  return { address, base, quote, baseReserve, quoteReserve }
}

const PAIRS = [
  pair('AAA', 'USDT', 200n * ONE, 400n * ONE),
  pair('WBNB', 'USDT', 5n * ONE, 3_000n * ONE),
  pair('GALX', 'WBNB', 600n * ONE, ONE),
]

describe('the value of a token in USDT', () => {
  it('is the token’s amount at the ratio of the reserves, on either side of the pair', () => {
    expect(usdtValueOf(PAIRS, 'AAA', 3n * ONE)).toBe(6n * ONE)
    expect(usdtValueOf([pair('USDT', 'AAA', 400n * ONE, 200n * ONE)], 'AAA', ONE)).toBe(2n * ONE)
    expect(usdtValueOf([], 'USDT', 7n)).toBe(7n)
  })

  it('goes over another token if no pair with USDT exists, and is rounded down once', () => {
    expect(usdtValueOf(PAIRS, 'GALX', ONE)).toBe(ONE)
    const odd = [pair('GALX', 'WBNB', 3n, 1n), pair('WBNB', 'USDT', 1n, 3n)]
    expect(usdtValueOf(odd, 'GALX', 2n)).toBe(2n)
    expect(usdtValueOf([pair('AAA', 'USDT', 3n, 1n)], 'AAA', 5n)).toBe(1n)
  })

  it('prefers fewer pairs, and among equal routes the larger reserves', () => {
    const thin = pair('AAA', 'USDT', ONE, ONE, 'thin')
    expect(usdtValueOf([thin, ...PAIRS], 'AAA', ONE)).toBe(2n * ONE)
    const around = pair('AAA', 'WBNB', ONE, 1_000n * ONE)
    expect(usdtValueOf([around, ...PAIRS], 'AAA', ONE)).toBe(2n * ONE)
  })

  it('is unknown, and not 0, if no pair gives a price', () => {
    expect(usdtValueOf(PAIRS, 'MCM', ONE)).toBeNull()
    expect(usdtValueOf([], 'AAA', ONE)).toBeNull()
    expect(usdtValueOf([pair('AAA', 'USDT', 0n, 0n)], 'AAA', ONE)).toBeNull()
    expect(usdtValueOf([pair('AAA', 'USDT', 0n, ONE)], 'AAA', ONE)).toBeNull()
  })
})
