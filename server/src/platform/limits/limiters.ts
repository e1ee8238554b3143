/**
 * Counters of what callers have used: shared by all processes through Redis where it is configured, else in this process's
 * memory. While Redis does not answer each process counts for itself, so that a limit is never without effect.
 */
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

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

export function createLimiter(window: Window, redis: Redis | null): Limiter {
  const { name, points, seconds } = window
  const options = { keyPrefix: `galx:${name}`, points, duration: seconds }
  const memory = new RateLimiterMemory(options)
  const limiter =
    redis === null
      ? memory
      : new RateLimiterRedis({
          ...options,
          storeClient: redis,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
          // A caller that is over its limit costs Redis nothing more in this window.
          inMemoryBlockOnConsumed: points + 1,
        })
  return {
    take: async (key, taken = 1) => {
      try {
        await limiter.consume(key, taken)
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
  }
}
