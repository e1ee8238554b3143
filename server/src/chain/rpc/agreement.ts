/**
 * A range that nodes agree on. A node's own answer does not show that a log is missing or changed. If several nodes are configured, all nodes
 * that answer must give the same logs for each range. If their logs differ, the logs of more than half of all configured nodes count, and the
 * outvoted nodes rest for a while.
 */
import type { Endpoint, Endpoints } from './endpoints.ts'
import { NodeFaultError } from './fault.ts'
import {
  digestOf,
  digestOfLogs,
  fetchRange,
  timelessDigestOf,
  KnownHeaders,
  type BlockRange,
} from './fetchRange.ts'
import type { LogQuery } from './logQuery.ts'

export type AgreedRange = BlockRange & {
  source: Endpoint
  /** set if several nodes are configured and only this node answered; another node must confirm the range later */
  unconfirmed: { node: string; digest: string } | null
}

type AgreementOptions = {
  /** called with each node that has no vote on a range or is outvoted, and with the reason */
  noVote?: (peer: Endpoint, fault: NodeFaultError) => void
  /** whether one node alone is believed about headers whose hash this program cannot compute */
  trustsUnknownHeaders?: boolean
  /** milliseconds; monotonic */
  clock?: () => number
}

/** Milliseconds that a range waits for a peer that lags. */
const PEER_LAG_LIMIT = 5_000
/**
 * Milliseconds that the remaining peers have to answer for a long range, counted from the moment at which more than half of all nodes agree on
 * the range.
 */
const LATE_PEERS = 1_500
/** A range of at most this many blocks follows the head. With such a range, the block before the range is always requested. */
const NEAR_HEAD = 64

export class Agreement {
  readonly #endpoints: Endpoints
  readonly #query: LogQuery
  readonly #noVote: (peer: Endpoint, fault: NodeFaultError) => void
  readonly #trustsUnknownHeaders: boolean
  readonly #clock: () => number
  readonly #known = new KnownHeaders()
  readonly #behindSince = new Map<Endpoint, number>()
  /** the node that was asked for the last range, and the last block of that range */
  #last: { endpoint: Endpoint; to: number } | null = null

  constructor(endpoints: Endpoints, query: LogQuery, options: AgreementOptions = {}) {
    this.#endpoints = endpoints
    this.#query = query
    this.#noVote = options.noVote ?? (() => {})
    this.#trustsUnknownHeaders = options.trustsUnknownHeaders ?? false
    this.#clock = options.clock ?? (() => performance.now())
  }

