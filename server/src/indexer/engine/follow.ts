/** The leader's loop. It writes finalised blocks, range by range, until it is stopped, halts, or no longer leads. */
import { setTimeout as pause } from 'node:timers/promises'
import { Agreement, type AgreedRange } from '../../chain/rpc/agreement.ts'
import type { Endpoint } from '../../chain/rpc/endpoints.ts'
import { NodeFaultError, type NodeFaultKind } from '../../chain/rpc/fault.ts'
import { firstBlockAt } from '../../chain/rpc/firstBlockAt.ts'
import { logQuery } from '../../chain/rpc/logQuery.ts'
import { InvariantViolationError } from '../../platform/faults.ts'
import { Confirming } from './confirming.ts'
import { InvariantViolations } from './invariantViolations.ts'
import { LeadershipLostError, readCursor, type Cursor } from './cursor.ts'
import { momentWithin } from '../../ledger/epochs.ts'
import type { FollowOptions } from './followOptions.ts'
import { DEFAULT_BUDGET, Head } from './head.ts'
import { StoredLimits } from './storedLimits.ts'
import { stillLeads } from './leaderLock.ts'
import { backoff } from './pace.ts'
import { RangePrefetcher } from './rangePrefetcher.ts'
import { writeRange } from './writeRange.ts'

/** Milliseconds between two checks whether this process still leads, while it has nothing to write. The tables may be exchanged. */
const LEADER_CHECK_INTERVAL = 1_000
/**
 * Faults after which fewer blocks are asked for. A small range fits between two faults of a node, and below the head of a node that
 * is behind.
 */
const SHRINKING: ReadonlySet<NodeFaultKind> = new Set([
  'unreachable',
  'refused',
  'limited',
  'tooLarge',
  'behind',
  'wrong',
])
/** Faults that only the node's owner can correct. */
const LASTING: ReadonlySet<NodeFaultKind> = new Set(['plan', 'credentials', 'method', 'pruned'])
/** Milliseconds until the only node is asked again after a lasting fault. */
const LASTING_REST = 30_000

/** @throws IndexerHaltedError, LeadershipLostError, WrongChainError, or the database's error; returns only when `signal` aborts */
export async function follow(options: FollowOptions): Promise<void> {
  await new Following(options, await readCursor(options.sql)).run()
}

class Following {
  readonly #options: FollowOptions
  readonly #agreement: Agreement
  readonly #head: Head
  readonly #ranges: RangePrefetcher
  readonly #confirming: Confirming
  readonly #violations: InvariantViolations
  readonly #limits: StoredLimits
  #cursor: Cursor | null
  #faults = 0
  #ledAt = performance.now()

  constructor(options: FollowOptions, cursor: Cursor | null) {
    const { endpoints, log, metrics, signal, deployBlock } = options
    const query = logQuery(options.sources)
    const noVote = (peer: Endpoint, { kind, message }: NodeFaultError) => {
      metrics.rpcFaults.inc({ kind })
      log.warn({ kind, node: peer.name, fault: message }, 'the node’s answer does not count')
    }
    const { budget = DEFAULT_BUDGET, trustsUnknownHeaders = false } = options
    this.#options = options
    this.#cursor = cursor
    this.#agreement = new Agreement(endpoints, query, { noVote, trustsUnknownHeaders })
    this.#head = new Head({ endpoints, query, budget, metrics, log, noVote, signal })
    this.#ranges = new RangePrefetcher(this.#agreement, cursor === null ? deployBlock : null, signal)
    this.#confirming = new Confirming(options, this.#agreement)
    this.#violations = new InvariantViolations(options)
    this.#limits = new StoredLimits(options.sql, endpoints)
    if (cursor !== null) metrics.indexedBlock.set(cursor.number)
  }

