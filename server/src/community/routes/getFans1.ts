import { FansData, FansQuery } from '@galx/protocol/http/community'
import type { PoolKey } from '@galx/protocol/products'
import { countFans, listFans, sumWeights, type FanPosition, type FanSort } from '../fans.ts'
import { AMOUNT, readCursor, WHOLE, writeCursor } from '../../http/cursor.ts'
import { readTotalsAsOf } from '../../http/asOf.ts'
import type { ApiContext } from '../../http/context.ts'
import { defineRoute, sessionOf } from '../../http/route.ts'
import { RefusalError } from '../../platform/http/refusal.ts'

export const getFans1 = defineRoute({
  method: 'GET',
  path: '/getFans1',
  summary:
    'The caller’s direct members, bound and pending; newest first, or by hash power; with a pool, their weights in it',
  auth: 'required',
  query: FansQuery,
  data: FansData,
  handle: async (context, { query, caller }) => {
    const { address } = sessionOf(caller)
    const { cursor, limit = 20, sort = 'joined' } = query
    const after = cursor === undefined ? null : readPosition(cursor, sort)
    const pool = poolOf(context, query.pool)
    const asOf = await readTotalsAsOf(context.read)
    // One row more than the page shows whether a next page exists.
    const [rows, counts, weight] = await Promise.all([
      listFans(context.read, address, sort, after, limit + 1, pool),
      countFans(context.read, address),
      pool === null || after !== null ? null : sumWeights(context.read, address, pool),
    ])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      list: page.map(({ position: _, ...item }) => item),
      ...counts,
      weight: weight?.toString() ?? null,
      nextCursor:
        rows.length > limit && last ? writeCursor([sort, last.position.value, last.position.id]) : null,
      asOf,
    }
  },
})

/** @throws RefusalError for a pool that is not deployed */
function poolOf({ deployment }: ApiContext, key: PoolKey | undefined): bigint | null {
  if (key === undefined) return null
  const deployed = deployment.pools[key]
  if (deployed === undefined) throw new RefusalError('invalidField', 'pool')
  return BigInt(deployed.id)
}

/** A cursor belongs to its order. A cursor of another order is refused like any invalid text. */
function readPosition(cursor: string, sort: FanSort): FanPosition {
  const value = sort === 'joined' ? WHOLE : AMOUNT
  const [, text, id] = readCursor(cursor, [new RegExp(`^${sort}$`), value, WHOLE])
  return { value: text!, id: Number(id) }
}
