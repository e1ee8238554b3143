/** The calls that list the caller's history in one product. The registry names the logs, and each log has one call. */
import { ProductLogData, ProductLogQuery, type ProductLogItem } from '@galx/protocol/http/productLog'
import { PRODUCTS, type ContractName, type PoolKey, type ServerName } from '@galx/protocol/products'
import { secondsOf, type ApiContext } from '../../http/context.ts'
import { readPrimaryOrReplica, activityItem, reportItem } from '../activityPage.ts'
import { defineRoute, sessionOf, type Route } from '../../http/route.ts'
import { listUnsettled } from '../reports/reports.ts'
import { countOfProduct, listOfProduct, type Part } from '../activityList.ts'
import { readPosition, writePosition } from '../../http/cursor.ts'

/** One pool, or a contract without pools. */
type Subject = { contract: ContractName; pool: PoolKey | null }

function productLog(call: string, subjects: readonly Subject[]): Route {
  const about = subjects.map(({ contract, pool }) => (pool === null ? contract : `the pool ${pool}`))
  return defineRoute({
    method: 'GET',
    path: `/${call}`,
    summary: `The caller’s history in ${about.join(' and ')}, newest first. The first page begins with open reports`,
    auth: 'required',
    query: ProductLogQuery,
    data: ProductLogData,
    handle: async (context, { query, caller }) => {
      const { address } = sessionOf(caller)
      const { cursor, limit = 20 } = query
      const after = cursor === undefined ? null : readPosition(cursor)
      const { sql, asOf } = await readPrimaryOrReplica(context, after)
      const parts = subjects.flatMap((subject) => partOf(context, subject) ?? [])
      const reported = async () => {
        if (after !== null) return []
        const open = await listUnsettled(sql, address, secondsOf(context))
        return open.filter(({ contract, pool }) =>
          parts.some((part) => contract === part.contract && pool === part.pool),
        )
      }
      const [reports, lists, counts] = await Promise.all([
        reported(),
        Promise.all(parts.map((part) => listOfProduct(sql, address, part, after, limit + 1))),
        Promise.all(parts.map((part) => countOfProduct(sql, address, part))),
      ])
      const rows = lists
        .flat()
        .sort((one, other) => other.blockNumber - one.blockNumber || other.logIndex - one.logIndex)
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      // A report that is indexed between the two reads would appear twice.
      const indexed = new Set(rows.map(({ txHash }) => txHash))
      const items: (ProductLogItem | null)[] = [
        ...reports
          .filter(({ txHash }) => !indexed.has(txHash))
          .map((row) => withLock(reportItem(context.catalogue, row), null, null)),
        ...page.map((row) => withLock(activityItem(context.catalogue, row), row.tier, row.unlockAt)),
      ]
      return {
        list: items.filter((item) => item !== null),
        total: asOf && counts.reduce((sum, count) => sum + count, 0),
        nextCursor: rows.length > limit && last ? writePosition(last) : null,
        asOf,
      }
    },
  })
}

/** @returns null for a pool that does not exist yet */
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

/** The subjects of a product's log: the product's pools, and each contract except StakingPools that the product's report calls name. */
function subjectsOf(
  pools: readonly PoolKey[],
  reports: Readonly<Record<string, { contract: ContractName }>>,
) {
  const contracts = Object.values(reports).map(({ contract }) => contract)
  return [
    ...pools.map((pool): Subject => ({ contract: 'StakingPools', pool })),
    ...[...new Set(contracts)]
      .filter((contract) => contract !== 'StakingPools')
      .map((contract): Subject => ({ contract, pool: null })),
  ]
}

/** The routes of one server that list one account's history in a product. */
export function productLogRoutes(server: ServerName): Route[] {
  return Object.values(PRODUCTS).flatMap(({ log, pools, reports }) =>
    log === null || log.of !== 'account' || log.server !== server
      ? []
      : [productLog(log.call, subjectsOf(pools, reports))],
  )
}
