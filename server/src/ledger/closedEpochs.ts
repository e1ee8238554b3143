/**
 * Closed epochs about which nodes agree, as the tables hold them. Their figures are read out of the header, whose hash EpochLog has: what is
 * shown is what anybody can check, and galx.epoch_programs, which the next closing goes on from, is shown to nobody.
 */
import type { Hex } from 'viem'
import type { EpochItem } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { agreedEpochs } from './agreedEpochs.ts'
import type { Queryable } from '../platform/database/connection.ts'

type EpochRow = { epoch: number; hash: Hex; blockNumber: number; published: boolean }
/** `firstBlock` and `lastBlock` lie in it; where no block does, the first is the one after the last. */
type WholeEpoch = EpochRow & { header: string; firstBlock: number; lastBlock: number }
type ProgramLine = {
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

/** Of a row of galx.epochs: its header up to the first part, for `programsOf`. */
export function headOf(sql: Queryable) {
  return sql`split_part(convert_from(header, 'UTF8'), E'\npart ', 1)`
}

/** Read here and not by PostgreSQL, whose regular expressions need a quarter of a millisecond for each header. @param header up to the first part, or whole */
export function programsOf(header: string): ProgramLine[] {
  const lines = header.matchAll(/^program (\w+) \d+ (\d+) (\d+) (\d+) (\d+) (\d+)$/gm)
  return [...lines].map(([, program, grantable, points, bonuses, cumulative, accounts]) => ({
    program: program as ProgramKey,
    ...{ grantable: BigInt(grantable!), points: BigInt(points!), bonuses: BigInt(bonuses!) },
    ...{ cumulative: BigInt(cumulative!), accounts: Number(accounts) },
  }))
}

/** @returns null while it is not closed, or not agreed */
export async function readEpoch(sql: Queryable, epoch: number): Promise<WholeEpoch | null> {
  const [row] = await sql<(Omit<WholeEpoch, 'header'> & { header: Hex })[]>`
    select epoch, hash, block_number as "blockNumber", header, ${published(sql)} as published,
      coalesce(first_block, block_number + 1) as "firstBlock", coalesce(last_block, block_number) as "lastBlock"
    from ${agreedEpochs(sql)} e where epoch = ${epoch}`
  return row === undefined
    ? null
    : { ...row, header: Buffer.from(row.header.slice(2), 'hex').toString('utf8') }
}

/** The last closed one, also while nodes have yet to agree about it; null: none yet. `galx.promotions` stands at its end. */
export async function newestEpoch(sql: Queryable): Promise<number | null> {
  const [row] = await sql<{ epoch: number | null }[]>`select max(epoch) as epoch from galx.epochs`
  return row?.epoch ?? null
}

/** Newest first, with their programs in the order of `order`. @param before null: from the newest */
export async function listEpochs(
  sql: Queryable,
  duration: number,
  order: readonly ProgramKey[],
  before: number | null,
  limit: number,
): Promise<EpochItem[]> {
  const rows = await sql<(EpochRow & { head: string })[]>`
    select epoch, ${headOf(sql)} as head, hash, block_number as "blockNumber", ${published(sql)} as published
    from ${agreedEpochs(sql)} e ${before === null ? sql`` : sql`where epoch < ${before}`} order by epoch desc limit ${limit}`
  return rows.map(({ head, ...row }) => ({
    ...row,
    ruleset: Number(/^ruleset (\d+) /m.exec(head)![1]),
    from: row.epoch * duration,
    to: (row.epoch + 1) * duration,
    programs: programsOf(head)
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
