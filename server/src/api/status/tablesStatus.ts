/** The last block of the tables, and whether indexing has halted. Times are unix seconds. */
import type { StatusData } from '@galx/protocol/http/status'
import type { Queryable } from '../../platform/database/connection.ts'

type Row = {
  block: number | null
  at: number | null
  totalsBlock: number | null
  totalsAt: number | null
  ranksBlock: number | null
  ranksAt: number | null
  haltedAt: number | null
  haltedBlock: number | null
  comparedBlock: number | null
  comparedAt: number | null
  differences: number | null
}

/** Reads tables that have only one row, and the current board of ranks with the oldest block. */
export async function readTablesStatus(sql: Queryable): Promise<StatusData['indexer']> {
  const [row] = await sql<Row[]>`
    select c.number as block, c.timestamp as at, t.block_number as "totalsBlock", t.timestamp as "totalsAt",
      r.block_number as "ranksBlock", r.timestamp as "ranksAt", h.at as "haltedAt", h.block_number as "haltedBlock",
      s.block_number as "comparedBlock", s.at as "comparedAt", jsonb_array_length(s.differences) as differences
    from galx.totals_standing t left join galx.cursor c on true left join galx.indexer_halt h on true left join galx.checksum s on true
      left join (select block_number, timestamp from galx.rank_boards where board <> 'epoch' order by block_number limit 1) r on true`
  const { block, at, totalsBlock, totalsAt, ranksBlock, ranksAt, haltedAt, haltedBlock } = row!
  const { comparedBlock, comparedAt, differences } = row!
  return {
    indexed: asOf(block, at),
    totals: asOf(totalsBlock, totalsAt),
    ranks: asOf(ranksBlock, ranksAt),
    halted: haltedAt === null || haltedBlock === null ? null : { since: haltedAt, block: haltedBlock },
    contracts:
      comparedBlock === null || comparedAt === null || differences === null
        ? null
        : { block: comparedBlock, at: comparedAt, differences },
  }
}

function asOf(block: number | null, at: number | null) {
  return block === null || at === null ? null : { block, at }
}
