/**
 * A range that every node agrees on. One node can be held to its headers and their bloom filters (fetchRange.ts), not to the
 * data of its logs; so with several nodes configured all that answer must give the same logs, range by range.
 */
import type { Endpoint, Endpoints } from './endpoints.ts'
import { RpcFault } from './fault.ts'
import { digestOf, fetchDigest, fetchRange, type BlockRange, type LogQuery } from './fetchRange.ts'

export type AgreedRange = BlockRange & {
  source: Endpoint
  /** set where several nodes are configured and only this one answered: the others have to confirm it later */
  unconfirmed: { node: string; digest: string } | null
}

/** Milliseconds that a witness may lag behind: so long a range waits for it. */
const PATIENCE = 5_000

export class Agreement {
  readonly #endpoints: Endpoints
  readonly #query: LogQuery
  readonly #clock: () => number
  readonly #behindSince = new Map<Endpoint, number>()

  /** @param clock milliseconds; monotonic */
  constructor(endpoints: Endpoints, query: LogQuery, clock: () => number = () => performance.now()) {
    this.#endpoints = endpoints
    this.#query = query
    this.#clock = clock
  }

  /**
   * @throws RpcFault `disagreement` when two nodes give different logs; `behind` while a witness lags; as `fetchRange` else
   */
  async fetch(from: number, to: number, signal: AbortSignal): Promise<AgreedRange> {
    const endpoint = await this.#endpoints.use(signal)
    const witnessed = this.#digests(endpoint, from, to, signal)
    // Its failure is heard below; meanwhile the range may fail first.
    witnessed.catch(() => {})
    const range = await this.#endpoints.ask(
      endpoint,
      (ask) => fetchRange(ask, this.#query, from, to, signal),
      signal,
    )
    this.#endpoints.praise(endpoint)
    if (this.#endpoints.size === 1) return { ...range, source: endpoint, unconfirmed: null }
    const digest = digestOf(range.headers.at(-1)!.hash, range.logs)
    const others = await witnessed
    for (const [name, other] of others)
      if (other !== digest)
        throw new RpcFault(
          'disagreement',
          `${endpoint.name} and ${name} give different logs for the blocks ${from} to ${to}`,
        )
    return {
      ...range,
      source: endpoint,
      unconfirmed: others.size > 0 ? null : { node: endpoint.name, digest },
    }
  }

  /**
   * What other nodes than `node` say of a range that was taken from it alone.
   * @returns null while none of them answers
   */
  async confirm(
    node: string,
    digest: string,
    from: number,
    to: number,
    signal: AbortSignal,
  ): Promise<{ agrees: boolean; by: string } | null> {
    const [first, ...rest] = await this.#digests(node, from, to, signal)
    if (first === undefined) return null
    const against = [first, ...rest].find(([, other]) => other !== digest)
    return against === undefined ? { agrees: true, by: first[0] } : { agrees: false, by: against[0] }
  }

  /** Of every other node that answers, by its name. */
  async #digests(
    asked: Endpoint | string,
    from: number,
    to: number,
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const digests = new Map<string, string>()
    await Promise.all(
      this.#endpoints.witnesses(asked, signal).map(async (witness) => {
        try {
          const digest = await this.#endpoints.ask(
            witness,
            (ask) => fetchDigest(ask, this.#query, from, to, signal),
            signal,
          )
          this.#behindSince.delete(witness)
          this.#endpoints.praise(witness)
          digests.set(witness.name, digest)
        } catch (error) {
          if (!(error instanceof RpcFault) || error.kind === 'tooLarge') throw error
          if (error.kind === 'behind') this.#beWaitedFor(witness, to, error)
        }
      }),
    )
    return digests
  }

  /** @throws RpcFault `behind` while the patience with the witness lasts */
  #beWaitedFor(witness: Endpoint, to: number, fault: RpcFault): void {
    const now = this.#clock()
    const since = this.#behindSince.get(witness) ?? now
    this.#behindSince.set(witness, since)
    if (now - since >= PATIENCE) return
    this.#endpoints.praise(witness)
    throw new RpcFault('behind', `${witness.name} does not have block ${to} yet: ${fault.message}`)
  }
}
