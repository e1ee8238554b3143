/** The calls that report a transaction: one for each report in the registry, all alike. */
import type { Hex } from 'viem'
import { TransactionReportBody, TransactionReportData } from '@galx/protocol/http/transactionReport'
import { PRODUCTS, type PoolKey, type ServerName } from '@galx/protocol/products'
import { reportStake } from '../stakeReport.ts'
import { defineRoute, sessionOf, type Route } from '../../api/route.ts'

function stakeReport(call: string, pool: PoolKey): Route {
  return defineRoute({
    method: 'POST',
    path: `/${call}`,
    summary: `Reports a stake in the pool ${pool} that the caller’s wallet has sent, or asks where it stands`,
    auth: 'required',
    body: TransactionReportBody,
    data: TransactionReportData,
    refusals: [
      'transactionUnknown',
      'transactionForeign',
      'transactionUnrelated',
      'transactionOtherCall',
      'transactionOtherPool',
    ],
    handle: (context, { body, caller }) =>
      reportStake(context, sessionOf(caller).address, call, pool, body.txHash.toLowerCase() as Hex),
  })
}

/** Those of one server. */
export function reportRoutes(server: ServerName): Route[] {
  return Object.values(PRODUCTS).flatMap(({ reports }) =>
    Object.entries(reports).flatMap(([call, report]) =>
      report.server === server && 'pool' in report ? [stakeReport(call, report.pool as PoolKey)] : [],
    ),
  )
}
