/**
 * The board of the last closed epoch: accounts in the order of their points of the program `node`, which are power * seconds. The order is
 * copied once for each epoch (ranks.ts). The figures come from the epoch's file.
 */
import type { Address } from 'viem'
import type { Queryable } from '../platform/database/connection.ts'
import { bonusesOf, rowsOfEpoch } from '../ledger/accountBonuses.ts'
import { listRanked, placeOf, readBoard, readShown } from './ranks.ts'
import type { OwnPlace, RankBoard, Ranked } from './ranks.ts'

/** `epoch`: its number; `duration`: seconds. */
export type EpochBoard = RankBoard & { epoch: number; duration: number }
/** wei of the program's token */
type Granted = { bonus: bigint }

/** @param duration the length of an epoch, seconds @returns null until an epoch is closed and its board exists */
export async function readEpochBoard(sql: Queryable, duration: number): Promise<EpochBoard | null> {
  const board = await readBoard(sql, 'epoch')
  return board && { ...board, epoch: board.timestamp / duration - 1, duration }
}

/**
 * An account's place on the board, with its figures of that epoch. Members and pass are the present values. Powers are averages over the
 * epoch, rounded down.
 * @returns rank null without points
 */
export async function ownEpochPlace(
  sql: Queryable,
  board: EpochBoard,
  address: Address,
): Promise<OwnPlace & Granted> {
  const [shown, [row]] = await Promise.all([
    readShown(sql, 'epoch', address),
    rowsOfEpoch(sql, address, board.epoch, ['node']),
  ])
  const { points, bonus } = row!
  const { rank, next } = await placeOf(sql, 'epoch', points)
  return {
    ...shown,
    rank,
    bonus,
    power: averageOf(points, board),
    next: next && { rank: next.rank, power: averageOf(next.power, board) },
  }
}

/** Like `listRanked`, but powers are averages over the epoch, rounded down. */
export async function listEpochRanked(
  sql: Queryable,
  board: EpochBoard,
  offset: number,
  limit: number,
): Promise<(Ranked & Granted)[]> {
  const ranked = await listRanked(sql, 'epoch', offset, limit)
  const bonuses = await bonusesOf(
    sql,
    board.epoch,
    'node',
    ranked.map(({ address }) => address),
  )
  return ranked.map((row) => ({
    ...row,
    power: averageOf(row.power, board),
    bonus: bonuses.get(row.address) ?? 0n,
  }))
}

function averageOf(points: bigint, { duration }: EpochBoard): bigint {
  return points / BigInt(duration)
}
