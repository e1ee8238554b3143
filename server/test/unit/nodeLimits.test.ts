/** What a node takes is learnt from its refusals, and no refusal holds it down for good. */
import { expect, test } from 'vitest'
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

test.each([25, 50, 200, 500])('a limit of %i calls a second is learnt, and kept to', async (limit) => {
  let now = 0
  const limits = new NodeLimits(() => now)
  /** the calls that the node has taken, by the second */
  const taken = new Map<number, number>()
  let refused = 0
  let answered = 0
  for (let turn = 0; now < 60_000; turn += 1) {
    // Time passes while it waits its turn: this clock is moved by as much.
    const waiting = limits.turn(0, signal)
    now += 20
    await Promise.race([waiting, Promise.resolve()])
    const { calls } = limits
    const second = Math.floor(now / 1_000)
    const inSecond = taken.get(second) ?? 0
    if (inSecond + calls > limit) {
      refused += 1
      limits.rateRefused(calls, null)
      now += 500
    } else {
      taken.set(second, inSecond + calls)
      answered += calls
      limits.taken(calls)
      const { callsPerSecond } = limits.learnt
      if (callsPerSecond !== null) now += (calls / callsPerSecond) * 1_000
    }
  }
  expect(answered / 60).toBeGreaterThan(limit / 4)
  expect(refused).toBeLessThan(30)
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
  limits.recall({ blocks: 50, calls: 5, callsPerSecond: 2 })
  expect(limits.learnt).toEqual({ blocks: 50, calls: 5, callsPerSecond: 2 })
  expect(limits.blocks).toBe(50)
  expect(limits.calls).toBe(2)
})
