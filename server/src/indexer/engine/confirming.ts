/**
 * Ranges that one node gave while no other node answered. No decision may rely on them before another node has confirmed them: they are
 * compared with the answers of the other nodes, once these answer again.
 */
import type { Agreement } from '../../chain/rpc/agreement.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import { InconsistentEventsError } from '../../ledger/source.ts'
import type { FollowOptions } from './followOptions.ts'
import { haltIndexing, LeadershipLostError } from './cursor.ts'
import { holdsLeaderLock } from './leaderLock.ts'

/** Milliseconds to confirm ranges one after the other. Then the indexer looks for a new block. */
const CONFIRM_FOR = 500
/** Milliseconds between two tries to confirm a range that one node alone has given. */
const CONFIRM_EVERY = 1_000
/** Milliseconds until a disputed range is read again. */
const DISPUTED_EVERY = 5_000

export class Confirming {
  readonly #options: FollowOptions
  readonly #agreement: Agreement
  readonly #clock: () => number
  #next = 0

  /** @param clock milliseconds; monotonic */
  constructor(options: FollowOptions, agreement: Agreement, clock: () => number = () => performance.now()) {
    this.#options = options
    this.#agreement = agreement
    this.#clock = clock
  }

  /** Confirms waiting ranges for CONFIRM_FOR milliseconds. @throws IndexerHaltedError if more than half of all nodes contradict a range */
  async work(): Promise<void> {
    const until = this.#clock() + CONFIRM_FOR
    while (this.#clock() >= this.#next && this.#clock() < until && !this.#options.signal.aborted) {
      const verdict = await this.#confirmOldest()
      if (verdict !== 'agreed')
        this.#next = this.#clock() + (verdict === 'disputed' ? DISPUTED_EVERY : CONFIRM_EVERY)
    }
  }

  /**
   * @returns `agreed`: the range is confirmed, and the next range may be tried at once; null: no range waits, or no other node answers
   * @throws IndexerHaltedError if more than half of all nodes contradict the range. If one node contradicts another, the range stays
   * unconfirmed, and nothing is signed meanwhile
   */
  async #confirmOldest(): Promise<'agreed' | 'disputed' | null> {
    const { sql, endpoints, signal, metrics, log } = this.#options
    const range = await readUnconfirmed(sql)
    metrics.unconfirmedBlock.set(range?.from ?? 0)
    if (range === null || endpoints.size === 1) return null
    const { from, to, node, digest } = range
    const answer = await this.#agreement.confirm(node, digest, from, to, signal)
    if (answer === null) return null
    if (answer.verdict === 'disputed') {
      metrics.rpcFaults.inc({ kind: 'disagreement' })
      log.warn(
        { kind: 'disagreement', from, to, node, by: answer.by },
        'another node contradicts a range that only one node has given',
      )
      return 'disputed'
    }
    if (answer.verdict === 'contradicted')
      await haltIndexing(sql, {
        at: Math.floor(Date.now() / 1000),
        reason: `only ${node} gave the blocks ${from} to ${to}, and ${answer.by} gives other logs for them`,
        blockNumber: to,
        expectedHash: null,
        foundHash: null,
      })
    await removeUnconfirmed(sql, range)
    log.info({ from, to, by: answer.by }, 'range confirmed')
    return 'agreed'
  }
}

type Unconfirmed = { from: number; to: number; node: string; digest: string }

/** @throws InconsistentEventsError if an earlier answer of one node alone for this range was different */
export async function insertUnconfirmed(
  sql: Queryable,
  { from, to, node, digest }: Unconfirmed,
): Promise<void> {
  const { count } = await sql`
    insert into galx.unconfirmed_ranges as u (from_block, to_block, node, digest)
    values (${from}, ${to}, ${node}, ${digest})
    on conflict (from_block) do update set node = excluded.node
    where u.to_block = excluded.to_block and u.digest = excluded.digest`
  if (count !== 1)
    throw new InconsistentEventsError(`a node gave other logs for the blocks ${from} to ${to} before`)
}

/** @returns the oldest unconfirmed range; null if there is none */
export async function readUnconfirmed(sql: Queryable): Promise<Unconfirmed | null> {
  const [row] = await sql<Unconfirmed[]>`
    select from_block as "from", to_block as "to", node, digest from galx.unconfirmed_ranges
    order by from_block limit 1`
  return row ?? null
}

/**
 * @throws LeadershipLostError if the range no longer belongs to this leader: other tables may have the names now, with a range of the same
 * first block
 */
export async function removeUnconfirmed(sql: Queryable, { from, digest }: Unconfirmed): Promise<void> {
  const removed = await sql`
    delete from galx.unconfirmed_ranges
    where from_block = ${from} and digest = ${digest} and ${holdsLeaderLock(sql)}`
  if (removed.count !== 1)
    throw new LeadershipLostError(
      `the range from block ${from} no longer waits for confirmation in these tables`,
    )
}
