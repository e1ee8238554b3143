import { FundLogData, FundLogQuery } from '@galx/protocol/http/fundLog'
import { readAsOf } from '../../../http/asOf.ts'
import { BEFORE_FIRST, readPosition, writePosition } from '../../../http/cursor.ts'
import { defineRoute } from '../../../http/route.ts'
import { listFlows, readTotals } from '../fundFlows.ts'

export const getFundInvestLogs = defineRoute({
  method: 'GET',
  path: '/getFundInvestLogs',
  summary: 'Payments to the AAA fund, and its distributions, newest first',
  auth: 'none',
  query: FundLogQuery,
  data: FundLogData,
  handle: async (context, { query }) => {
    const { cursor, limit = 20 } = query
    const before = cursor === undefined ? BEFORE_FIRST : readPosition(cursor)
    const asOf = await readAsOf(context.read)
    const [rows, totals] = await Promise.all([
      listFlows(context.read, before, limit + 1),
      readTotals(context.read),
    ])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      list: page.map((row) => ({
        id: `${row.blockNumber}-${row.logIndex}`,
        kind: row.kind,
        token: 'AAA' as const,
        amount: row.amount.toString(),
        txHash: row.txHash,
        blockNumber: row.blockNumber,
        at: row.at,
      })),
      total: asOf && totals.flows,
      nextCursor: rows.length > limit && last ? writePosition(last) : null,
      totals: asOf && { inflow: totals.inflow.toString(), distribution: totals.distribution.toString() },
      asOf,
    }
  },
})
