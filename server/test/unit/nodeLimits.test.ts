/** A node's limits are learnt from its refusals, and no refusal lowers a limit for good. */
import { expect, test } from 'vitest'
import { CallRate } from '@galx/modelchain/limits'
import { LARGEST_RANGE, NodeLimits } from '../../src/chain/rpc/nodeLimits.ts'

const signal = AbortSignal.timeout(60_000)

/** A node with a limit of this many blocks. @returns how many requests it refused, of how many */
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

test('a range grows to the largest if the node accepts it', () => {
  const limits = new NodeLimits()
  ask(limits, 10, LARGEST_RANGE)
  expect(limits.blocks).toBe(LARGEST_RANGE)
})

test('a node’s limit is found within few requests, and rarely tried again', () => {
  const limits = new NodeLimits()
  ask(limits, 20, 700)
  expect(limits.blocks).toBeGreaterThan(300)
  expect(ask(limits, 1_000, 700)).toBeLessThan(12)
})

test('a limit from a node’s words is used, and halved if it is also refused', () => {
  const limits = new NodeLimits()
  ask(limits, 2, 100, 100)
  expect(limits.blocks).toBe(100)
  limits.rangeRefused(100, 100)
  expect(limits.blocks).toBe(50)
})

test('no range stays at one block when the node accepts more', () => {
  const limits = new NodeLimits()
  ask(limits, 20, 0)
  expect(limits.blocks).toBe(1)
  ask(limits, 200, LARGEST_RANGE)
  expect(limits.blocks).toBe(LARGEST_RANGE)
})

test('another fault makes the next request smaller, and keeps the limit', () => {
  const limits = new NodeLimits()
  ask(limits, 10, LARGEST_RANGE)
  limits.rangeFailed(LARGEST_RANGE)
  expect(limits.blocks).toBe(LARGEST_RANGE / 4)
  ask(limits, 2, LARGEST_RANGE)
  expect(limits.blocks).toBe(LARGEST_RANGE)
})

test('a POST has fewer calls if the node accepts no more', () => {
  const limits = new NodeLimits()
  limits.batchRefused(100, 20)
  expect(limits.calls).toBe(20)
  limits.batchRefused(20, null)
  expect(limits.calls).toBe(10)
})

test('a POST has fewer calls if several calls fail again and again without a reason', () => {
  const limits = new NodeLimits()
  const fail = () => limits.batchFailed(limits.calls)
  fail()
  fail()
  expect(limits.calls).toBe(100)
  // An answer to a single call says nothing about several calls.
  limits.taken(1)
  fail()
  expect(limits.calls).toBe(50)
  fail()
  expect(limits.calls).toBe(25)
  limits.taken(25)
  fail()
  expect(limits.calls).toBe(25)
})

/** A busy client of a node with a limit of calls per second. @returns answered calls, and refusals, of each minute */
function askFast(limit: number, minutes: number) {
  let now = 0
  const limits = new NodeLimits(() => now)
  const rate = new CallRate()
  const counted = Array.from({ length: minutes }, () => ({ answered: 0, refused: 0 }))
  for (;;) {
    const { calls } = limits
    while (limits.takeTurn(calls) > 0) now += limits.takeTurn(calls)
    now += 10
    const minute = counted[Math.floor(now / 60_000)]
    if (minute === undefined) return { counted, limits }
    if (rate.take(calls, limit, now) === calls) {
      limits.taken(calls)
      minute.answered += calls
    } else {
      limits.rateRefused(calls, now, 1_000)
      minute.refused += 1
    }
  }
}

