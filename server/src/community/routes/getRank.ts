import type { Address } from 'viem'
import { RankData, RankQuery } from '@galx/protocol/http/rank'
import { readAddress } from '../../http/address.ts'
import type { ApiContext } from '../../http/context.ts'
import { AMOUNT, readCursor, WHOLE, writeCursor } from '../../http/cursor.ts'
import { defineRoute } from '../../http/route.ts'
import { transact } from '../../platform/database/transaction.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { listEpochRanked, ownEpochPlace, readEpochBoard } from '../epochBoard.ts'
import { keyAt, listRanked, LISTED, ownPlace, placesUpTo, readBoard } from '../ranks.ts'
import type { MinuteBoard, OwnPlace, RankBoard, Ranked } from '../ranks.ts'

export const getRank = defineRoute({
  method: 'GET',
  path: '/getRank',
  summary:
    'A board of ranks by hash power, current or of the last closed epoch, highest first, and the place of one account on it',
  auth: 'none',
  query: RankQuery,
  data: RankData,
  handle: async ({ read, deployment }, { query }) => {
    const { cursor, limit = 20, type = 'node' } = query
    const asked = {
      cursor,
      limit,
      address: query.address === undefined ? null : readAddress(query.address),
    }
    return type === 'epoch'
      ? answerEpoch(read, asked, deployment.epochDuration)
      : answerNow(read, asked, type)
  },
})

type Asked = { cursor: string | undefined; limit: number; address: Address | null }

/**
 * A current board is made again twice a minute. So a page starts after the last account of the previous page, at the power that this account
 * had then. If pages counted places, accounts with equal power could appear twice or not at all.
 */
function answerNow(
  sql: ApiContext['read'],
  { cursor, limit, address }: Asked,
  type: MinuteBoard,
): Promise<RankData> {
  const parts = cursor === undefined ? null : readCursor(cursor, [new RegExp(`^${type}$`), AMOUNT, WHOLE])
  return transact(sql, async (transaction) => {
    await transaction`set transaction isolation level repeatable read read only`
    const offset =
      parts === null
        ? 0
        : await placesUpTo(transaction, type, { power: parts[1]!, account: Number(parts[2]) })
    const [board, rows, me] = await Promise.all([
      readBoard(transaction, type),
      listRanked(transaction, type, offset, limit + 1),
      address === null ? null : ownPlace(transaction, type, address),
    ])
    const end = offset + limit
    const last = rows.length > limit && end < LISTED ? await keyAt(transaction, type, end) : null
    const nextCursor = last && writeCursor([type, last.power, last.account])
    return answer(board, rows.slice(0, limit), nextCursor, address, me)
  })
}

/** All reads see one epoch, although the board may be made again meanwhile. */
function answerEpoch(
  sql: ApiContext['read'],
  { cursor, limit, address }: Asked,
  duration: number,
): Promise<RankData> {
  const parts = cursor === undefined ? null : readCursor(cursor, [/^epoch$/, WHOLE, WHOLE])
  return transact(sql, async (transaction) => {
    await transaction`set transaction isolation level repeatable read read only`
    const board = await readEpochBoard(transaction, duration)
    // The places after a page of an earlier epoch no longer exist.
    if (parts !== null && Number(parts[1]) !== board?.epoch) throw new RefusalError('invalidField', 'cursor')
    const offset = Number(parts?.[2] ?? 0)
    if (board === null) return { ...answer(null, [], null, address, null), epoch: null }
    const [rows, me] = await Promise.all([
      listEpochRanked(transaction, board, offset, limit + 1),
      address === null ? null : ownEpochPlace(transaction, board, address),
    ])
    const { epoch } = board
    const end = offset + limit
    const nextCursor = rows.length > limit && end < LISTED ? writeCursor(['epoch', epoch, end]) : null
    return {
      ...answer(board, rows.slice(0, limit), nextCursor, address, me),
      epoch: { epoch, from: epoch * duration, to: (epoch + 1) * duration },
    }
  })
}

type Granted = { bonus: bigint }

function answer(
  board: RankBoard | null,
  list: readonly (Ranked & Partial<Granted>)[],
  nextCursor: string | null,
  address: Address | null,
  me: (OwnPlace & Partial<Granted>) | null,
): RankData {
  return {
    list: list.map((row) => ({ rank: row.rank, address: row.address, ...shown(row) })),
    total: board?.ranked ?? null,
    nextCursor,
    me:
      me === null || address === null
        ? null
        : {
            address,
            rank: me.rank,
            ...shown(me),
            next: me.next && { rank: me.next.rank, hashPower: me.next.power.toString() },
          },
    asOf: board && { block: board.block, at: board.timestamp },
  }
}

function shown({
  power,
  members,
  node,
  bonus,
}: Pick<Ranked, 'power' | 'members' | 'node'> & Partial<Granted>) {
  return {
    hashPower: power.toString(),
    members,
    node: node && { id: node.id.toString(), name: node.name },
    ...(bonus === undefined ? {} : { bonus: bonus.toString() }),
  }
}
