/**
 * The closed epochs about which nodes agree, from the tables. The figures come from the header, whose hash EpochLog has, so that anybody
 * can check the shown figures. galx.epoch_programs is only for the next closing and is never shown.
 */
import type { Hex } from 'viem'
import type { EpochItem } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { agreedEpochs } from './agreedEpochs.ts'
import type { Queryable } from '../platform/database/connection.ts'

type EpochRow = { epoch: number; hash: Hex; blockNumber: number; published: boolean }
/** `firstBlock` and `lastBlock` lie in the epoch. If no block lies in the epoch, `firstBlock` is `lastBlock` + 1. */
type WholeEpoch = EpochRow & { header: string; firstBlock: number; lastBlock: number }
type ProgramLine = {
  program: ProgramKey
  grantable: bigint
  points: bigint
  bonuses: bigint
  cumulative: bigint
  accounts: number
}

/** `published`: EpochLog has this hash in a final block. A scalar subquery, because `exists` may be planned as a read of all published epochs. */
export function published(sql: Queryable) {
  return sql`coalesce((select p.hash = e.hash from galx.published_epochs p where p.epoch = e.epoch limit 1), false)`
}

/** The header of a row of galx.epochs up to the first part, for `programsOf`. */
export function headOf(sql: Queryable) {
  return sql`split_part(convert_from(header, 'UTF8'), E'\npart ', 1)`
}

/**
 * Parsed here, because PostgreSQL's regular expressions take a quarter of a millisecond for each header.
 * @param header whole, or up to the first part
 */
export function programsOf(header: string): ProgramLine[] {
  const lines = header.matchAll(/^program (\w+) \d+ (\d+) (\d+) (\d+) (\d+) (\d+)$/gm)
  return [...lines].map(([, program, grantable, points, bonuses, cumulative, accounts]) => ({
    program: program as ProgramKey,
    grantable: BigInt(grantable!),
    points: BigInt(points!),
    bonuses: BigInt(bonuses!),
    cumulative: BigInt(cumulative!),
    accounts: Number(accounts),
  }))
}

/** @returns null while the epoch is not closed, or nodes do not agree about it */
export async function readEpoch(sql: Queryable, epoch: number): Promise<WholeEpoch | null> {
  const [row] = await sql<(Omit<WholeEpoch, 'header'> & { header: Hex })[]>`
    select epoch, hash, block_number as "blockNumber", header, ${published(sql)} as published,
      coalesce(first_block, block_number + 1) as "firstBlock", coalesce(last_block, block_number) as "lastBlock"
    from ${agreedEpochs(sql)} e where epoch = ${epoch}`
  return row === undefined
    ? null
    : { ...row, header: Buffer.from(row.header.slice(2), 'hex').toString('utf8') }
}

/** The last closed epoch, even while nodes do not agree about it; null: none yet. `galx.promotions` shows the state at the end of this epoch. */
export async function newestEpoch(sql: Queryable): Promise<number | null> {
  const [row] = await sql<{ epoch: number | null }[]>`select max(epoch) as epoch from galx.epochs`
  return row?.epoch ?? null
}

/** Newest first, with their programs in the order of `order`. @param before null: start at the newest epoch */
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
