/** The number of blocks in one request for logs: shrinks when the node refuses, grows again when it does not. */

/** Successful requests before a larger request is tried, if larger requests were refused again and again. */
const MOST_PATIENT = 32

export class RangeSize {
  readonly #largest: bigint
  #blocks: bigint
  /** the largest size that passed; 0n: none has passed since the size was last halved */
  #passed = 0n
  #patience = 1
  #since = 0

  constructor(largest: bigint) {
    this.#largest = largest
    this.#blocks = largest
  }

  /** the size of the next request */
  get blocks(): bigint {
    return this.#blocks
  }

  accepted(blocks: bigint): void {
    if (blocks !== this.#blocks) return
    if (blocks > this.#passed) {
      // A larger size than before passed: there are few logs here, so a larger size is tried sooner.
      this.#passed = blocks
      this.#patience = Math.max(1, this.#patience >> 1)
    }
    if (++this.#since < this.#patience || blocks >= this.#largest) return
    this.#since = 0
    const grown = this.#patience === 1 ? blocks * 2n : blocks + blocks / 4n + 1n
    this.#blocks = grown < this.#largest ? grown : this.#largest
  }

  /**
   * @param named the limit that the node names; null: it names none, or the same again
   * @param part the divisor for the next size if no smaller size is known to pass: 2n is a half
   * @returns whether fewer blocks can be tried
   */
  refused(blocks: bigint, named: bigint | null, part = 2n): boolean {
    // The request was sent before another refusal taught a smaller size.
    if (blocks > this.#blocks) return true
    if (blocks <= 1n) return false
    this.#since = 0
    const wasTrial = this.#passed > 0n && this.#passed < blocks
    if (wasTrial) this.#patience = Math.min(MOST_PATIENT, this.#patience * 2)
    else this.#passed = 0n
    const fewer = blocks > part ? blocks / part : 1n
    this.#blocks = named !== null && named < blocks ? named : wasTrial ? this.#passed : fewer
    return true
  }
}
