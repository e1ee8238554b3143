import { AccountTotalsQuery, ActivityTotalsData, SUMMED_ROWS } from '@galx/protocol/http/activity'
import { readAddress } from '../../http/address.ts'
import { readAsOf } from '../../http/asOf.ts'
import { defineRoute } from '../../http/route.ts'
import { countActivity } from '../activityList.ts'
import { readTotals } from '../activityTotals.ts'

export const accountTotals = defineRoute({
  method: 'GET',
  path: '/accountTotals',
  summary:
    'Any account’s whole history in sums, by the chain’s final blocks: earned, bonuses, put in, taken out, what early exits cost, by token. So many rows a minute for a network',
  auth: 'none',
  query: AccountTotalsQuery,
  data: ActivityTotalsData,
  handle: async ({ read: sql, catalogue, limits }, { query, caller }) => {
    const account = readAddress(query.address)
    const asOf = await readAsOf(sql)
    await limits.countRows(caller.network, Math.min(await countActivity(sql, account), SUMMED_ROWS))
    const { totals, since } = await readTotals(sql, catalogue, account)
    return { totals: asOf && totals, since, asOf }
  },
})
