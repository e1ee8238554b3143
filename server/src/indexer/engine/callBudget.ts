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
   * A node begins with its burst used up, so that the average holds from the first second. The first question is allowed at once.
   * @param perSecond average calls to this node
   * @param burst calls by which the node may exceed the average. If the node got more than twice this number since the last question, only
   * twice the number counts: the other calls belong to a backfill, which must not stop the calls at the head
   * @returns whether the node may be asked now
   */
  allows(endpoint: Endpoint, perSecond: number, burst: number): boolean {
    const now = this.#clock()
    const before = this.#owed.get(endpoint) ?? { calls: burst, asked: endpoint.asked, at: now }
    const paid = Math.max(0, before.calls - ((now - before.at) / 1_000) * perSecond)
    const made = endpoint.asked - before.asked
    const calls = made > 2 * burst ? 2 * burst : Math.min(4 * burst, paid + made)
    this.#owed.set(endpoint, { calls, asked: endpoint.asked, at: now })
    return calls <= burst
  }
}
