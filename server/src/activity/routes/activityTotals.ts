import { ActivityTotalsData, SUMMED_ROWS } from '@galx/protocol/http/activity'
import { readAsOf } from '../../http/asOf.ts'
import { defineRoute, sessionOf } from '../../http/route.ts'
import { countActivity } from '../activityList.ts'
import { readTotals } from '../activityTotals.ts'

export const activityTotals = defineRoute({
  method: 'GET',
  path: '/activityTotals',
  summary:
    'Sums over the caller’s whole history, by token: earned, bonuses, put in, taken out, cost of early exits. The number of rows a minute is limited for an account',
  auth: 'required',
  data: ActivityTotalsData,
  handle: async ({ read: sql, catalogue, limits }, { caller }) => {
    const { address } = sessionOf(caller)
    const asOf = await readAsOf(sql)
    await limits.countRows(address, Math.min(await countActivity(sql, address), SUMMED_ROWS))
    const { totals, since } = await readTotals(sql, catalogue, address)
    return { totals: asOf && totals, since, asOf }
  },
})
