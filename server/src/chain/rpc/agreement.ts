/**
 * A range that nodes agree on. One node can be held to its headers and their bloom filters (fetchRange.ts), not to the
 * data of its logs; so with several nodes configured all that answer must give the same logs, range by range. Where they do not,
 * more than half of all configured nodes decide, and the others are left alone for a while.
 */
import type { Endpoint, Endpoints } from './endpoints.ts'
import { RpcFault, smallest } from './fault.ts'
import { digestOf, type BlockRange } from './fetchRange.ts'
import type { RangeReaders } from './rangeReader.ts'

export type AgreedRange = BlockRange & {
  source: Endpoint
  /** set where several nodes are configured and only this one answered: the others have to confirm it later */
  unconfirmed: { node: string; digest: string } | null
  /** names of nodes that gave other logs than more than half of all nodes; none where all that answer agree */
  outvoted: readonly string[]
}

/** Milliseconds that a witness may lag behind: so long a range waits for it. */
const WITNESS_LAG_LIMIT = 5_000

export class Agreement {
  readonly #endpoints: Endpoints
  readonly #readers: Pick<RangeReaders, 'of'>
  readonly #clock: () => number
  readonly #unheard: (witness: Endpoint, fault: RpcFault) => void
  readonly #behindSince = new Map<Endpoint, number>()

  /**
   * @param unheard told of each witness that has no voice in a range, and why
   * @param clock milliseconds; monotonic
   */
  constructor(
    endpoints: Endpoints,
    readers: Pick<RangeReaders, 'of'>,
    unheard: (witness: Endpoint, fault: RpcFault) => void = () => {},
    clock: () => number = () => performance.now(),
  ) {
    this.#endpoints = endpoints
    this.#readers = readers
    this.#unheard = unheard
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
      () => unlessOne(from, to, this.#readers.of(endpoint).range(from, to, signal)),
      signal,
    )
    this.#endpoints.praise(endpoint)
    const alone = { ...range, source: endpoint, outvoted: [] }
    if (this.#endpoints.size === 1) return { ...alone, unconfirmed: null }
    const digest = digestOf(range.headers.at(-1)!.hash, range.logs)
    const others = await witnessed
    if (others.size === 0) return { ...alone, unconfirmed: { node: endpoint.name, digest } }
    const voices = new Map([[endpoint, digest], ...others])
    const decided = this.#majority(voices)
    const blocks = `the blocks ${from} to ${to}`
    const outvoted = [...voices].filter(([, other]) => other !== (decided ?? digest)).map(([node]) => node)
    if (decided !== null)
      for (const node of outvoted)
        this.#endpoints.leaveAlone(
          node,
          new RpcFault('outvoted', `${node.name} gives other logs than the others for ${blocks}`),
        )
    if (outvoted.length > 0 && decided !== digest)
      throw new RpcFault(
        'disagreement',
        `${endpoint.name} and ${(outvoted.find((node) => node !== endpoint) ?? [...others.keys()][0]!).name} give different logs for ${blocks}`,
      )
    return { ...alone, unconfirmed: null, outvoted: outvoted.map(({ name }) => name) }
  }

  /**
   * What other nodes than `node` say of a range that was taken from it alone. `disputed`: one contradicts, and no more than half of all configured
   * nodes say the same. The node itself may since have come to say otherwise, and counts by what it says now.
   * @returns null while none of the others answers
   */
  async confirm(
    node: string,
    digest: string,
    from: number,
    to: number,
    signal: AbortSignal,
  ): Promise<{ verdict: 'agreed' | 'contradicted' | 'disputed'; by: string } | null> {
    // Nothing waits for a confirmation: a node that fails or lags has no voice this time.
    const read = (witness: Endpoint) => this.#digestInParts(witness, from, to, signal)
    const others = await this.#voices(this.#endpoints.witnesses(node, signal), read)
    const agreeing = [...others].find(([, other]) => other === digest)
    const against = [...others].find(([, other]) => other !== digest)
    if (against === undefined)
      return agreeing === undefined ? null : { verdict: 'agreed', by: agreeing[0].name }
    const words = new Map<unknown, string>([[node, digest], ...others])
    let decided = this.#majority(words)
    if (decided === null) {
      for (const word of (await this.#voices(this.#endpoints.named(node), read)).values())
        words.set(node, word)
      decided = this.#majority(words)
    }
    if (decided === null) return { verdict: 'disputed', by: against[0].name }
    return decided === digest
      ? { verdict: 'agreed', by: agreeing![0].name }
      : { verdict: 'contradicted', by: against[0].name }
  }

  /** @returns what more than half of all configured nodes say; null where no such half is */
  #majority(voices: ReadonlyMap<unknown, string>): string | null {
    const counts = new Map<string, number>()
    for (const digest of voices.values()) counts.set(digest, (counts.get(digest) ?? 0) + 1)
    const [most] = [...counts].find(([, count]) => count > this.#endpoints.size / 2) ?? []
    return most ?? null
  }

  /** Of every other node that answers. @throws RpcFault `tooLarge`; `behind` while a witness may lag */
  #digests(asked: Endpoint, from: number, to: number, signal: AbortSignal): Promise<Map<Endpoint, string>> {
    return this.#voices(
      this.#endpoints.witnesses(asked, signal),
      (witness) => this.#digest(witness, from, to, signal),
      (witness, fault) => {
        if (fault.kind === 'tooLarge') throw fault
        if (fault.kind === 'behind') this.#beWaitedFor(witness, to, fault)
      },
    )
  }

