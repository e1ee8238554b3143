import { VaultPricesData, VaultPricesQuery, type VaultSpan } from '@galx/protocol/http/vault'
import { defineRoute } from '../../../http/route.ts'
import { listPrices, readVaultProgress } from '../prices.ts'

const DAY = 86_400
const SECONDS: Record<VaultSpan, number> = {
  week: 7 * DAY,
  month: 30 * DAY,
  quarter: 90 * DAY,
  all: Number.POSITIVE_INFINITY,
}

export const getZnPrices = defineRoute({
  method: 'GET',
  path: '/getZnPrices',
  summary: 'The price of a share of the vault over time, up to the newest indexed block; at most 121 prices',
  auth: 'none',
  query: VaultPricesQuery,
  data: VaultPricesData,
  handle: async ({ read: sql }, { query }) => {
    const { asOf, firstAt } = await readVaultProgress(sql)
    if (asOf === null || firstAt === null) return { prices: [], asOf }
    const from = Math.max(firstAt, asOf.at - SECONDS[query.span ?? 'month'])
    const points = await listPrices(sql, from, asOf.at)
    return { prices: points.map(({ at, price }) => ({ at, price: price.toString() })), asOf }
  },
})
