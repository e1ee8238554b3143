import { ActivityTotalsData } from '@galx/protocol/http/activity'
import { readAsOf } from '../../api/asOf.ts'
import { ROWS_A_REQUEST } from '../../api/limits.ts'
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
    const more = Math.floor(rows / ROWS_A_REQUEST)
    if (more > 0) await limits.countMore(caller, more)
    return { ...sums, asOf }
  },
})
