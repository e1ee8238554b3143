/** The indexer's progress, for the health and status answers. */
import type { Queryable } from '../platform/database/connection.ts'

export type IndexerStatus = {
  /** newest block in the tables; null before the first */
  block: number | null
  /** time of that block, unix seconds */
  timestamp: number | null
  /** the reason for a halt; null if indexing has not halted */
  halted: string | null
  /** figures that differed from the contracts at the last comparison; null before the first */
  differences: number | null
}

export async function readIndexerStatus(sql: Queryable): Promise<IndexerStatus> {
  const [row] = await sql<IndexerStatus[]>`
    select c.number as block, c.timestamp, h.reason as halted, jsonb_array_length(s.differences) as differences
    from (select 1) one left join galx.cursor c on true left join galx.indexer_halt h on true left join galx.checksum s on true`
  return row!
}
