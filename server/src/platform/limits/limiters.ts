/**
 * Counters of what callers have used: shared by all processes through Redis where it is configured, else in this process's
 * memory. While Redis does not answer each process counts for itself, so that a limit is never without effect.
 */
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Shared } from './shared.ts'

export type Limiter = {
  /**
   * Counts `points` on `key`; 0 only asks.
   * @returns 0 when the window's limit is not exceeded, else the seconds until the window ends, 1 or more
   */
  take(key: string, points?: number): Promise<number>
}

export type Window = {
  /** unique among the limiters */
  name: string
  /** points in a window */
  points: number
  seconds: number
}

/** What is said of a limiter's answers. */
export type LimitListener = {
  /** a caller is over the limit */
  exceeded(name: string): void
  /** Redis is configured, and this process has counted for itself */
  countedApart(name: string): void
}

/** Whether a rejection says that the limit is exceeded, as against a fault. */
export function isExceeded(refusal: unknown): refusal is RateLimiterRes {
  return refusal instanceof RateLimiterRes
}

export function createLimiter(window: Window, shared: Shared | null, listener: LimitListener): Limiter {
  const { name, points, seconds } = window
  const options = { keyPrefix: `galx:${name}`, points, duration: seconds }
  const memory = new RateLimiterMemory(options)
  const limiter =
    shared === null
      ? null
      : new RateLimiterRedis({
          ...options,
          storeClient: shared.redis,
          rejectIfRedisNotReady: true,
          // A caller that is over its limit costs Redis nothing more in this window.
          inMemoryBlockOnConsumed: points + 1,
        })
  const consume = async (key: string, taken: number): Promise<void> => {
    if (shared !== null && limiter !== null) {
      if ((await shared.ask(() => limiter.consume(key, taken))) !== null) return
      listener.countedApart(name)
    }
    await memory.consume(key, taken)
  }
  return {
    take: async (key, taken = 1) => {
      try {
        await consume(key, taken)
        return 0
      } catch (refusal) {
        if (!isExceeded(refusal)) throw refusal
        listener.exceeded(name)
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
  }
}
