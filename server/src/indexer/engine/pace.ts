/** The time between final blocks, and the wait after faults. Milliseconds. */

export type Pace = { lastBlockAt: number; interval: number }

/** @param interval first guess of the time between finalised blocks */
export function startPace(now: number, interval = 1_000): Pace {
  return { lastBlockAt: now, interval }
}

/** Learns the interval after finality has advanced by `blocks`. */
export function learn(pace: Pace, now: number, blocks: number): Pace {
  return {
    lastBlockAt: now,
    interval: Math.min(5_000, 0.7 * pace.interval + 0.3 * ((now - pace.lastBlockAt) / Math.max(1, blocks))),
  }
}

export const LONGEST_BACKOFF = 5_000

/** The wait doubles from 100 ms to five seconds. Half of the wait is random, so that many processes do not retry at the same time. */
export function backoff(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_BACKOFF, 100 * 2 ** Math.min(failures, 10))
  return full / 2 + (random() * full) / 2
}
