/**
 * Counters of callers' requests. All processes share them through Redis if it is configured, otherwise they are in this process's
 * memory. While Redis does not answer, each process counts alone, so that a limit always has an effect.
 */
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Shared } from './shared.ts'

export type Limiter = {
  /**
   * Adds `points` to `key`. 0 points only ask.
   * @returns 0 if the window's limit is not exceeded, otherwise the seconds until the window ends, 1 or more
   */
  take(key: string, points?: number): Promise<number>
}

export type Window = {
  /** unique among the limiters */
  name: string
  /** points per window */
  points: number
  seconds: number
}

/** Hears of a limiter's answers */
export type LimitListener = {
  /** a caller exceeds the limit */
  exceeded(name: string): void
  /** Redis is configured, but this process counted alone */
  countedApart(name: string): void
}

/** Whether a rejection means that the limit is exceeded, and not a fault. */
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
          // A caller that exceeds its limit causes no more Redis commands in this window.
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
