import { expect, test } from 'vitest'
import { isCollecting, pauseAfter, pauseAfterRanks } from '../../src/indexer/engine/totals.ts'

test('changes are collected for twenty seconds while hundreds of blocks are still to be read, and at no other time', () => {
  expect(isCollecting(10_000, 0, true)).toBe(true)
  expect(isCollecting(10_000, 19_999, true)).toBe(true)
  expect(isCollecting(10_000, 20_000, true)).toBe(false)
  // Changes that the last fold left over are folded at once.
  expect(isCollecting(10_000, 0, false)).toBe(false)
  // Changes are never collected near the head, where blocks are written as they arrive.
  for (const blocks of [0, 1, 256]) expect(isCollecting(blocks, 0, true)).toBe(false)
})

test('a fold leaves the database to others for as long as the fold took, unless changes remain at the head', () => {
  expect(pauseAfter(0, true, 0)).toBe(200)
  expect(pauseAfter(3_000, true, 0)).toBe(3_000)
  expect(pauseAfter(3_000, false, 256)).toBe(0)
  expect(pauseAfter(3_000, false, 257)).toBe(3_000)
})

test('rounds of ranks begin every thirty seconds, however long one takes, and never without a pause', () => {
  expect(pauseAfterRanks(0)).toBe(30_000)
  // With boards that take 12 s and 7 s to make, the first is replaced 42 s after its input was read, and the second after 37 s.
  expect(pauseAfterRanks(19_000)).toBe(11_000)
  expect(pauseAfterRanks(29_500)).toBe(1_000)
  expect(pauseAfterRanks(90_000)).toBe(1_000)
})
