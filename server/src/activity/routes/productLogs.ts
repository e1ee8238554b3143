/** The calls that list what the caller did in one product: one for each such log in the registry. */
import type { ProductLogItem } from '@galx/protocol/http/productLog'
import { ProductLogData, ProductLogQuery } from '@galx/protocol/http/productLog'
import { PRODUCTS, type PoolKey, type ServerName } from '@galx/protocol/products'
import { listUnsettled } from '../../reports/reports.ts'
import { refreshReports } from '../../reports/refreshReports.ts'
import { secondsOf } from '../../api/context.ts'
import { writeCursor } from '../../api/cursor.ts'
import { defineRoute, sessionOf, type Route } from '../../api/route.ts'
import { activityItem, reportItem } from '../activityItems.ts'
import { countInPools, listInPools } from '../productActivity.ts'
import { readPosition } from './activity.ts'

function productLog(call: string, pools: readonly PoolKey[]): Route {
  return defineRoute({
    method: 'GET',
    path: `/${call}`,
    summary: `The caller’s history in ${pools.join(' and ')}, newest first; open reports lead the first page`,
    auth: 'required',
    query: ProductLogQuery,
    data: ProductLogData,
    handle: async (context, { query, caller }) => {
      const { address } = sessionOf(caller)
      const { cursor, limit = 20 } = query
      const after = cursor === undefined ? null : readPosition(cursor)
      const ids = pools.flatMap((key) => {
        const pool = context.deployment.pools[key]
        return pool === undefined ? [] : [BigInt(pool.id)]
      })
      const reported = async () => {
        if (after !== null) return []
        const open = await listUnsettled(context.sql, address, secondsOf(context))
        return refreshReports(
          context,
          address,
          open.filter(({ pool }) => ids.includes(pool)),
        )
      }
      const [reports, rows, total] = await Promise.all([
        reported(),
        listInPools(context.sql, address, ids, after, limit + 1),
        countInPools(context.sql, address, ids),
      ])
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      // A report indexed between the two reads would show up twice.
      const indexed = new Set(rows.map(({ txHash }) => txHash))
      const items: (ProductLogItem | null)[] = [
        ...reports
          .filter(({ txHash }) => !indexed.has(txHash))
          .map((row) => withLock(reportItem(context.pools, row), null, null)),
        ...page.map((row) => withLock(activityItem(context.pools, row), row.tier, row.unlockAt)),
      ]
      return {
        list: items.filter((item) => item !== null),
        total,
        nextCursor: rows.length > limit && last ? writeCursor([last.blockNumber, last.logIndex]) : null,
      }
    },
  })
}

const withLock = (
  item: ReturnType<typeof activityItem>,
  tier: number | null,
  unlockAt: number | null,
): ProductLogItem | null => (item === null ? null : { ...item, tier, unlockAt })

/** Those of one server that list what one account did. */
export function productLogRoutes(server: ServerName): Route[] {
  return Object.values(PRODUCTS).flatMap(({ log, pools }) =>
    log !== null && log.of === 'account' && log.server === server && pools.length > 0
      ? [productLog(log.call, pools)]
      : [],
  )
}
