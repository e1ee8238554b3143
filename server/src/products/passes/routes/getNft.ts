import { NODE_BOND } from '@galx/protocol/formulas'
import { PassesBody, PassesData } from '@galx/protocol/http/passes'
import { AMOUNT, readCursor, writeCursor } from '../../../http/cursor.ts'
import { defineRoute, sessionOf } from '../../../http/route.ts'
import { listPasses, countPasses } from '../heldPasses.ts'

export const getNft = defineRoute({
  method: 'POST',
  path: '/getNft',
  summary: 'The caller’s node passes by number, at the last final block that was indexed',
  auth: 'required',
  body: PassesBody,
  data: PassesData,
  handle: async (context, { body, caller }) => {
    const { address } = sessionOf(caller)
    const { cursor, limit = 20 } = body
    const after = cursor === undefined ? 0n : BigInt(readCursor(cursor, [AMOUNT])[0]!)
    // One row more than the page shows whether a next page exists.
    const [rows, { total, block, at }] = await Promise.all([
      listPasses(context.read, address, after, limit + 1),
      countPasses(context.read, address),
    ])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const asOf = block === null || at === null ? null : { block, at }
    return {
      list: page.map(({ id, name, mintedAt, unbondingUntil }) => ({
        id: id.toString(),
        name,
        bond: NODE_BOND.toString(),
        mintedAt,
        unbondingUntil,
        live: unbondingUntil === null,
      })),
      total: asOf && total,
      nextCursor: rows.length > limit && last ? writeCursor([last.id.toString()]) : null,
      asOf,
    }
  },
})
