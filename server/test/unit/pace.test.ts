import { expect, test } from 'vitest'
import { LARGEST_RANGE } from '../../src/chain/rpc/nodeLimits.ts'
import { faultOf } from '../../src/chain/rpc/fault.ts'
import { LONGEST_BACKOFF, backoff, learn, startPace } from '../../src/indexer/engine/pace.ts'
import { afterRange, EVENTS_WANTED, FIRST_SIZE } from '../../src/indexer/engine/rangePrefetcher.ts'

test('ranges grow, within limits, towards the wanted number of events', () => {
  let size = FIRST_SIZE
  for (let round = 0; round < 20; round += 1) size = afterRange(size, size, 0)
  expect(size).toBe(LARGEST_RANGE)
  expect(afterRange(size, 1_000, EVENTS_WANTED * 2)).toBe(500)
  expect(afterRange(1, 1, EVENTS_WANTED * 100)).toBe(1)
  // Short ranges at the head do not change the size.
  expect(afterRange(size, 3, 1)).toBe(size)
})

test('the time between final blocks is learnt', () => {
  expect(learn(startPace(0, 1_000), 450, 1).interval).toBeLessThan(1_000)
})

test('waits after faults double, are limited, and differ between processes', () => {
  expect(backoff(0, () => 1)).toBe(100)
  expect(backoff(3, () => 1)).toBe(800)
  expect(backoff(1_000, () => 1)).toBe(LONGEST_BACKOFF)
  expect(backoff(0, () => 0)).toBe(50)
})

const LOGS = { methods: ['eth_getLogs'] }

test.each([
  [-32005, 'query returned more than 10000 results', 'tooLarge'],
  [-32000, 'exceed maximum block range: 5000', 'tooLarge'],
  [-32602, 'block range is too wide', 'tooLarge'],
  [429, 'anything', 'limited'],
  [-32005, 'limit exceeded', 'limited'],
  [-32000, 'too many requests', 'limited'],
  [-32000, 'too many blocks, iterate over smaller ranges', 'tooLarge'],
  [-32002, 'request timed out', 'tooLarge'],
  [-32000, 'execution timeout', 'tooLarge'],
  [-32000, 'batch too large', 'batch'],
  [4444, 'pruned history unavailable', 'pruned'],
  [-32000, 'missing trie node', 'pruned'],
  [-32000, 'unknown block', 'behind'],
  [-32601, 'the method does not exist', 'method'],
  [-32000, 'monthly capacity limit exceeded', 'plan'],
  [-32000, 'API key not found', 'credentials'],
  [-32603, 'internal error', 'refused'],
])('a node’s error %i "%s" to a request for logs is %s', (code, message, kind) => {
  expect(faultOf({ httpStatus: 200, code, message, retryAfter: null }, LOGS).kind).toBe(kind)
})

test('a node’s words about its limits are kept, and so is the time to wait', () => {
  const message =
    'You can make eth_getLogs requests with up to a 10 block range. this block range should work: [0x1, 0xa]'
  const { kind, hint } = faultOf({ httpStatus: 400, code: -32600, message, retryAfter: 3_000 }, LOGS)
  expect(kind).toBe('tooLarge')
  expect(hint).toMatchObject({ largestRange: 10, retryAfter: 3_000 })
})
