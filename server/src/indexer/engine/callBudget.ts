/** Limits the calls to nodes while the indexer follows the chain's head, because providers charge for calls. */
import type { Endpoint } from '../../chain/rpc/endpoints.ts'

export class CallBudget {
  readonly #clock: () => number
  readonly #owed = new Map<Endpoint, { calls: number; asked: number; at: number }>()

  /** @param clock milliseconds; monotonic */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /**
   * @param perSecond average calls to this node
   * @param burst calls by which the node may exceed the average. At most twice as many count against the node later, so that the calls of a
   * backfill do not stop the calls at the head
   * @returns whether the node may be asked now
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
