/**
 * Indexing halts when the chain contradicts the tables, because further blocks would make the tables wrong. The process stores the reason,
 * logs an error and ends with its own exit code. No stand-by takes over, because it reads the same reason. An operator decides: `forget`
 * empties the tables, and `reindex` reads the chain into new tables beside them.
 */
import type { Sql } from '../../platform/database/connection.ts'
import { FatalError } from '../../platform/faults.ts'
import { writeHalt, type Halt } from './cursor.ts'

/** Exit code of a halted indexer. No other fault has this code. */
export const HALTED_EXIT_CODE = 3

export class IndexerHaltedError extends FatalError {
  override name = 'IndexerHaltedError'
  readonly halt: Halt

  constructor(halt: Halt) {
    super(`indexing has halted at block ${halt.blockNumber}: ${halt.reason}`)
    this.halt = halt
  }
}

/** Stores the reason, then throws it. @throws IndexerHaltedError always */
export async function haltIndexing(sql: Sql, halt: Halt): Promise<never> {
  await writeHalt(sql, halt)
  throw new IndexerHaltedError(halt)
}
