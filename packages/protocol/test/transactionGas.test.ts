import { expect, it } from 'vitest'
import { gasLimitOf, TRANSACTION_GAS_CAP } from '../src/transactionGas.ts'

it('adds a quarter, or the smallest margin if that is more, and never exceeds the cap', () => {
  expect(gasLimitOf(100_000n)).toBe(125_000n)
  expect(gasLimitOf(100_000n, 60_000n)).toBe(160_000n)
  expect(gasLimitOf(400_000n, 60_000n)).toBe(500_000n)
  expect(TRANSACTION_GAS_CAP).toBe(16_777_216n)
  expect(gasLimitOf(13_421_772n)).toBe(16_777_215n)
  for (const estimate of [13_421_773n, 16_000_000n, 30_000_000n, 1n << 200n])
    expect(gasLimitOf(estimate, 60_000n)).toBe(16_777_216n)
})
