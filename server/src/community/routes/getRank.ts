import { RankData, RankQuery } from '@galx/protocol/http/rank'
import { readAddress } from '../../api/address.ts'
import { readCursor, WHOLE, writeCursor } from '../../api/cursor.ts'
import { defineRoute } from '../../api/route.ts'
import { listRanked, LISTED, ownPlace, readBoard, type Board, type Ranked } from '../ranks.ts'

export const getRank = defineRoute({
  method: 'GET',
  path: '/getRank',
  summary: 'A board of ranks by hash power, highest first, and where one account stands on it',
  auth: 'none',
  query: RankQuery,
  data: RankData,
  handle: async ({ read: sql }, { query }) => {
    const { cursor, limit = 20, type = 'node' } = query
    const address = query.address === undefined ? null : readAddress(query.address)
    const offset = cursor === undefined ? 0 : readOffset(cursor, type)
    const [board, rows, me] = await Promise.all([
      readBoard(sql, type),
      listRanked(sql, type, offset, limit + 1),
      address === null ? null : ownPlace(sql, type, address),
    ])
    const list = rows.slice(0, limit)
    const end = offset + list.length
    return {
      list: list.map((row) => ({ rank: row.rank, address: row.address, ...shown(row) })),
      total: board?.ranked ?? 0,
      nextCursor: rows.length > limit && end < LISTED ? writeCursor([type, end]) : null,
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
  },
})

function shown({ power, members, node }: Pick<Ranked, 'power' | 'members' | 'node'>) {
  return {
    hashPower: power.toString(),
    members,
    node: node && { id: node.id.toString(), name: node.name },
  }
}

/** A cursor belongs to its board: how many places come before it. */
function readOffset(cursor: string, board: Board): number {
  const [, places] = readCursor(cursor, [new RegExp(`^${board}$`), WHOLE])
  return Number(places)
}
