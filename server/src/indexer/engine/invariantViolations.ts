/** Halts indexing if the nodes' answers still contradict the tables after several tries. */
import { NodeFaultError } from '../../chain/rpc/fault.ts'
import type { AgreedRange } from '../../chain/rpc/agreement.ts'
import type { InvariantViolationError } from '../../platform/faults.ts'
import { haltIndexing, type Cursor } from './cursor.ts'
import { EpochInvariantError } from '../../ledger/epochs.ts'
import type { FollowOptions } from './followOptions.ts'

/** Number of times that a contradicting batch is fetched from each node before indexing halts. */
const ATTEMPTS_BEFORE_HALT = 3

export class InvariantViolations {
  readonly #options: FollowOptions
  #mismatches = 0
  #contradictions = 0

  constructor(options: FollowOptions) {
    this.#options = options
  }

  /** A range has been written, so the earlier contradictions were a node's fault. */
  reset(): void {
    this.#mismatches = 0
    this.#contradictions = 0
  }

  /**
   * The range must follow the stored block. One node may be wrong. If more than half of all nodes answer and none agrees with the tables, three
   * times in a row, the chain has replaced blocks that are stored.
   * @throws NodeFaultError `wrong`, IndexerHaltedError
   */
  async assertFollows(cursor: Cursor, { from, parentHash, times, end }: AgreedRange): Promise<void> {
    if (parentHash !== null && parentHash !== cursor.hash) {
      if (await this.#isMismatchOfMost(cursor, parentHash)) this.#mismatches += 1
      if (this.#mismatches >= ATTEMPTS_BEFORE_HALT)
        await haltIndexing(this.#options.sql, {
          at: Math.floor(Date.now() / 1000),
          reason: `block ${cursor.number} has the hash ${parentHash} on the chain, but ${cursor.hash} in the tables: finalised blocks were replaced`,
          blockNumber: cursor.number,
          expectedHash: cursor.hash,
          foundHash: parentHash,
        })
      throw new NodeFaultError('wrong', `block ${from} does not follow the stored block ${cursor.number}`)
    }
    const [earliest = end.timestamp] = times.values()
    if (earliest < cursor.timestamp)
      throw new NodeFaultError(
        'wrong',
        `a block of the range from ${from} has an earlier time than the stored block ${cursor.number}`,
      )
  }

  /**
   * @param isAlone whether one of several configured nodes alone has given the range: such a node must not halt the indexer
   * @throws IndexerHaltedError
   */
  async count(error: InvariantViolationError, isAlone: boolean, block: number): Promise<void> {
    const { sql, endpoints, log } = this.#options
    const haltAt = (blockNumber: number) =>
      haltIndexing(sql, {
        at: Math.floor(Date.now() / 1000),
        reason: error.message,
        blockNumber,
        expectedHash: null,
        foundHash: null,
      })
    if (error instanceof EpochInvariantError && !isAlone) await haltAt(error.blockNumber)
    if (!isAlone) this.#contradictions += 1
    log.error({ attempt: this.#contradictions, fault: error.message }, 'the events contradict the tables')
    if (this.#contradictions >= ATTEMPTS_BEFORE_HALT * endpoints.size) await haltAt(block)
  }

  async #isMismatchOfMost(cursor: Cursor, found: string): Promise<boolean> {
    const { endpoints, signal, log } = this.#options
    // A node that now serves another chain has no vote. The next request checks its genesis block again.
    endpoints.recheck()
    const headers = await endpoints.allOn(cursor.number, signal)
    const agreeing = headers.filter(({ hash }) => hash === cursor.hash).length
    log.error(
      { block: cursor.number, stored: cursor.hash, found, nodes: headers.length, agreeing },
      'a finalised block does not follow the stored one',
    )
    return agreeing === 0 && headers.length > endpoints.size / 2
  }
}
