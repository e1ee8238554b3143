import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONGEST_BACKOFF, backoff, learn, nextLook, startPace } from '../../src/indexer/engine/pace.ts'
import {
  EVENTS_WANTED,
  LARGEST_RANGE,
  afterRefusal,
  afterSuccess,
  initialRange,
} from '../../src/indexer/engine/rangeSize.ts'
import { faultOfError } from '../../src/chain/rpc/fault.ts'

test('ranges grow while the node answers, within bounds, towards the wanted number of events', () => {
  let size = initialRange()
  for (let round = 0; round < 20; round += 1) size = afterSuccess(size, size.blocks, 0)
  expect(size.blocks).toBe(LARGEST_RANGE)
  expect(afterSuccess(size, 1_000, EVENTS_WANTED * 2).blocks).toBe(500)
  expect(afterSuccess({ blocks: 1, ceiling: 10 }, 1, EVENTS_WANTED * 100).blocks).toBe(1)
})

test('a refused range is halved down to one block, and its size is approached again only slowly', () => {
  expect(afterRefusal(1)).toEqual({ blocks: 1, ceiling: 1 })
  let size = afterRefusal(200)
  expect(size).toEqual({ blocks: 100, ceiling: 100 })
  size = afterSuccess(size, 100, 10)
  expect(size.blocks).toBeLessThanOrEqual(107)
})

test('a block due is looked for often, a stalled chain seldom, never more than a tenth of a second apart otherwise', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 5_000 }),
      fc.integer({ min: 0, max: 14_000 }),
      (interval, passed) => {
        const wait = nextLook(startPace(0, interval), passed)
        expect(wait).toBeGreaterThanOrEqual(10)
        expect(wait).toBeLessThanOrEqual(100)
      },
    ),
  )
  expect(nextLook(startPace(0), 60_000)).toBe(250)
  expect(learn(startPace(0, 1_000), 450, 1).interval).toBeLessThan(1_000)
})

test('waits after faults double, are bounded, and differ between processes', () => {
  expect(backoff(0, () => 1)).toBe(100)
  expect(backoff(3, () => 1)).toBe(800)
  expect(backoff(1_000, () => 1)).toBe(LONGEST_BACKOFF)
  expect(backoff(0, () => 0)).toBe(50)
})

test.each([
  [-32005, 'query returned more than 10000 results', 'tooLarge'],
  [-32000, 'exceed maximum block range: 5000', 'tooLarge'],
  [-32602, 'block range is too wide', 'tooLarge'],
  [429, 'anything', 'limited'],
  [-32000, 'too many requests', 'limited'],
  [-32000, 'request rate limited', 'limited'],
  [-32000, 'too many blocks, iterate over smaller ranges', 'tooLarge'],
  [-32000, 'unknown block', 'behind'],
  [-32601, 'the method does not exist', 'refused'],
])('a node’s error %i "%s" is %s', (code, message, kind) => {
  expect(faultOfError(code, message).kind).toBe(kind)
})