  async run(): Promise<void> {
    const { signal, distance, deployBlock } = this.#options
    await this.#limits.load()
    while (!signal.aborted) {
      const from = this.#cursor === null ? deployBlock : this.#cursor.number + 1
      distance.blocks = Math.max(0, this.#head.finalised - from + 1)
      distance.seenAt = this.#head.seenAt
      /** the range of this round */
      let asked: { to: number; range: AgreedRange | null } | null = null
      try {
        if (this.#head.finalised < from) {
          await this.#wait(from)
          continue
        }
        const { to, range: reading } = this.#ranges.next(from, this.#head.finalised, this.#head.logged)
        asked = { to, range: null }
        asked.range = await reading
        await this.#take(asked.range)
      } catch (error) {
        this.#ranges.drop()
        if (signal.aborted) return
        await this.#rest(from, asked, error)
      }
    }
  }

  /** Waits at the head. */
  async #wait(from: number): Promise<void> {
    const { sql, signal } = this.#options
    await this.#head.advance(from)
    this.#faults = 0
    if (this.#head.finalised >= from) return
    await this.#confirming.work()
    if (performance.now() - this.#ledAt >= LEADER_CHECK_INTERVAL) {
      if (!(await stillLeads(sql))) throw new LeadershipLostError('other tables serve now')
      await this.#limits.save()
      this.#ledAt = performance.now()
    }
    await pause(this.#head.pause, undefined, { signal })
  }

  /** Writes an arrived range. If an epoch ends within the range, the range is read in parts. */
  async #take(range: AgreedRange): Promise<void> {
    const { sql, epochs, endpoints, log, metrics, signal } = this.#options
    const { from, to, logs } = range
    if (this.#cursor !== null) await this.#violations.assertFollows(this.#cursor, range)
    const moment = momentWithin(range, this.#cursor, await epochs.next(sql), epochs)
    if (moment !== null) {
      if (this.#ranges.clearCut(to))
        throw new NodeFaultError(
          'wrong',
          `${range.source.name} gives two places in the chain for the end of an epoch`,
        )
      const search = () => firstBlockAt(range.source.ask, this.#cursor!, range.end, moment, signal)
      this.#ranges.readAlone(await endpoints.ask(range.source, search, signal))
      return
    }
    // The next ranges are read while this range is written.
    this.#ranges.prefetch(range, this.#head.finalised)
    const started = performance.now()
    this.#cursor = await writeRange(this.#options, this.#cursor, range)
    const milliseconds = Math.round(performance.now() - started)
    metrics.writeSeconds.observe(milliseconds / 1000)
    metrics.indexedBlock.set(this.#cursor.number)
    metrics.events.inc(logs.length)
    metrics.disputedBlock.set(0)
    metrics.unknownHeaders.set(range.isComputed ? 0 : 1)
    if (range.unconfirmed) metrics.unconfirmedBlock.set(from)
    if (logs.length) log.info({ from, to, events: logs.length, milliseconds }, 'range indexed')
    await this.#limits.save()
    this.#faults = 0
    this.#violations.reset()
  }

  /** Logs a fault and waits. @throws IndexerHaltedError; an error that is not a node's fault */
  async #rest(
    from: number,
    asked: { to: number; range: AgreedRange | null } | null,
    error: unknown,
  ): Promise<void> {
    const { sql, endpoints, deployBlock, log, metrics, signal } = this.#options
    const source = asked?.range?.source ?? null
    if (error instanceof NodeFaultError) {
      const { kind, node, message } = error
      if (kind === 'behind') this.#head.retreat(from - 1)
      if (asked !== null && SHRINKING.has(kind)) this.#ranges.shrink()
      if (kind === 'disagreement') metrics.disputedBlock.set(from)
      metrics.rpcFaults.inc({ kind })
      const blocks = asked === null ? 0 : asked.to - from + 1
      log.warn(
        { kind, ...(node !== null && { node }), fault: message, range: blocks },
        'the node’s answer cannot be used',
      )
      if (source) endpoints.recordFailure(source, error)
    } else if (error instanceof InvariantViolationError) {
      // The part of the range before the end of an epoch may be written.
      this.#cursor = await readCursor(sql)
      const isAlone = asked?.range != null && asked.range.unconfirmed !== null
      await this.#violations.count(error, isAlone, this.#cursor?.number ?? deployBlock)
      if (source) endpoints.recordFailure(source, new NodeFaultError('wrong', error.message))
    } else throw error
    await this.#limits.save()
    // Asks another node at once.
    const atOnce = this.#faults === 0 && endpoints.size > 1 && endpoints.anyAvailable
    this.#faults += 1
    if (atOnce) return
    const requested = error instanceof NodeFaultError && !endpoints.anyAvailable ? waitOf(error) : 0
    const random = this.#options.random ?? Math.random
    await pause(Math.max(backoff(this.#faults - 1, random), requested), undefined, { signal }).catch(() => {})
  }
}

/** Milliseconds to wait before this node is asked again. */
function waitOf({ kind, hint }: NodeFaultError): number {
  return Math.max(hint.retryAfter ?? 0, LASTING.has(kind) ? LASTING_REST : 0)
}
