import { FansData, FansQuery } from '@galx/protocol/http/community'
import { countFans, listFans, type FanPosition, type FanSort } from '../fans.ts'
import { AMOUNT, readCursor, WHOLE, writeCursor } from '../../api/cursor.ts'
import { readTotalsAsOf } from '../../api/asOf.ts'
import { defineRoute, sessionOf } from '../../api/route.ts'

export const getFans1 = defineRoute({
  method: 'GET',
  path: '/getFans1',
  summary: 'The caller’s direct members, bound and pending; newest first, or by hash power',
  auth: 'required',
  query: FansQuery,
  data: FansData,
  handle: async (context, { query, caller }) => {
    const { address } = sessionOf(caller)
    const { cursor, limit = 20, sort = 'joined' } = query
    const after = cursor === undefined ? null : readPosition(cursor, sort)
    const asOf = await readTotalsAsOf(context.read)
    // One row more than the page shows whether there is a next one.
    const [rows, total] = await Promise.all([
      listFans(context.read, address, sort, after, limit + 1),
      countFans(context.read, address),
    ])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      list: page.map(({ position: _, ...item }) => item),
      total,
      nextCursor:
        rows.length > limit && last ? writeCursor([sort, last.position.value, last.position.id]) : null,
      asOf,
    }
  },
})

/** A cursor belongs to its order: one of the other order is refused like any other text. */
function readPosition(cursor: string, sort: FanSort): FanPosition {
  const value = sort === 'joined' ? WHOLE : AMOUNT
  const [, text, id] = readCursor(cursor, [new RegExp(`^${sort}$`), value, WHOLE])
  return { value: text!, id: Number(id) }
}
