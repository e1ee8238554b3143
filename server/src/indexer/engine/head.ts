/**
 * The chain's finalised head. A refresh asks all nodes. Between two refreshes, polls ask the node that is read, with one cheap call,
 * whether it has new logs of ours. So an idle chain costs few calls, and the next poll finds a log.
 */
import type { Logger } from 'pino'
import { isFinalisedAhead, findFinality, newLogs } from '../../chain/rpc/finality.ts'
import type { Endpoint, Endpoints } from '../../chain/rpc/endpoints.ts'
import { NodeFaultError } from '../../chain/rpc/fault.ts'
import type { LogQuery } from '../../chain/rpc/logQuery.ts'
import type { IndexerMetrics } from './metrics.ts'
import { learn, startPace } from './pace.ts'

/** Average calls a second while the head is followed: to the node that is read, and to each other node. */
export type HeadBudget = { callsPerSecond: number; peerCallsPerSecond: number }

export const DEFAULT_BUDGET: HeadBudget = { callsPerSecond: 2, peerCallsPerSecond: 0.5 }

type HeadOptions = {
  endpoints: Endpoints
  query: LogQuery
  budget: HeadBudget
  metrics: Pick<IndexerMetrics, 'finalisedBlock'>
  log: Logger
  noVote: (peer: Endpoint, fault: NodeFaultError) => void
  signal: AbortSignal
}

/** The calls of a refresh and of the range without logs that is read after the refresh: to the node that is read, and to each other node. */
const REFRESH_COST = 4
const PEER_COST = 3
/** The share of the read node's calls that refreshes may use. Polls use the rest. */
const SHARE_OF_REFRESHES = 0.25
/** Milliseconds between two refreshes, and between two polls, however large the budget is. */
const LEAST_PAUSE = 50
/** The number of calls by which a node may exceed its budget for a short time, so that a range with logs is read at once. */
const BURST = 6
const PEER_BURST = 3
/**
 * Milliseconds without a new finalised block before the other nodes are asked, and between two such questions. The wait is at least 1.5
 * times the usual interval of blocks, because nodes learn of a block one after another.
 */
const COMPARE_AFTER = 1_000

export class Head {
  /** the newest block to read, which more than half of the nodes call final; -1 before the first refresh */
  finalised = -1
  /** the newest block in which a poll has seen wanted logs; -1 before the first poll that sees logs */
  logged = -1
  /** when the nodes were asked: milliseconds of the clock */
  seenAt = Number.NEGATIVE_INFINITY
  readonly #options: HeadOptions
  readonly #clock: () => number
  readonly #budget: CallBudget
  #highest = -1
  #pace: ReturnType<typeof startPace>
  #comparedAt: number
  #refreshedAt = Number.NEGATIVE_INFINITY
  #polledAt = Number.NEGATIVE_INFINITY

  /** @param clock milliseconds; monotonic, because a clock that is set back would delay every periodic call */
  constructor(options: HeadOptions, clock: () => number = () => performance.now()) {
    this.#options = options
    this.#clock = clock
    this.#budget = new CallBudget(clock)
    this.#pace = startPace(clock())
    this.#comparedAt = clock()
  }

  /** Milliseconds until the next call is allowed. */
  get pause(): number {
    const { callsPerSecond } = this.#options.budget
    const poll = this.#polledAt + 1_000 / ((1 - SHARE_OF_REFRESHES) * callsPerSecond)
    const refresh = this.#refreshedAt + this.#refreshInterval()
    return Math.max(LEAST_PAUSE, Math.min(poll, refresh) - this.#clock())
  }

  /**
   * Refreshes when a refresh is due, or when a poll shows logs from the block `from` on. Otherwise it makes at most one call. Calls for
   * other purposes count against the budget too: they delay a refresh by one interval at most.
   * @throws NodeFaultError, WrongChainError
   */
  async advance(from: number): Promise<void> {
    const { endpoints, budget, signal } = this.#options
    const endpoint = await endpoints.use(signal)
    const peers = endpoints.peers(endpoint, signal)
    const isAllowed =
      this.#budget.allows(endpoint, budget.callsPerSecond, BURST) &&
      peers.map((peer) => this.#budget.allows(peer, budget.peerCallsPerSecond, PEER_BURST)).every(Boolean)
    const now = this.#clock()
    const sinceRefresh = now - this.#refreshedAt
    if (sinceRefresh >= 2 * this.#refreshInterval()) return this.#refresh()
    if (!isAllowed) return
    if (sinceRefresh >= this.#refreshInterval()) return this.#refresh()
    if (now - this.#polledAt < 1_000 / ((1 - SHARE_OF_REFRESHES) * budget.callsPerSecond)) return
    this.#polledAt = now
    const { query } = this.#options
    const logged = await endpoints.ask(endpoint, () => newLogs(endpoint, query, from, signal), signal)
    if (logged === null) return
    if (Number.isFinite(logged)) this.logged = logged
    // The range ends with the logs: other nodes then confirm the range with fewer calls.
    await this.#refresh(logged)
  }

  /** Takes back the blocks after `before`: one node may have called them final while the others did not answer. All nodes are asked again. */
  retreat(before: number): void {
    this.finalised = Math.min(this.finalised, before)
    this.#refreshedAt = Number.NEGATIVE_INFINITY
  }

  /** Milliseconds. */
  #refreshInterval(): number {
    const { endpoints, budget } = this.#options
    const own = REFRESH_COST / (SHARE_OF_REFRESHES * budget.callsPerSecond)
    const peers = endpoints.size > 1 ? PEER_COST / budget.peerCallsPerSecond : 0
    return Math.max(LEAST_PAUSE, 1_000 * Math.max(own, peers))
  }

  /** @param most the last block to read, if that block is earlier than the newest final block */
  async #refresh(most = Number.POSITIVE_INFINITY): Promise<void> {
    const { endpoints, metrics, noVote, signal } = this.#options
    this.#refreshedAt = this.#clock()
    const { endpoint, named, agreed } = await findFinality(endpoints, this.finalised, noVote, signal)
    this.seenAt = this.#refreshedAt
    const now = this.#clock()
    if (agreed > this.finalised) {
      if (this.#highest >= 0 && agreed > this.#highest)
        this.#pace = learn(this.#pace, now, agreed - this.#highest)
      this.#highest = Math.max(this.#highest, agreed)
      this.finalised = Math.min(agreed, most)
      metrics.finalisedBlock.set(agreed)
      this.#comparedAt = now
    } else if (named > this.finalised) {
      // The node is ahead of the other nodes. They follow.
      this.#comparedAt = now
    } else if (
      endpoints.size > 1 &&
      now - this.#comparedAt > Math.max(COMPARE_AFTER, 1.5 * this.#pace.interval)
    ) {
      // A pause of the chain's finality looks like a node that lags. So the other nodes are asked.
      const isBehind = await isFinalisedAhead(endpoints, endpoint, this.finalised, signal)
      this.#comparedAt = this.#clock()
      if (!isBehind) return
      const fault = new NodeFaultError(
        'behind',
        `${endpoint.name} has no finalised block after ${this.finalised}, but another node has one`,
      )
      endpoints.recordFailure(endpoint, fault)
      this.#refreshedAt = Number.NEGATIVE_INFINITY
      throw fault
    }
  }
}

/** Limits the calls to nodes while the indexer follows the chain's head, because providers charge for calls. */
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
