/**
 * Halting: what is stored and what the chain now says contradict each other. Going on could only make both wrong, so the
 * process writes the reason down, logs an error and ends with an exit code of its own; no stand-by takes over, because it
 * reads the same reason. An operator decides: `forget` empties the tables, `reindex` reads the chain beside them.
 */
import type { Sql } from '../../platform/database/connection.ts'
import { FatalError } from '../../platform/faults.ts'
import { writeHalt, type Halt } from './cursor.ts'

/** Exit code of a halted indexer, different from that of any other fault. */
export const HALTED_EXIT_CODE = 3

export class IndexerHaltedError extends FatalError {
  override name = 'IndexerHaltedError'
  readonly halt: Halt

  constructor(halt: Halt) {
    super(`indexing has halted at block ${halt.blockNumber}: ${halt.reason}`)
    this.halt = halt
  }
}

/** Writes the reason down, then throws it. @throws IndexerHaltedError always */
export async function haltIndexing(sql: Sql, halt: Halt): Promise<never> {
  await writeHalt(sql, halt)
  throw new IndexerHaltedError(halt)
}