  /**
   * @param endsWithLogs whether the last block is known to have wanted logs
   * @throws NodeFaultError `disagreement` if two nodes give different logs; `behind` while a peer lags; `unknownHeader` if this program
   * cannot compute a header's hash and no other node confirms the header; the faults of `fetchRange`
   */
  async fetch(from: number, to: number, signal: AbortSignal, endsWithLogs = false): Promise<AgreedRange> {
    const endpoint = await this.#endpoints.use(signal)
    const goesOn = this.#last?.endpoint === endpoint && this.#last.to === from - 1
    this.#last = { endpoint, to }
    const isShort = to - from < NEAR_HEAD
    const vote = new PeerVote(isShort ? null : LATE_PEERS, signal)
    const peers = this.#peerDigests(endpoint, { from, to, fromLogs: isShort && endsWithLogs }, vote, signal)
    // A failure of the peers is handled below. The range may fail first.
    void peers.catch(() => {}).then(() => vote.end())
    const range = await this.#read(endpoint, from, to, signal, !goesOn || isShort)
    const digest = digestOf(range)
    vote.decidedBy((votes) => this.#majority(new Map([...votes, [endpoint, digest]])) !== null)
    const others = this.#endpoints.size === 1 ? null : await peers
    if (!vote.isDecided) this.#awaitLagging(vote.lagging, to)
    const alone = { ...range, source: endpoint }
    if (!range.isComputed && (others?.size ?? 0) === 0 && !this.#trustsUnknownHeaders)
      throw new NodeFaultError(
        'unknownHeader',
        `${endpoint.name} gives headers up to block ${to} whose hash cannot be computed, and no other node confirms them`,
      )
    if (others !== null && others.size > 0)
      this.#decide(endpoint, digest, others, `the blocks ${from} to ${to}`)
    for (const [peer, other] of others ?? []) if (other === digest) this.#endpoints.recordSuccess(peer)
    this.#endpoints.recordSuccess(endpoint)
    if (others?.size === 0) return { ...alone, unconfirmed: { node: endpoint.name, digest } }
    return { ...alone, unconfirmed: null }
  }

  /**
   * Compares a range that `node` alone gave with the answers of the other nodes. If they contradict the range without a majority, `node` is
   * asked again, and its new answer counts. `disputed`: still no answer has the votes of more than half of the configured nodes.
   * @returns null while no other node answers
   */
  async confirm(
    node: string,
    digest: string,
    from: number,
    to: number,
    signal: AbortSignal,
  ): Promise<{ verdict: 'agreed' | 'contradicted' | 'disputed'; by: string } | null> {
    // Nothing waits for a confirmation: a node that fails or lags has no vote this time.
    const read = async (peer: Endpoint) => {
      const range = await this.#read(peer, from, to, signal)
      return timelessDigestOf(range) === digest ? digest : digestOf(range)
    }
    const others = await this.#votes(this.#endpoints.peers(node, signal), read)
    const agreeing = [...others].find(([, other]) => other === digest)
    const against = [...others].find(([, other]) => other !== digest)
    if (against === undefined) {
      for (const peer of others.keys()) this.#endpoints.recordSuccess(peer)
      return agreeing === undefined ? null : { verdict: 'agreed', by: agreeing[0].name }
    }
    const words = new Map<unknown, string>([[node, digest], ...others])
    let decided = this.#majority(words)
    if (decided === null) {
      for (const word of (await this.#votes(this.#endpoints.named(node), read)).values())
        words.set(node, word)
      decided = this.#majority(words)
    }
    if (decided === null) return { verdict: 'disputed', by: against[0].name }
    return decided === digest
      ? { verdict: 'agreed', by: agreeing![0].name }
      : { verdict: 'contradicted', by: against[0].name }
  }

  /** Makes the outvoted nodes rest. @throws NodeFaultError `disagreement` */
  #decide(endpoint: Endpoint, digest: string, others: ReadonlyMap<Endpoint, string>, blocks: string): void {
    const votes = new Map([[endpoint, digest], ...others])
    const decided = this.#majority(votes)
    const outvoted = [...votes].filter(([, other]) => other !== (decided ?? digest)).map(([node]) => node)
    if (decided !== null)
      for (const node of outvoted) {
        const fault = new NodeFaultError(
          'outvoted',
          `${node.name} gives different logs for ${blocks} than most nodes`,
        )
        this.#endpoints.recordFailure(node, fault)
        // Reported here and not with the range, because a prefetched range may be dropped.
        this.#noVote(node, fault)
      }
    if (outvoted.length > 0 && decided !== digest)
      throw new NodeFaultError(
        'disagreement',
        `${endpoint.name} and ${(outvoted.find((node) => node !== endpoint) ?? [...others.keys()][0]!).name} give different logs for ${blocks}`,
      )
  }

  /** @returns the digest that more than half of the configured nodes give; null if no digest has so many votes */
  #majority(votes: ReadonlyMap<unknown, string>): string | null {
    const counts = new Map<string, number>()
    for (const digest of votes.values()) counts.set(digest, (counts.get(digest) ?? 0) + 1)
    const [most] = [...counts].find(([, count]) => count > this.#endpoints.size / 2) ?? []
    return most ?? null
  }

  /**
   * The digests of all other nodes that answer. `fromLogs`: the logs of the last block name its hash and time, so that one call is enough.
   * @throws NodeFaultError `behind` while a peer may lag, if the range follows the head
   */
  #peerDigests(
    asked: Endpoint,
    { from, to, fromLogs }: { from: number; to: number; fromLogs: boolean },
    vote: PeerVote,
    signal: AbortSignal,
  ): Promise<Map<Endpoint, string>> {
    return this.#votes(
      this.#endpoints.peers(asked, signal),
      async (peer) =>
        (fromLogs ? await this.#digestOfLogs(peer, from, to, signal) : null) ??
        digestOf(await this.#read(peer, from, to, signal, false, vote)),
      (peer, fault) => {
        if (fault.kind !== 'behind') return
        if (to - from < NEAR_HEAD) this.#awaitPeer(peer, to, fault)
        else vote.lagging.push({ peer, fault })
      },
      vote,
    )
  }

  /** @throws NodeFaultError `behind` while one of the peers may lag */
  #awaitLagging(lagging: PeerVote['lagging'], to: number): void {
    for (const { peer, fault } of lagging) this.#awaitPeer(peer, to, fault)
  }

  /** @param judge called with each peer's fault; throws if the fault must end the vote */
  async #votes(
    peers: readonly Endpoint[],
    read: (peer: Endpoint) => Promise<string>,
    judge: (peer: Endpoint, fault: NodeFaultError) => void = () => {},
    vote?: PeerVote,
  ): Promise<Map<Endpoint, string>> {
    const votes = vote?.votes ?? new Map<Endpoint, string>()
    await Promise.all(
      peers.map(async (peer) => {
        try {
          const digest = await read(peer)
          this.#behindSince.delete(peer)
          votes.set(peer, digest)
          vote?.receive()
        } catch (error) {
          if (!(error instanceof NodeFaultError)) throw error
          judge(peer, error)
          this.#noVote(peer, error)
        }
      }),
    )
    return votes
  }

  #read(
    endpoint: Endpoint,
    from: number,
    to: number,
    signal: AbortSignal,
    withParent = false,
    vote?: PeerVote,
  ): Promise<BlockRange> {
    const question = { from, to, withParent, trustsTimes: this.#endpoints.size > 1, known: this.#known }
    const read = () => fetchRange(endpoint, this.#query, question, vote?.signal ?? signal)
    const request = vote === undefined ? read : () => vote.inTime(read)
    return this.#endpoints.ask(endpoint, request, signal)
  }

  #digestOfLogs(peer: Endpoint, from: number, to: number, signal: AbortSignal): Promise<string | null> {
    return this.#endpoints.ask(peer, () => digestOfLogs(peer, this.#query, { from, to }, signal), signal)
  }

  /** @throws NodeFaultError `behind` while the peer may lag */
  #awaitPeer(peer: Endpoint, to: number, fault: NodeFaultError): void {
    const now = this.#clock()
    const since = this.#behindSince.get(peer) ?? now
    this.#behindSince.set(peer, since)
    if (now - since >= PEER_LAG_LIMIT) return
    this.#endpoints.recordSuccess(peer)
    throw new NodeFaultError('behind', `${peer.name} does not have block ${to} yet: ${fault.message}`)
  }
}

/** The peers' votes on one range, and the deadline of late peers. */
class PeerVote {
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
