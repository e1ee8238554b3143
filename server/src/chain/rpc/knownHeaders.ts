/**
 * Keeps the headers of a range, because the range is read again in parts if an epoch ends within it. Each header's hash was computed from
 * its fields, so a header is right even if a dishonest node gave it.
 */
import type { Header } from './shapes.ts'

/** The number of headers that are kept: more than three ranges need, if each range has some hundred blocks with logs of ours. */
const KEPT = 2_000

export class KnownHeaders {
  readonly #byHash = new Map<string, Header>()

  /** @returns the header of a block that a log names; undefined if the header is not kept */
  of(number: number, hash: string): Header | undefined {
    const header = this.#byHash.get(hash)
    return header?.number === number ? header : undefined
  }

  keep(headers: Iterable<Header>): void {
    for (const header of headers) if (header.isComputed) this.#byHash.set(header.hash, header)
    for (const hash of this.#byHash.keys()) {
      if (this.#byHash.size <= KEPT) return
      this.#byHash.delete(hash)
    }
  }
}
