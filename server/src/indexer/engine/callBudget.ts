/** How often nodes are asked while the indexer follows the chain's head. What a provider bills is calls. */
import type { Endpoint } from '../../chain/rpc/endpoints.ts'

export class CallBudget {
  readonly #clock: () => number
  readonly #owed = new Map<Endpoint, { calls: number; asked: number; at: number }>()

  /** @param clock milliseconds; monotonic */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /**
   * @param perSecond calls of this node, on average
   * @param burst calls that it may be ahead of that. Twice as many are remembered: what a backfill asked is not made up for at the head
   * @returns whether it may be asked now
   */
  allows(endpoint: Endpoint, perSecond: number, burst: number): boolean {
    const now = this.#clock()
    const before = this.#owed.get(endpoint) ?? { calls: 0, asked: endpoint.asked, at: now }
    const paid = Math.max(0, before.calls - ((now - before.at) / 1_000) * perSecond)
    const calls = Math.min(2 * burst, paid + endpoint.asked - before.asked)
    this.#owed.set(endpoint, { calls, asked: endpoint.asked, at: now })
    return calls <= burst
  }
}
