/**
 * The chain's finalised head. Between two looks at it, of which all nodes are asked, one cheap call of the node that is read tells whether logs of ours have
 * come: an idle chain costs few calls, and the next poll finds a log.
 */
import type { Logger } from 'pino'
import { isFinalisedAhead, lookForFinality } from '../../chain/rpc/finality.ts'
import type { Endpoint, Endpoints } from '../../chain/rpc/endpoints.ts'
import { RpcFault } from '../../chain/rpc/fault.ts'
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
  unheard: (peer: Endpoint, fault: RpcFault) => void
  signal: AbortSignal
}

/** Calls of a look and of the range behind it: of the node that is read, and of each other one. */
const LOOK_COST = 4
const PEER_COST = 3
/** The share of the read node's calls that looks at the head may use; polls use the rest. */
const SHARE_OF_LOOKS = 0.25
/** Milliseconds between two looks, and between two polls, however many calls there may be. */
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
  /** the newest block that more than half of the nodes call final; -1 before the first look */
  finalised = -1
  /** when they were asked for it: milliseconds of the clock */
  seenAt = Number.NEGATIVE_INFINITY
  readonly #options: HeadOptions
  readonly #clock: () => number
  readonly #budget: CallBudget
  #highest = -1
  #pace: ReturnType<typeof startPace>
  #comparedAt: number
  #lookedAt = Number.NEGATIVE_INFINITY
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
    const poll = this.#polledAt + 1_000 / ((1 - SHARE_OF_LOOKS) * callsPerSecond)
    const look = this.#lookedAt + this.#lookEvery()
    return Math.max(LEAST_PAUSE, Math.min(poll, look) - this.#clock())
  }

  /**
   * Looks where it is time for it, or where a poll shows logs from the block `from` on. Else it costs one call, or none. Calls for other purposes count
   * against the budget too: they put a look off, but never for longer than one more interval.
   * @throws RpcFault, ForeignChain
   */
  async advance(from: number): Promise<void> {
    const { endpoints, budget, signal } = this.#options
    const endpoint = await endpoints.use(signal)
    const peers = endpoints.peers(endpoint, signal)
    const isAllowed =
      this.#budget.allows(endpoint, budget.callsPerSecond, BURST) &&
      peers.map((peer) => this.#budget.allows(peer, budget.peerCallsPerSecond, PEER_BURST)).every(Boolean)
    const now = this.#clock()
    const sinceLook = now - this.#lookedAt
    if (sinceLook >= 2 * this.#lookEvery()) return this.#look()
    if (!isAllowed) return
    if (sinceLook >= this.#lookEvery()) return this.#look()
    if (now - this.#polledAt < 1_000 / ((1 - SHARE_OF_LOOKS) * budget.callsPerSecond)) return
    this.#polledAt = now
    const { query } = this.#options
    if (await endpoints.ask(endpoint, () => newLogs(endpoint, query, from, signal), signal))
      await this.#look()
  }

  /** A block that one node, alone at that moment, may have called final is not there: all are asked again. */
  retreat(before: number): void {
    this.finalised = Math.min(this.finalised, before)
    this.#lookedAt = Number.NEGATIVE_INFINITY
  }

  /** Milliseconds. */
  #lookEvery(): number {
    const { endpoints, budget } = this.#options
    const own = LOOK_COST / (SHARE_OF_LOOKS * budget.callsPerSecond)
    const peers = endpoints.size > 1 ? PEER_COST / budget.peerCallsPerSecond : 0
    return Math.max(LEAST_PAUSE, 1_000 * Math.max(own, peers))
  }

  async #look(): Promise<void> {
    const { endpoints, metrics, unheard, signal } = this.#options
    this.#lookedAt = this.#clock()
    const { endpoint, named, agreed } = await lookForFinality(endpoints, this.finalised, unheard, signal)
    this.seenAt = this.#lookedAt
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
      const fault = new RpcFault(
        'behind',
        `${endpoint.name} has no finalised block after ${this.finalised}, another node has`,
      )
      endpoints.recordFailure(endpoint, fault)
      this.#lookedAt = Number.NEGATIVE_INFINITY
      throw fault
    }
  }
}
