/**
 * The number of blocks in one request for logs. Refusals make the number smaller, and accepted requests make the number larger again. The
 * fields are `private` and not `#private`: for these the build would add helpers to the app's first chunk.
 */

/** The greatest number of accepted requests before a larger request is tried. Each refused larger request doubles the number. */
const MOST_PATIENT = 32

export class RangeSize {
  private readonly largest: bigint
  private size: bigint
  /** the largest accepted size; 0n: no size was accepted yet, or the node has refused an accepted size since */
  private passed = 0n
  private patience = 1
  private since = 0

  constructor(largest: bigint) {
    this.largest = largest
    this.size = largest
  }

  /** the size of the next request */
  get blocks(): bigint {
    return this.size
  }

  accepted(blocks: bigint): void {
    if (blocks !== this.size) return
    if (blocks > this.passed) {
      // The node has accepted a new largest size: these blocks have few logs, so a larger size is tried sooner.
      this.passed = blocks
      this.patience = Math.max(1, this.patience >> 1)
    }
    if (++this.since < this.patience || blocks >= this.largest) return
    this.since = 0
    const grown = this.patience === 1 ? blocks * 2n : blocks + blocks / 4n + 1n
    this.size = grown < this.largest ? grown : this.largest
  }

  /**
   * @param named the limit that the node names; null: it names none
   * @param part divides the size if no smaller accepted size is known; 2n halves the size
   * @returns whether fewer blocks can be tried
   */
  refused(blocks: bigint, named: bigint | null, part = 2n): boolean {
    // The request was sent before another refusal made the size smaller.
    if (blocks > this.size) return true
    if (blocks <= 1n) return false
    this.since = 0
    const wasTrial = this.passed > 0n && this.passed < blocks
    if (wasTrial) this.patience = Math.min(MOST_PATIENT, this.patience * 2)
    else this.passed = 0n
    const fewer = blocks > part ? blocks / part : 1n
    this.size = named !== null && named < blocks ? named : wasTrial ? this.passed : fewer
    return true
  }
}
