/**
 * Closed epochs, as the tables hold them. Their figures are read out of the header, whose hash EpochLog has: what is shown is what anybody can
 * check, and galx.epoch_programs, which the next closing goes on from, is shown to nobody.
 */
import type { Hex } from 'viem'
import type { EpochItem } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'

type EpochRow = { epoch: number; hash: Hex; blockNumber: number; published: boolean }
/** `firstBlock` and `lastBlock` lie in it; where no block does, the first is the one after the last. */
type WholeEpoch = EpochRow & { header: string; firstBlock: number; lastBlock: number }
type ProgramRow = {
  epoch: number
  program: ProgramKey
  grantable: bigint
  points: bigint
  bonuses: bigint
  cumulative: bigint
  accounts: number
}

/** `published`: EpochLog holds this very hash in a final block. Looked up for each epoch: `exists` may be planned as a read of all of them. */
export function published(sql: Queryable) {
  return sql`coalesce((select p.hash = e.hash from galx.published_epochs p where p.epoch = e.epoch limit 1), false)`
}

/** Of a row of galx.epochs: its header up to the first part. */
function linesBeforeParts(sql: Queryable) {
  return sql`split_part(convert_from(header, 'UTF8'), E'\npart ', 1)`
}

/** Of a row of galx.epochs, a row for each program: found (line), with key, grantable, points, bonuses, cumulative and accounts as text. */
export function programLines(sql: Queryable) {
  return sql`regexp_matches(
    ${linesBeforeParts(sql)}, ${String.raw`^program (\w+) \d+ (\d+) (\d+) (\d+) (\d+) (\d+)$`}, 'gn') as found (line)`
}

/** @returns null while it is not closed */
export async function readEpoch(sql: Queryable, epoch: number): Promise<WholeEpoch | null> {
  const [row] = await sql<(Omit<WholeEpoch, 'header'> & { header: Hex })[]>`
    select epoch, hash, block_number as "blockNumber", header, ${published(sql)} as published,
      coalesce(first_block, block_number + 1) as "firstBlock", coalesce(last_block, block_number) as "lastBlock"
    from galx.epochs e where epoch = ${epoch}`
  return row === undefined
    ? null
    : { ...row, header: Buffer.from(row.header.slice(2), 'hex').toString('utf8') }
}

/** Newest first, with their programs in the order of `order`. @param before null: from the newest */
export async function listEpochs(
  sql: Queryable,
  duration: number,
  order: readonly ProgramKey[],
  before: number | null,
  limit: number,
): Promise<EpochItem[]> {
  const rows = await sql<(EpochRow & { ruleset: number })[]>`
    select epoch, substring(${linesBeforeParts(sql)} from ${String.raw`\nruleset (\d+) `})::integer as ruleset,
      hash, block_number as "blockNumber", ${published(sql)} as published
    from galx.epochs e ${before === null ? sql`` : sql`where epoch < ${before}`} order by epoch desc limit ${limit}`
  const programs = await programsOfEpochs(
    sql,
    rows.map(({ epoch }) => epoch),
  )
  return rows.map((row) => ({
    ...row,
    from: row.epoch * duration,
    to: (row.epoch + 1) * duration,
    programs: programs
      .filter(({ epoch }) => epoch === row.epoch)
      .sort((one, other) => order.indexOf(one.program) - order.indexOf(other.program))
      .map(({ program, grantable, points, bonuses, cumulative, accounts }) => ({
        program,
        grantable: grantable.toString(),
        points: points.toString(),
        bonuses: bonuses.toString(),
        cumulative: cumulative.toString(),
        accounts,
      })),
  }))
}

export function programsOfEpochs(sql: Queryable, epochs: readonly number[]): Promise<ProgramRow[]> {
  return sql<ProgramRow[]>`
    select epoch, line[1] as program, line[2]::numeric as grantable, line[3]::numeric as points, line[4]::numeric as bonuses,
      line[5]::numeric as cumulative, line[6]::bigint as accounts
    from galx.epochs cross join lateral ${programLines(sql)} where epoch = any (${epochs as number[]}::bigint[])`
}
