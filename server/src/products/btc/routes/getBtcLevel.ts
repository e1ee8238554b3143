import { upgradePrice } from '@galx/protocol/formulas'
import { BtcLevelData, BtcLevelQuery } from '@galx/protocol/http/btcLevel'
import { readAddress } from '../../../http/address.ts'
import { readAsOf } from '../../../http/asOf.ts'
import { defineRoute } from '../../../http/route.ts'
import { readLevel } from '../levels.ts'
import { levelTerms } from '../levelTerms.ts'

export const getBtcLevel = defineRoute({
  method: 'GET',
  path: '/getBtcLevel',
  summary: 'The price and the effect of each level, and the level of an address, or of the caller by default',
  auth: 'optional',
  query: BtcLevelQuery,
  data: BtcLevelData,
  handle: async (context, { query, caller }) => {
    const address = query.address === undefined ? caller.session?.address : readAddress(query.address)
    const asOf = await readAsOf(context.read)
    const [levels, level] = await Promise.all([
      levelTerms(context.deployment, context.limits.chainFor(caller)),
      address === undefined ? null : readLevel(context.read, address),
    ])
    const next = level === null ? undefined : levels[level + 1]
    return {
      levels: levels.map(({ price, ...terms }) => ({ ...terms, price: price.toString() })),
      level,
      nextPrice:
        level === null || next === undefined ? null : upgradePrice(levels, level, next.level).toString(),
      asOf,
    }
  },
})
