import { ActivityTotalsData } from '@galx/protocol/http/activity'
import { readAsOf } from '../../api/asOf.ts'
import { defineRoute, sessionOf } from '../../api/route.ts'
import { readTotals } from '../activityTotals.ts'

export const activityTotals = defineRoute({
  method: 'GET',
  path: '/activityTotals',
  summary:
    'The caller’s whole history in sums: earned, bonuses, put in, taken out, what early exits cost, by token. Each thousand rows count as a request',
  auth: 'required',
  data: ActivityTotalsData,
  handle: async ({ read: sql, catalogue, limits }, { caller }) => {
    const { address } = sessionOf(caller)
    const asOf = await readAsOf(sql)
    const { rows, ...sums } = await readTotals(sql, catalogue, address)
    await limits.countRowsRead(caller, rows)
    return { ...sums, asOf }
  },
})
