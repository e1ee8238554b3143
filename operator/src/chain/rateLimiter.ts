/** Limits the calls per second to a node. There is no limit until the node refuses; the limit is learnt from its refusals. */

/** The new limit after a refusal, as a share of the calls that passed in the last second. */
const PART = 0.9
/** Calls a second below which a refusal changes nothing. */
const SLOWEST = 0.5
/** Milliseconds without a refusal after which the limit grows, and the factor of its growth. */
const TRY_AFTER = 30_000
const MORE = 1.05
/** Milliseconds to wait after a refusal that names no time. */
const USUAL_WAIT = 1_000

/** All times are milliseconds of a monotonic clock. */
export class RateLimiter {
  /** calls a second */
  #limit = Number.POSITIVE_INFINITY
  #next = 0
  #changed = 0
  #answered: { at: number; calls: number }[] = []

  /** Calls a second; Infinity: no limit is known. */
  get limit(): number {
    return this.#limit
  }

  /** @returns the wait before the next request; 0: none */
  waitFrom(now: number): number {
    return Math.max(0, this.#next - now)
  }

  sent(calls: number, now: number): void {
    if (this.#limit === Number.POSITIVE_INFINITY) return
    this.#next = Math.max(this.#next, now) + (calls * 1_000) / this.#limit
  }

  answered(calls: number, now: number): void {
    this.#dropOld(now)
    this.#answered.push({ at: now, calls })
    if (now - this.#changed < TRY_AFTER) return
    this.#limit *= MORE
    this.#changed = now
  }

  /**
   * @param sentAt the time of the refused request: of requests sent together only the first refusal counts
   * @param retryAfter the wait that the node names; null if the node names no wait
   * @returns the wait before the next request
   */
  refused(calls: number, sentAt: number, now: number, retryAfter: number | null): number {
    const wait = retryAfter ?? USUAL_WAIT
    this.#next = Math.max(this.#next, now + wait)
    if (sentAt < this.#changed) return wait
    this.#dropOld(now)
    const passed = this.#answered.reduce((sum, one) => sum + one.calls, 0)
    const present = Math.min(this.#limit, passed === 0 ? calls / 2 : passed)
    this.#limit = Math.max(SLOWEST, present * PART)
    this.#changed = now
    return wait
  }

  /** Forgets the limit, because the refusals were not about speed. */
  forgetLimit(): void {
    this.#limit = Number.POSITIVE_INFINITY
  }

  /** Drops answers that are older than a second. */
  #dropOld(now: number): void {
    while (this.#answered[0] !== undefined && now - this.#answered[0].at > 1_000) this.#answered.shift()
  }
}
