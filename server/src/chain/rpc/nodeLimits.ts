/**
 * One node's limits: blocks in one `eth_getLogs`, calls in one POST, calls in one second. Each limit is learnt from the node's refusals. It
 * falls at once and grows again, so that no refusal lowers it forever. The indexer stores the limits across restarts
 * (indexer/engine/storedLimits.ts).
 */
import { setTimeout as pause } from 'node:timers/promises'

export const LARGEST_RANGE = 10_000
/** The largest number of calls in one POST: public nodes refuse much longer lists. */
const LARGEST_BATCH = 100
/**
 * The number of requests that a node must answer before its limit of blocks or calls grows after a refusal. Each further refusal doubles the number.
 */
const LEAST_PATIENCE = 8
const MOST_PATIENCE = 1_024
/** After this many POSTs with several calls have failed in succession without a reason, the limit of calls falls. */
const FAILED_BATCHES = 3
/** Calls a second beyond which a node counts as unlimited. */
const UNLIMITED = 1_000
/** Calls a second after a refusal, as a share of the refused rate. */
const AFTER_REFUSAL = 0.8
/** The rate climbs by this factor a second until it is just below the refused rate. */
const CLIMB = 1.1
const JUST_BELOW = 0.9
/**
 * Just below the refused rate, the rate stays unchanged for a calm time, which doubles whenever the node refuses again. After the calm time,
 * the rate rises by the factor PROBE a second. Above BEYOND times the refused rate, the limit has evidently gone, and the rate rises by CLIMB
 * again.
 */
const PROBE = 1.01
const BEYOND = 1.1
const LEAST_CALM = 5_000
const MOST_CALM = 160_000
/** The share of the allowed rate that must be in use before the rate rises. */
const LEAST_USE = 0.5
/** Milliseconds after a refusal of a node that does not say how long to wait. */
const REFUSED_REST = 500
/**
 * After a delay, POSTs catch up at most this many milliseconds. A process that was blocked for longer does not send all missed POSTs in one
 * burst, which the node would refuse.
 */
const CATCH_UP = 100
const SECOND = 1_000

/** The stored limits. `callsPerSecond`: null while the node has refused no rate. */
export type LearntLimits = { blocks: number; calls: number; callsPerSecond: number | null }

/** A whole number that falls when it is refused, and grows after a number of successes that rises with each refusal. */
class Ceiling {
  #value: number
  readonly #largest: number
  /** successes that are missing before the number grows */
  #left = LEAST_PATIENCE
  /** successes for each growth */
  #needed = LEAST_PATIENCE
  #hasTaken = false
  /** the next value of `#needed` after a refusal */
  #patience = LEAST_PATIENCE

  constructor(largest: number) {
    this.#value = largest
    this.#largest = largest
  }

  get value(): number {
    return this.#value
  }

  set(value: number): void {
    this.#value = Math.max(1, Math.min(this.#largest, value))
  }

