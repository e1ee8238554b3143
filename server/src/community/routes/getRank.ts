import type { Address } from 'viem'
import { RankData, RankQuery } from '@galx/protocol/http/rank'
import { readAddress } from '../../api/address.ts'
import type { ApiContext } from '../../api/context.ts'
import { readCursor, WHOLE, writeCursor } from '../../api/cursor.ts'
import { defineRoute } from '../../api/route.ts'
import { transact } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { listEpochRanked, ownEpochPlace, readEpochBoard } from '../epochBoard.ts'
import { listRanked, LISTED, ownPlace, readBoard } from '../ranks.ts'
import type { MinuteBoard, OwnPlace, RankBoard, Ranked } from '../ranks.ts'

export const getRank = defineRoute({
  method: 'GET',
  path: '/getRank',
  summary:
    'A board of ranks by hash power, of now or of the last closed epoch, highest first, and where one account stands on it',
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

async function answerNow(
  sql: ApiContext['read'],
  { cursor, limit, address }: Asked,
  type: MinuteBoard,
): Promise<RankData> {
  const offset = cursor === undefined ? 0 : Number(readCursor(cursor, [new RegExp(`^${type}$`), WHOLE])[1])
  const [board, rows, me] = await Promise.all([
    readBoard(sql, type),
    listRanked(sql, type, offset, limit + 1),
    address === null ? null : ownPlace(sql, type, address),
  ])
  return answer(board, { rows, offset, limit, head: [type] }, address, me)
}

/** The board may be made again meanwhile: all that is read is of one epoch. */
function answerEpoch(
  sql: ApiContext['read'],
  { cursor, limit, address }: Asked,
  duration: number,
): Promise<RankData> {
  const parts = cursor === undefined ? null : readCursor(cursor, [/^epoch$/, WHOLE, WHOLE])
  return transact(sql, async (transaction) => {
    await transaction`set transaction isolation level repeatable read read only`
    const board = await readEpochBoard(transaction, duration)
    // What follows a page of an earlier epoch is gone.
    if (parts !== null && Number(parts[1]) !== board?.epoch) throw new Refusal('invalidField', 'cursor')
    const offset = Number(parts?.[2] ?? 0)
    if (board === null)
      return { ...answer(null, { rows: [], offset, limit, head: [] }, address, null), epoch: null }
    const [rows, me] = await Promise.all([
      listEpochRanked(transaction, board, offset, limit + 1),
      address === null ? null : ownEpochPlace(transaction, board, address),
    ])
    const { epoch } = board
    return {
      ...answer(board, { rows, offset, limit, head: ['epoch', epoch] }, address, me),
      epoch: { epoch, from: epoch * duration, to: (epoch + 1) * duration },
    }
  })
}

/** `head`: what a cursor begins with, which names the board; then comes how many places are before it. `rows`: one more than `limit`, if there is. */
type Listed = {
  rows: (Ranked & Partial<Granted>)[]
  offset: number
  limit: number
  head: (string | number)[]
}
type Granted = { bonus: bigint }

function answer(
  board: RankBoard | null,
  { rows, offset, limit, head }: Listed,
  address: Address | null,
  me: (OwnPlace & Partial<Granted>) | null,
): RankData {
  const list = rows.slice(0, limit)
  const end = offset + list.length
  return {
    list: list.map((row) => ({ rank: row.rank, address: row.address, ...shown(row) })),
    total: board?.ranked ?? null,
    nextCursor: rows.length > limit && end < LISTED ? writeCursor([...head, end]) : null,
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