test.each([5, 25, 50, 300])(
  'a limit of %i calls a second is found with a few refusals, and nearly used up with few more',
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

test('refusals of concurrent POSTs count once, however late each is read', () => {
  let now = 1_000
  const limits = new NodeLimits(() => now)
  limits.restore({ blocks: 1, calls: 100, callsPerSecond: 40 })
  const sentAt = [now, now + 50, now + 100]
  const learnt = sentAt.map((at) => {
    now += 2_000
    limits.rateRefused(10, at, null)
    return limits.learnt.callsPerSecond
  })
  expect(learnt).toEqual([20, 20, 20])
})

type Held = { every: number; milliseconds: number }

/**
 * A process has twelve POSTs under way or waiting, and its node limits calls per second. The process is paused from time to time. Everything that
 * was due in a pause happens at once after the pause.
 * @returns answered calls, and refused POSTs
 */
function askHeldUp(limit: number, seconds: number, { every, milliseconds }: Held) {
  let now = 0
  let answered = 0
  let refused = 0
  const limits = new NodeLimits(() => now)
  const rate = new CallRate()
  type Post = { at: number; sent: { calls: number; at: number; isTaken: boolean } | null }
  const posts: Post[] = Array.from({ length: 12 }, () => ({ at: 0, sent: null }))
  const awake = (at: number) => (at % every < milliseconds ? at - (at % every) + milliseconds : at)
  const goOn = (post: Post) => {
    const { sent } = post
    if (sent?.isTaken) {
      limits.taken(sent.calls)
      answered += sent.calls
    } else if (sent) {
      limits.rateRefused(sent.calls, sent.at, null)
      refused += 1
    }
    const { calls } = limits
    const wait = limits.takeTurn(calls)
    post.sent = wait > 0 ? null : { calls, at: now, isTaken: rate.take(calls, limit, now) === calls }
    post.at = now + (wait > 0 ? wait : 30)
  }
  for (;;) {
    const next = posts.reduce((soonest, post) => (post.at < soonest.at ? post : soonest))
    now = Math.max(now, awake(next.at))
    if (now >= seconds * 1_000) return { answered, refused, limits }
    goOn(next)
  }
}

test.each([
  { every: 5_000, milliseconds: 2_000 },
  { every: 1_000, milliseconds: 700 },
  { every: 20_000, milliseconds: 9_000 },
])('a paused process, %j, does not mistake its own delay for a smaller limit', (held) => {
  const [LIMIT, SECONDS] = [50, 300]
  const { answered, refused, limits } = askHeldUp(LIMIT, SECONDS, held)
  const awake = 1 - held.milliseconds / held.every
  expect(answered).toBeGreaterThan(0.75 * awake * LIMIT * SECONDS)
  expect(refused).toBeLessThan(SECONDS / 5)
  expect(limits.learnt.callsPerSecond).toBeGreaterThan(0.6 * LIMIT)
})

test('a node that refused everything for minutes is soon asked as fast as before', () => {
  let now = 0
  const limits = new NodeLimits(() => now)
  limits.restore({ blocks: 1, calls: 100, callsPerSecond: 45 })
  const askFor = (seconds: number, isRefused: boolean) => {
    for (const end = now + 1_000 * seconds; now < end;) {
      const { calls } = limits
      const wait = limits.takeTurn(calls)
      if (wait > 0) now += wait
      else if (isRefused) limits.rateRefused(calls, now, null)
      else limits.taken(calls)
    }
  }
  askFor(10, false)
  askFor(180, true)
  expect(limits.learnt.callsPerSecond).toBe(1)
  askFor(60, false)
  expect(limits.learnt.callsPerSecond).toBeGreaterThan(35)
})

test('a rate that is hardly used does not rise', () => {
  let now = 0
  const limits = new NodeLimits(() => now)
  limits.restore({ blocks: 1, calls: 1, callsPerSecond: 50 })
  for (let second = 0; second < 600; second += 1) {
    now += 1_000
    limits.taken(1)
  }
  expect(limits.learnt.callsPerSecond).toBe(50)
})

test('a call that waits for its turn while another is refused waits as long as the node says', async () => {
  const limits = new NodeLimits()
  limits.restore({ blocks: 1, calls: 1, callsPerSecond: 20 })
  while (limits.takeTurn(1) === 0);
  const waiting = limits.acquire(1, signal)
  const refusedAt = performance.now()
  limits.rateRefused(1, refusedAt, 300)
  await waiting
  expect(performance.now() - refusedAt).toBeGreaterThanOrEqual(299)
})

test('learnt limits are used again', () => {
  const limits = new NodeLimits()
  limits.restore({ blocks: 50, calls: 5, callsPerSecond: 6 })
  expect(limits.learnt).toEqual({ blocks: 50, calls: 5, callsPerSecond: 6 })
  expect(limits.blocks).toBe(50)
  expect(limits.calls).toBe(3)
})
