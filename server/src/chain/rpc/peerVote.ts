/** The peers' votes on one range, and the deadline of late peers. */
import type { Endpoint } from './endpoints.ts'
import { NodeFaultError } from './fault.ts'

export class PeerVote {
  readonly votes = new Map<Endpoint, string>()
  /** peers that do not have the blocks */
  readonly lagging: { peer: Endpoint; fault: NodeFaultError }[] = []
  readonly #patience: number | null
  readonly #outer: AbortSignal
  readonly #ending = new AbortController()
  readonly #abort = () => this.#ending.abort(this.#outer.reason)
  #isMajority: ((votes: ReadonlyMap<Endpoint, string>) => boolean) | null = null
  #timer: NodeJS.Timeout | null = null
  #isLate = false

  /** @param patience milliseconds that late peers have once a majority agrees; null: no limit */
  constructor(patience: number | null, outer: AbortSignal) {
    this.#patience = patience
    this.#outer = outer
    if (patience === null) return
    outer.addEventListener('abort', this.#abort, { once: true })
    if (outer.aborted) this.#abort()
  }

  /** the signal for the peers' reads */
  get signal(): AbortSignal {
    return this.#patience === null ? this.#outer : this.#ending.signal
  }

  /** Whether a majority agrees on a long range. */
  get isDecided(): boolean {
    return this.#timer !== null
  }

  /** The node that is read has answered. @param isMajority whether more than half of all nodes, this node included, gave its digest */
  decidedBy(isMajority: (votes: ReadonlyMap<Endpoint, string>) => boolean): void {
    this.#isMajority = isMajority
    this.receive()
  }

  /** A vote has arrived. */
  receive(): void {
    if (this.#timer !== null || this.#patience === null || this.#isMajority?.(this.votes) !== true) return
    this.#timer = setTimeout(() => {
      this.#isLate = true
      this.#ending.abort()
    }, this.#patience)
  }

  /** @throws NodeFaultError `unreachable` for a late peer; the errors of `read` */
  async inTime<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    try {
      return await read()
    } catch (error) {
      if (!this.#isLate) throw error
      throw new NodeFaultError('unreachable', 'the node is slower than the majority that agrees')
    }
  }

  /** Stops the timer, so that no read of a peer is aborted any more. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#outer.removeEventListener('abort', this.#abort)
  }
}
