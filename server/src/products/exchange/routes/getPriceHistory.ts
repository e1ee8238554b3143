import { hasPriceHistory } from '@galx/protocol/exchange'
import { PriceHistoryData, PriceHistoryQuery } from '@galx/protocol/http/priceHistory'
import { readAsOf } from '../../../http/asOf.ts'
import { secondsOf } from '../../../http/context.ts'
import { defineRoute } from '../../../http/route.ts'
import { RefusalError } from '../../../platform/http/refusal.ts'
import { readPriceHistory } from '../pricePeriods.ts'

export const getPriceHistory = defineRoute({
  method: 'GET',
  path: '/getPriceHistory',
  summary: 'Prices of a pair of the exchange by period, with the highest and the lowest price and the volume',
  auth: 'none',
  query: PriceHistoryQuery,
  data: PriceHistoryData,
  refusals: ['noPriceHistory'],
  handle: async ({ read: sql, deployment, ...context }, { query }) => {
    const { base, quote, range = 'day' } = query
    const pair = deployment.pairs.find((known) => known.base === base && known.quote === quote)
    if (!pair || !hasPriceHistory(pair)) throw new RefusalError('noPriceHistory')
    const asOf = await readAsOf(sql)
    const history = await readPriceHistory(sql, pair.address, range, secondsOf(context))
    return {
      base,
      quote,
      range,
      periodSeconds: history.periodSeconds,
      before: history.before?.toString() ?? null,
      points: history.points.map(({ at, price }) => ({ at, price: price.toString() })),
      high: history.high?.toString() ?? null,
      low: history.low?.toString() ?? null,
      baseVolume: history.baseVolume.toString(),
      quoteVolume: history.quoteVolume.toString(),
      swaps: history.swaps,
      from: history.from,
      asOf,
    }
  },
})