  /** @param judge throws what the faults of a witness come to, where they are not its own matter */
  async #voices(
    witnesses: readonly Endpoint[],
    read: (witness: Endpoint) => Promise<string>,
    judge: (witness: Endpoint, fault: RpcFault) => void = () => {},
  ): Promise<Map<Endpoint, string>> {
    const voices = new Map<Endpoint, string>()
    await Promise.all(
      witnesses.map(async (witness) => {
        try {
          const digest = await read(witness)
          this.#behindSince.delete(witness)
          this.#endpoints.praise(witness)
          voices.set(witness, digest)
        } catch (error) {
          if (!(error instanceof RpcFault)) throw error
          judge(witness, error)
          this.#unheard(witness, error)
        }
      }),
    )
    return voices
  }

  #digest(witness: Endpoint, from: number, to: number, signal: AbortSignal): Promise<string> {
    const digest = () => unlessOne(from, to, this.#readers.of(witness).digest(from, to, signal))
    return this.#endpoints.ask(witness, digest, signal)
  }

  /** For a range that another node has given, which may have a larger limit. @throws RpcFault, never `tooLarge` */
  async #digestInParts(witness: Endpoint, from: number, to: number, signal: AbortSignal): Promise<string> {
    try {
      return await this.#digest(witness, from, to, signal)
    } catch (error) {
      if (!isTooLarge(error)) throw error
      const parts = await this.#halves(witness, from, to, signal)
      return digestOf(parts.at(-1)!.headers.at(-1)!.hash, logsOf(parts))
    }
  }

  /** A range in as many parts as the node's limit makes necessary, one after the other. */
  async #halves(witness: Endpoint, from: number, to: number, signal: AbortSignal): Promise<BlockRange[]> {
    const middle = Math.floor((from + to) / 2)
    const before = await this.#parts(witness, from, middle, signal)
    const after = await this.#parts(witness, middle + 1, to, signal)
    if (after[0]!.headers[0]!.parentHash !== before.at(-1)!.headers.at(-1)!.hash)
      throw new RpcFault(
        'wrong',
        `${witness.name} gives a block ${middle + 1} that does not follow its block ${middle}`,
      )
    return [...before, ...after]
  }

  async #parts(witness: Endpoint, from: number, to: number, signal: AbortSignal): Promise<BlockRange[]> {
    const range = () => unlessOne(from, to, this.#readers.of(witness).range(from, to, signal))
    try {
      return [await this.#endpoints.ask(witness, range, signal)]
    } catch (error) {
      if (!isTooLarge(error)) throw error
      return this.#halves(witness, from, to, signal)
    }
  }

  /** @throws RpcFault `behind` while the witness may lag */
  #beWaitedFor(witness: Endpoint, to: number, fault: RpcFault): void {
    const now = this.#clock()
    const since = this.#behindSince.get(witness) ?? now
    this.#behindSince.set(witness, since)
    if (now - since >= WITNESS_LAG_LIMIT) return
    this.#endpoints.praise(witness)
    throw new RpcFault('behind', `${witness.name} does not have block ${to} yet: ${fault.message}`)
  }
}

/** What a node finds too large may be asked for in parts, unless it is a single block. */
function unlessOne<Answer>(from: number, to: number, answer: Promise<Answer>): Promise<Answer> {
  return from === to ? smallest(answer) : answer
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RpcFault && error.kind === 'tooLarge'
}

function* logsOf(parts: readonly BlockRange[]) {
  for (const { logs } of parts) yield* logs
}