  /** @param named the limit that the node names; some nodes accept less */
  refused(tried: number, named: number | null): void {
    const half = Math.floor(tried / 2)
    this.set(named !== null && named < tried ? named : half)
    // Successive refusals belong to one search for the limit, so the patience doubles once.
    if (this.#hasTaken) this.#patience = Math.min(MOST_PATIENCE, 2 * this.#patience)
    this.#hasTaken = false
    this.#needed = this.#patience
    this.#left = this.#needed
  }

  taken(): void {
    this.#hasTaken = true
    if (this.#value === this.#largest) return
    this.#left -= 1
    if (this.#left > 0) return
    this.#left = this.#needed
    this.set(2 * this.#value)
  }
}

export class NodeLimits {
  readonly #clock: () => number
  readonly #range = new Ceiling(LARGEST_RANGE)
  readonly #batch = new Ceiling(LARGEST_BATCH)
  /** POSTs with several calls that failed without a reason since the node last answered such a POST */
  #failedBatches = 0
  /** blocks of the next request, at most the limit in `#range` */
  #blocks = LARGEST_RANGE
  #perSecond: number | null = null
  /** calls a second that the node refused last */
  #refusedRate = Number.POSITIVE_INFINITY
  #refusedAt = Number.NEGATIVE_INFINITY
  #changedAt = Number.NEGATIVE_INFINITY
  #calm = LEAST_CALM
  /** until this time the rate stays just below the refused rate */
  #calmUntil = Number.NEGATIVE_INFINITY
  /** whether the node has answered since it refused */
  #hasAnswered = true
  /** when the next POST may be sent */
  #freeAt = 0
  /** after a refusal nothing is sent before this time */
  #restsUntil = Number.NEGATIVE_INFINITY
  /** calls that were answered within the last second */
  #answered: { at: number; calls: number }[] = []

  /** @param clock milliseconds; monotonic */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  get learnt(): LearntLimits {
    return { blocks: this.#range.value, calls: this.#batch.value, callsPerSecond: this.#perSecond }
  }

  /** Takes the limits that an earlier process has learnt. */
  restore({ blocks, calls, callsPerSecond }: LearntLimits): void {
    this.#range.set(blocks)
    this.#batch.set(calls)
    this.#blocks = this.#range.value
    this.#perSecond = callsPerSecond
    if (callsPerSecond === null) return
    this.#refusedRate = callsPerSecond / JUST_BELOW
    this.#calmUntil = this.#clock() + this.#calm
  }

  /** The number of blocks to ask for in one request. */
  get blocks(): number {
    return Math.min(this.#blocks, this.#range.value)
  }

  /** The number of calls to send in one POST: at most the calls of half a second, because a node may count in bursts. */
  get calls(): number {
    return Math.max(1, Math.min(this.#batch.value, Math.floor((this.#perSecond ?? Infinity) / 2)))
  }

  rangeTaken(blocks: number): void {
    // A short range at the head says nothing about larger ranges.
    if (blocks < this.blocks) return
    this.#range.taken()
    this.#blocks = Math.min(2 * blocks, this.#range.value)
  }

  rangeRefused(blocks: number, named: number | null): void {
    this.#range.refused(blocks, named)
    this.#blocks = this.#range.value
  }

  /** The node failed in another way. The next request asks for fewer blocks, and the limit stays unchanged. */
  rangeFailed(blocks: number): void {
    this.#blocks = Math.max(1, Math.floor(blocks / 4))
  }

  batchRefused(calls: number, named: number | null): void {
    this.#batch.refused(calls, named)
  }

  /** A POST with several calls failed in another way. If such POSTs fail again and again, the number of calls may be the reason. */
  batchFailed(calls: number): void {
    this.#failedBatches += 1
    if (this.#failedBatches >= FAILED_BATCHES) this.#batch.refused(calls, null)
  }

  /**
   * Waits until this many calls may be sent in one POST.
   * @returns the time of the POST, milliseconds of the clock; null if the limit of calls in one POST has fallen below `calls` meanwhile
   * @throws the signal's reason
   */
  async acquire(calls: number, signal: AbortSignal): Promise<number | null> {
    while (calls <= this.calls) {
      const wait = this.takeTurn(calls)
      if (wait === 0) return this.#clock()
      await pause(wait, undefined, { signal })
    }
    return null
  }

  /** @returns milliseconds until this many calls may be sent; 0: now, and they count as sent */
  takeTurn(calls: number): number {
    const now = this.#clock()
    if (now < this.#freeAt) return this.#freeAt - now
    const cost = this.#perSecond === null ? 0 : (calls / this.#perSecond) * SECOND
    this.#freeAt = Math.max(this.#freeAt, now - CATCH_UP) + cost
    return 0
  }

  taken(calls: number): void {
    const now = this.#clock()
    this.#hasAnswered = true
    this.#answered = [...this.#answered.filter(({ at }) => now - at < SECOND), { at: now, calls }]
    if (calls > 1) this.#failedBatches = 0
    if (calls >= this.#batch.value) this.#batch.taken()
    const rate = this.#perSecond
    if (rate === null || now - this.#changedAt < SECOND || this.#answeredCalls(now) < LEAST_USE * rate) return
    this.#changedAt = now
    const faster = this.#faster(rate, now)
    this.#perSecond = faster > UNLIMITED ? null : faster
  }

  #faster(rate: number, now: number): number {
    const safe = JUST_BELOW * this.#refusedRate
    if (rate < safe) return Math.min(safe, CLIMB * rate)
    if (now < this.#calmUntil) return rate
    return (rate > BEYOND * this.#refusedRate ? CLIMB : PROBE) * rate
  }

  /**
   * @param sentAt milliseconds of the clock
   * @param retryAfter milliseconds, from the node
   */
  rateRefused(calls: number, sentAt: number, retryAfter: number | null): void {
    const now = this.#clock()
    this.#restsUntil = Math.max(this.#restsUntil, now + (retryAfter ?? REFUSED_REST))
    this.#freeAt = this.#restsUntil
    // The POST was sent before the last refusal, so both refusals show the same limit.
    if (sentAt < this.#refusedAt) return
    const answered = this.#answeredCalls(now)
    const rate = this.#perSecond ?? Math.max(calls, answered)
    this.#perSecond = Math.max(1, rate / 2, Math.min(AFTER_REFUSAL * rate, answered))
    this.#refusedAt = now
    this.#changedAt = now
    // A node that refuses every request shows no limit: it may refuse for another reason.
    if (this.#hasAnswered) {
      if (rate > JUST_BELOW * this.#refusedRate) this.#calm = Math.min(MOST_CALM, 2 * this.#calm)
      this.#refusedRate = rate
    }
    this.#hasAnswered = false
    this.#calmUntil = now + this.#calm
  }

  /** Calls that were answered within the last second. */
  #answeredCalls(now: number): number {
    return this.#answered.reduce((sum, { at, calls }) => (now - at < SECOND ? sum + calls : sum), 0)
  }
}
