import { ActivityData, ActivityQuery } from '@galx/protocol/http/activity'
import { countActivity } from '../activityList.ts'
import { listUnsettled } from '../reports/reports.ts'
import { reportItem, matches, readActivityPage, readPrimaryOrReplica } from '../activityPage.ts'
import { secondsOf } from '../../http/context.ts'
import { readPosition, writePosition } from '../../http/cursor.ts'
import { defineRoute, sessionOf } from '../../http/route.ts'

export const activity = defineRoute({
  method: 'GET',
  path: '/activity',
  summary:
    'The caller’s history in every product, or only one kind or one product, newest first. The first page begins with open reports',
  auth: 'required',
  query: ActivityQuery,
  data: ActivityData,
  handle: async (context, { query, caller }) => {
    const { address } = sessionOf(caller)
    const { cursor, limit = 20, ...filter } = query
    const after = cursor === undefined ? null : readPosition(cursor)
    const { sql, asOf } = await readPrimaryOrReplica(context, after)
    const reported = async () => {
      if (after !== null) return []
      return listUnsettled(sql, address, secondsOf(context))
    }
    const [reports, page, total] = await Promise.all([
      reported(),
      readActivityPage(sql, context.catalogue, address, { after, limit, filter }),
      countActivity(sql, address),
    ])
    const open = reports
      // A report that is indexed between the two reads would appear twice.
      .filter(({ txHash }) => !page.indexed.has(txHash))
      .map((row) => reportItem(context.catalogue, row))
      .filter((item) => item !== null)
      .filter((item) => matches(item, filter))
    return {
      list: [...open, ...page.items],
      total: asOf && total,
      nextCursor: page.next === null ? null : writePosition(page.next),
      asOf,
    }
  },
})
