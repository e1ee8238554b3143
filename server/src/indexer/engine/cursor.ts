/** The last block in the tables, and the reason of a halt. */
import type { Queryable, Sql } from '../../platform/database/connection.ts'
import { RetryableError, FatalError } from '../../platform/faults.ts'
import type { Block } from '../../ledger/epochs.ts'
import { holdsLeaderLock, stillLeads } from './leaderLock.ts'

export type Cursor = {
  number: number
  hash: string
  /** unix seconds */
  timestamp: number
  /** the first block of the epoch in which the cursor's block lies */
  epochStart: Block
}
/** `genesisHash`: the hash of the genesis block of the chain in the tables. */
type StoredCursor = Cursor & { genesisHash: string }
/** This process no longer leads, or another process has written. The pending write must not happen. */
export class LeadershipLostError extends RetryableError {
  override name = 'LeadershipLostError'
}

/** @returns null before the first range */
export async function readCursor(sql: Queryable): Promise<StoredCursor | null> {
  const [row] = await sql<(Omit<StoredCursor, 'epochStart'> & { firstNumber: number; firstHash: string })[]>`
    select number, hash, timestamp, genesis_hash as "genesisHash", epoch_first_block as "firstNumber", epoch_first_hash as "firstHash"
    from galx.cursor`
  if (!row) return null
  const { firstNumber, firstHash, ...cursor } = row
  return { ...cursor, epochStart: { number: firstNumber, hash: firstHash } }
}

/**
 * For a transaction that writes without moving the cursor.
 * @param cursor null before the first range
 * @throws LeadershipLostError unless `cursor` is the stored cursor and this connection leads
 */
export async function holdCursor(sql: Queryable, cursor: Cursor | null): Promise<void> {
  const held = cursor
    ? await sql`
      select from galx.cursor where number = ${cursor.number} and hash = ${cursor.hash} and ${holdsLeaderLock(sql)} for update`
    : await sql`select where ${holdsLeaderLock(sql)} and not exists (select from galx.cursor)`
  if (held.count !== 1)
    throw new LeadershipLostError(`the cursor no longer stands at block ${cursor?.number ?? 'none'}`)
}

/**
 * Moves the cursor from `old` to `next`, if the cursor still stands at `old` and this connection leads.
 * @throws LeadershipLostError otherwise; the surrounding transaction must then be rolled back
 */
export async function advanceCursor(
  sql: Queryable,
  old: Cursor | null,
  next: Cursor,
  genesisHash: string,
): Promise<void> {
  const moved =
    old === null
      ? await sql`
        insert into galx.cursor (number, hash, timestamp, genesis_hash, epoch_first_block, epoch_first_hash)
        select ${next.number}, ${next.hash}, ${next.timestamp}, ${genesisHash}, ${next.epochStart.number}, ${next.epochStart.hash}
        where ${holdsLeaderLock(sql)}
        on conflict (only_row) do nothing`
      : await sql`
        update galx.cursor set number = ${next.number}, hash = ${next.hash}, timestamp = ${next.timestamp},
          epoch_first_block = ${next.epochStart.number}, epoch_first_hash = ${next.epochStart.hash}
        where number = ${old.number} and hash = ${old.hash} and ${holdsLeaderLock(sql)}`
  if (moved.count !== 1)
    throw new LeadershipLostError(`the cursor no longer stands at block ${old?.number ?? 'none'}`)
}

type Halt = {
  at: number
  reason: string
  blockNumber: number
  expectedHash: string | null
  foundHash: string | null
}

/** @returns the reason for a halt; null if indexing has not halted */
export async function readHalt(sql: Queryable): Promise<Halt | null> {
  const [row] = await sql<Halt[]>`
    select at, reason, block_number as "blockNumber", expected_hash as "expectedHash", found_hash as "foundHash"
    from galx.indexer_halt`
  return row ?? null
}

/**
 * Keeps the first reason, because later reasons follow from it.
 * @throws LeadershipLostError if this connection no longer leads: the reason may not apply to the tables that have the names now
 */
export async function writeHalt(sql: Queryable, halt: Halt): Promise<void> {
  const written = await sql`
    insert into galx.indexer_halt (at, reason, block_number, expected_hash, found_hash)
    select ${halt.at}, ${halt.reason}, ${halt.blockNumber}, ${halt.expectedHash}, ${halt.foundHash}
    where ${holdsLeaderLock(sql)}
    on conflict (only_row) do nothing`
  if (written.count !== 1 && !(await stillLeads(sql)))
    throw new LeadershipLostError(
      `this process no longer leads, so it does not store the halt: ${halt.reason}`,
    )
}

/** Exit code of a halted indexer. No other fault has this code. */
export const HALTED_EXIT_CODE = 3

/**
 * Indexing halts when the chain contradicts the tables, because further blocks would make the tables wrong. The process stores the reason,
 * logs an error and ends with its own exit code. No stand-by takes over, because it reads the same reason. An operator decides: `forget`
 * empties the tables, and `reindex` reads the chain into new tables beside them.
 */
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
