/**
 * Headers that a range needed, for a range that is read again in parts because an epoch ends within it. The hash of each was computed from its
 * fields, so it is that block's header whichever node gave it.
 */
import type { Header } from './shapes.ts'

/** Headers that are kept: those of three ranges, of which each has some hundred blocks with logs of ours, and more. */
const KEPT = 2_000

export class KnownHeaders {
  readonly #byHash = new Map<string, Header>()

  /** @returns the header of a block that a log names; undefined where it is not known */
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
