/** When to look for the next finalised block, and how long to wait after faults. Milliseconds. */

export type Pace = { lastBlockAt: number; interval: number }

/** @param interval first guess of the time between finalised blocks */
export function startPace(now: number, interval = 1_000): Pace {
  return { lastBlockAt: now, interval }
}

/** Learns from finalised blocks having advanced by `blocks`. */
export function learn(pace: Pace, now: number, blocks: number): Pace {
  return {
    lastBlockAt: now,
    interval: Math.min(5_000, 0.7 * pace.interval + 0.3 * ((now - pace.lastBlockAt) / Math.max(1, blocks))),
  }
}

/** Longest pause between two looks: finality may come in bursts, and a row is to be there within 300 ms. */
const LONGEST_LOOK = 100
/** Finality stalls for up to two minutes; then a few looks a second will do. */
const STALLED_AFTER = 15_000
const STALLED_LOOK = 250

/** Quiet while no block can be expected, then ten looks per interval. */
export function nextLook(pace: Pace, now: number): number {
  const passed = now - pace.lastBlockAt
  if (passed > STALLED_AFTER) return STALLED_LOOK
  const untilExpected = Math.min(LONGEST_LOOK, 0.7 * pace.interval - passed)
  return Math.max(untilExpected, Math.min(LONGEST_LOOK, Math.max(20, pace.interval / 10)))
}

export const LONGEST_BACKOFF = 5_000

/** Doubling from 100 ms to five seconds, half of it at random so that many processes do not retry at the same time. */
export function backoff(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_BACKOFF, 100 * 2 ** Math.min(failures, 10))
  return full / 2 + (random() * full) / 2
}
