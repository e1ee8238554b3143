/**
 * The chain's finalised head. Between two refreshes, which ask all nodes, one cheap call of the node that is read tells whether logs of ours have
 * come: an idle chain costs few calls, and the next poll finds a log.
 */
import type { Logger } from 'pino'
import { isFinalisedAhead, findFinality } from '../../chain/rpc/finality.ts'
import type { Endpoint, Endpoints } from '../../chain/rpc/endpoints.ts'
import { NodeFaultError } from '../../chain/rpc/fault.ts'
import type { LogQuery } from '../../chain/rpc/logQuery.ts'
import { newLogs } from '../../chain/rpc/newLogs.ts'
import { CallBudget } from './callBudget.ts'
import type { IndexerMetrics } from './metrics.ts'
import { learn, startPace } from './pace.ts'

/** Calls a second while the head is followed, on average: of the node that is read, and of each other one. */
export type HeadBudget = { callsPerSecond: number; peerCallsPerSecond: number }

export const DEFAULT_BUDGET: HeadBudget = { callsPerSecond: 2, peerCallsPerSecond: 0.5 }

export type HeadOptions = {
  endpoints: Endpoints
  query: LogQuery
  budget: HeadBudget
  metrics: Pick<IndexerMetrics, 'finalisedBlock'>
  log: Logger
  noVote: (peer: Endpoint, fault: NodeFaultError) => void
  signal: AbortSignal
}

/** Calls of a refresh and of the range after it: of the node that is read, and of each other one. */
const REFRESH_COST = 4
const PEER_COST = 3
/** The share of the read node's calls that refreshes may use; polls use the rest. */
const SHARE_OF_REFRESHES = 0.25
/** Milliseconds between two refreshes, and between two polls, however many calls there may be. */
const LEAST_PAUSE = 50
/** Calls that a node may be ahead of its budget: a range that has logs is read at once. */
const BURST = 6
const PEER_BURST = 3
/**
 * Milliseconds without a new finalised block before the other nodes are asked for theirs, and between two times that they are; at least half as long
 * again as a block usually takes, since nodes hear of it one after another.
 */
const COMPARE_AFTER = 1_000

export class Head {
  /** the newest block that more than half of the nodes call final; -1 before the first refresh */
  finalised = -1
  /** when they were asked for it: milliseconds of the clock */
  seenAt = Number.NEGATIVE_INFINITY
  readonly #options: HeadOptions
  readonly #clock: () => number
  readonly #budget: CallBudget
  #highest = -1
  #pace: ReturnType<typeof startPace>
  #comparedAt: number
  #refreshedAt = Number.NEGATIVE_INFINITY
  #polledAt = Number.NEGATIVE_INFINITY

  /** @param clock milliseconds; monotonic: one that is set back would put off for as long whatever is done every so often */
  constructor(options: HeadOptions, clock: () => number = () => performance.now()) {
    this.#options = options
    this.#clock = clock
    this.#budget = new CallBudget(clock)
    this.#pace = startPace(clock())
    this.#comparedAt = clock()
  }

  /** Milliseconds until something may be asked again. */
  get pause(): number {
    const { callsPerSecond } = this.#options.budget
    const poll = this.#polledAt + 1_000 / ((1 - SHARE_OF_REFRESHES) * callsPerSecond)
    const refresh = this.#refreshedAt + this.#refreshInterval()
    return Math.max(LEAST_PAUSE, Math.min(poll, refresh) - this.#clock())
  }

  /**
   * Refreshes when it is due, or when a poll shows logs from the block `from` on. Otherwise it costs one call, or none. Calls for other purposes count
   * against the budget too: they delay a refresh by one interval at most.
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
    if (await endpoints.ask(endpoint, () => newLogs(endpoint, query, from, signal), signal))
      await this.#refresh()
  }

  /** A block that one node, alone at that moment, may have called final is not there: all are asked again. */
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

  async #refresh(): Promise<void> {
    const { endpoints, metrics, noVote, signal } = this.#options
    this.#refreshedAt = this.#clock()
    const { endpoint, named, agreed } = await findFinality(endpoints, this.finalised, noVote, signal)
    this.seenAt = this.#refreshedAt
    const now = this.#clock()
    if (agreed > this.finalised) {
      if (this.#highest >= 0 && agreed > this.#highest)
        this.#pace = learn(this.#pace, now, agreed - this.#highest)
      this.#highest = Math.max(this.#highest, agreed)
      this.finalised = agreed
      metrics.finalisedBlock.set(agreed)
      this.#comparedAt = now
    } else if (named > this.finalised) {
      // It is ahead of the others, which follow.
      this.#comparedAt = now
    } else if (
      endpoints.size > 1 &&
      now - this.#comparedAt > Math.max(COMPARE_AFTER, 1.5 * this.#pace.interval)
    ) {
      // A chain whose finality pauses looks like a node that lags.
      const isBehind = await isFinalisedAhead(endpoints, endpoint, this.finalised, signal)
      this.#comparedAt = this.#clock()
      if (!isBehind) return
      const fault = new NodeFaultError(
        'behind',
        `${endpoint.name} has no finalised block after ${this.finalised}, another node has`,
      )
      endpoints.recordFailure(endpoint, fault)
      this.#refreshedAt = Number.NEGATIVE_INFINITY
      throw fault
    }
  }
}
