/** The calls that list what the caller did in one product: one for each such log in the registry. */
import { ProductLogData, ProductLogQuery, type ProductLogItem } from '@galx/protocol/http/productLog'
import { PRODUCTS, type ContractName, type PoolKey, type ServerName } from '@galx/protocol/products'
import { secondsOf, type ApiContext } from '../../api/context.ts'
import { readAsOf } from '../../api/asOf.ts'
import { writeCursor } from '../../api/cursor.ts'
import { defineRoute, sessionOf, type Route } from '../../api/route.ts'
import { listUnsettled } from '../../reports/reports.ts'
import { activityItem, reportItem } from '../activityItems.ts'
import { countOfProduct, listOfProduct, type Part } from '../productActivity.ts'
import { readPosition } from './activity.ts'

/** One pool, or a contract that has none. */
type Subject = { contract: ContractName; pool: PoolKey | null }

function productLog(call: string, subject: Subject): Route {
  return defineRoute({
    method: 'GET',
    path: `/${call}`,
    summary: `The caller’s history in ${subject.pool === null ? subject.contract : `the pool ${subject.pool}`}, newest first; open reports lead the first page`,
    auth: 'required',
    query: ProductLogQuery,
    data: ProductLogData,
    handle: async (context, { query, caller }) => {
      const { address } = sessionOf(caller)
      const { cursor, limit = 20 } = query
      const after = cursor === undefined ? null : readPosition(cursor)
      // The first page shows the caller's own reports beside what is indexed: both of one database.
      const sql = after === null ? context.readOwn : context.read
      const part = partOf(context, subject)
      if (part === null) return { list: [], total: 0, nextCursor: null, asOf: await readAsOf(sql) }
      const reported = async () => {
        if (after !== null) return []
        const open = await listUnsettled(sql, address, secondsOf(context))
        return open.filter(({ contract, pool }) => contract === part.contract && pool === part.pool)
      }
      const asOf = await readAsOf(sql)
      const [reports, rows, total] = await Promise.all([
        reported(),
        listOfProduct(sql, address, part, after, limit + 1),
        countOfProduct(sql, address, part),
      ])
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      // A report indexed between the two reads would show up twice.
      const indexed = new Set(rows.map(({ txHash }) => txHash))
      const items: (ProductLogItem | null)[] = [
        ...reports
          .filter(({ txHash }) => !indexed.has(txHash))
          .map((row) => withLock(reportItem(context.catalogue, row), null, null)),
        ...page.map((row) => withLock(activityItem(context.catalogue, row), row.tier, row.unlockAt)),
      ]
      return {
        list: items.filter((item) => item !== null),
        total,
        nextCursor: rows.length > limit && last ? writeCursor([last.blockNumber, last.logIndex]) : null,
        asOf,
      }
    },
  })
}

/** Null for a pool that is not made yet. */
function partOf({ deployment }: ApiContext, { contract, pool }: Subject): Part | null {
  if (pool === null) return { contract, pool: null }
  const deployed = deployment.pools[pool]
  return deployed === undefined ? null : { contract, pool: BigInt(deployed.id) }
}

function withLock(
  item: ReturnType<typeof activityItem>,
  tier: number | null,
  unlockAt: number | null,
): ProductLogItem | null {
  return item === null ? null : { ...item, tier, unlockAt }
}

/** Those of one server that list what one account did. A product with such a log has one pool, or a contract without pools. */
export function productLogRoutes(server: ServerName): Route[] {
  return Object.values(PRODUCTS).flatMap(({ log, pools, reports }) => {
    if (log === null || log.of !== 'account' || log.server !== server) return []
    const [first] = Object.values<{ contract: ContractName }>(reports)
    const [pool] = pools as readonly PoolKey[]
    return [productLog(log.call, { contract: first!.contract, pool: pool ?? null })]
  })
}
