import { ActivityData, ActivityQuery, type ActivityItem } from '@galx/protocol/http/activity'
import { countActivity, listActivity } from '../activityList.ts'
import { listUnsettled } from '../../reports/reports.ts'
import { activityItem, reportItem } from '../activityItems.ts'
import { secondsOf } from '../../api/context.ts'
import { readCursor, SMALL, WHOLE, writeCursor } from '../../api/cursor.ts'
import { readAsOf } from '../../api/asOf.ts'
import { defineRoute, sessionOf } from '../../api/route.ts'

export const activity = defineRoute({
  method: 'GET',
  path: '/activity',
  summary: 'The caller’s history in every product, newest first; open reports lead the first page',
  auth: 'required',
  query: ActivityQuery,
  data: ActivityData,
  handle: async (context, { query, caller }) => {
    const { address } = sessionOf(caller)
    const { cursor, limit = 20 } = query
    const after = cursor === undefined ? null : readPosition(cursor)
    // The first page shows the caller's own reports beside what is indexed: both of one database.
    const sql = after === null ? context.readOwn : context.read
    const reported = async () => {
      if (after !== null) return []
      return listUnsettled(sql, address, secondsOf(context))
    }
    const asOf = await readAsOf(sql)
    const [reports, rows, total] = await Promise.all([
      reported(),
      listActivity(sql, address, after, limit + 1),
      countActivity(sql, address),
    ])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    // A report indexed between the two reads would show up twice.
    const indexed = new Set(rows.map(({ txHash }) => txHash))
    const items: (ActivityItem | null)[] = [
      ...reports
        .filter(({ txHash }) => !indexed.has(txHash))
        .map((row) => reportItem(context.catalogue, row)),
      ...page.map((row) => activityItem(context.catalogue, row)),
    ]
    return {
      list: items.filter((item) => item !== null),
      total,
      nextCursor: rows.length > limit && last ? writeCursor([last.blockNumber, last.logIndex]) : null,
      asOf,
    }
  },
})

export function readPosition(cursor: string) {
  const [blockNumber, logIndex] = readCursor(cursor, [WHOLE, SMALL])
  return { blockNumber: Number(blockNumber), logIndex: Number(logIndex) }
}
