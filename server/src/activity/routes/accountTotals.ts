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
    'Sums over any account’s whole history in final blocks, by token: earned, bonuses, put in, taken out, cost of early exits. The number of rows a minute is limited for a network',
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
