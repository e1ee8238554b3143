/** What a node takes is learnt from its refusals, and no refusal holds it down for good. */
import { expect, test } from 'vitest'
import { CallRate } from '@galx/modelchain/limits'
import { LARGEST_RANGE, NodeLimits } from '../../src/chain/rpc/nodeLimits.ts'

const signal = AbortSignal.timeout(60_000)

/** A node that takes so many blocks. @returns how many requests it refused, of how many */
function ask(limits: NodeLimits, requests: number, most: number, named: number | null = null) {
  let refused = 0
  for (let request = 0; request < requests; request += 1) {
    const { blocks } = limits
    if (blocks <= most) limits.rangeTaken(blocks)
    else {
      refused += 1
      limits.rangeRefused(blocks, named)
    }
  }
  return refused
}

test('a range grows to the largest where the node takes it', () => {
  const limits = new NodeLimits()
  ask(limits, 10, LARGEST_RANGE)
  expect(limits.blocks).toBe(LARGEST_RANGE)
})

test('a node’s limit is found within few requests, and tried again seldom', () => {
  const limits = new NodeLimits()
  ask(limits, 20, 700)
  expect(limits.blocks).toBeGreaterThan(300)
  expect(ask(limits, 1_000, 700)).toBeLessThan(12)
})

test('the number that a node names is taken, and halved where it is refused as well', () => {
  const limits = new NodeLimits()
  ask(limits, 2, 100, 100)
  expect(limits.blocks).toBe(100)
  limits.rangeRefused(100, 100)
  expect(limits.blocks).toBe(50)
})

test('no range stays at one block once the node takes more', () => {
  const limits = new NodeLimits()
  ask(limits, 20, 0)
  expect(limits.blocks).toBe(1)
  ask(limits, 200, LARGEST_RANGE)
  expect(limits.blocks).toBe(LARGEST_RANGE)
})

test('another fault makes the next request smaller, and leaves the limit as it is', () => {
  const limits = new NodeLimits()
  ask(limits, 10, LARGEST_RANGE)
  limits.rangeFailed(LARGEST_RANGE)
  expect(limits.blocks).toBe(LARGEST_RANGE / 4)
  ask(limits, 2, LARGEST_RANGE)
  expect(limits.blocks).toBe(LARGEST_RANGE)
})

test('fewer calls go in one POST where the node takes no more', () => {
  const limits = new NodeLimits()
  limits.batchRefused(100, 20)
  expect(limits.calls).toBe(20)
  limits.batchRefused(20, null)
  expect(limits.calls).toBe(10)
})

/** A busy client of a node that takes so many calls a second. @returns calls that were answered, and refusals, of each minute */
function askFast(limit: number, minutes: number) {
  let now = 0
  const limits = new NodeLimits(() => now)
  const rate = new CallRate()
  const counted = Array.from({ length: minutes }, () => ({ answered: 0, refused: 0 }))
  for (;;) {
    const { calls } = limits
    now += limits.reserve(calls) + 10
    const minute = counted[Math.floor(now / 60_000)]
    if (minute === undefined) return { counted, limits }
    if (rate.take(calls, limit, now) === calls) {
      limits.taken(calls)
      minute.answered += calls
    } else {
      limits.rateRefused(calls, 1_000)
      minute.refused += 1
    }
  }
}

test.each([5, 25, 50, 300])(
  'a limit of %i calls a second is found with a few refusals, and nearly used up without meeting it often',
  (limit) => {
    const { counted, limits } = askFast(limit, 10)
    const [first, ...later] = counted
    expect(first!.answered).toBeGreaterThan(0.8 * 60 * limit)
    expect(first!.refused).toBeLessThanOrEqual(10)
    for (const { answered, refused } of later) {
      expect(answered).toBeGreaterThan(0.9 * 60 * limit)
      expect(refused).toBeLessThanOrEqual(2)
    }
    expect(later.slice(2).reduce((sum, { refused }) => sum + refused, 0)).toBeLessThanOrEqual(7)
    const { callsPerSecond } = limits.learnt
    expect(callsPerSecond).toBeGreaterThan(0.8 * limit)
    expect(callsPerSecond).toBeLessThan(1.2 * limit)
  },
)

test('a rate that is hardly used does not rise', () => {
  let now = 0
  const limits = new NodeLimits(() => now)
  limits.recall({ blocks: 1, calls: 1, callsPerSecond: 50 })
  for (let second = 0; second < 600; second += 1) {
    now += 1_000
    limits.taken(1)
  }
  expect(limits.learnt.callsPerSecond).toBe(50)
})

test('a call that waits for its turn while another one is refused waits as long as the node says', async () => {
  const limits = new NodeLimits()
  limits.recall({ blocks: 1, calls: 1, callsPerSecond: 20 })
  await limits.turn(1, signal)
  const waiting = limits.turn(1, signal)
  const refusedAt = performance.now()
  limits.rateRefused(1, 300)
  await waiting
  expect(performance.now() - refusedAt).toBeGreaterThanOrEqual(299)
})

test('what was learnt is taken up again', () => {
  const limits = new NodeLimits()
  limits.recall({ blocks: 50, calls: 5, callsPerSecond: 6 })
  expect(limits.learnt).toEqual({ blocks: 50, calls: 5, callsPerSecond: 6 })
  expect(limits.blocks).toBe(50)
  expect(limits.calls).toBe(3)
})
